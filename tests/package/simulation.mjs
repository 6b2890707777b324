// What tests are made repeatable with.
export { SimulatedClock } from "../../pkg/testing.js";

/** SplitMix32: the same numbers for the same seed. */
export function random(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, pick: (list) => list[below(list.length)], chance: (percent) => below(100) < percent };
}
