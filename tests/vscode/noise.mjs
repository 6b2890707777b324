export const isNoise = () => false;
