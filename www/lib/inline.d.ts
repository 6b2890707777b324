export * from "./types.js";
export { TasklightError, type ErrorCode } from "./index.js";

/**
 * Fulfilled once everything can be called. In Node.js, Firefox, Safari and Chromium 115 or newer, that is as soon as
 * this module is imported, and nobody has to wait for it. Older Chromium compiles in its own time, so await it where
 * you support that: in VS Code before 1.86, for example.
 *
 * @example
 * ```js
 * import { BackgroundTaskView, ready } from "tasklight/inline";
 *
 * ready.then(() => start(new BackgroundTaskView()));
 * ```
 */
export const ready: Promise<void>;
