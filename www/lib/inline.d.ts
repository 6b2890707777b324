export * from "./types.js";
export { TasklightError, type ErrorCode } from "./index.js";
