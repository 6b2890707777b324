export * from "./types.js";

/**
 * What kind of error it is. After `disposed`, the object is gone; after the others, everything is as it was.
 *
 * @example
 * ```ts
 * const isOurs = (error: unknown, code: ErrorCode) => error instanceof TasklightError && error.code === code;
 * ```
 */
export type ErrorCode = "invalid_argument" | "disposed" | "corrupt_snapshot";

/**
 * A call that could not be carried out. It changed nothing.
 *
 * @example
 * ```js
 * try {
 *   ledger.restore(JSON.parse(text));
 * } catch (error) {
 *   if (!(error instanceof TasklightError && error.code === "corrupt_snapshot")) throw error;
 * }
 * ```
 */
export class TasklightError extends Error {
  readonly code: ErrorCode;
  private constructor();
}

/**
 * Loads Tasklight. Call it once, and await it, before anything else.
 *
 * @param source where the `.wasm` file is, or what it holds; unless said otherwise, it lies beside this module
 * @example
 * ```js
 * import load, { formatDuration } from "tasklight";
 *
 * await load();
 * formatDuration(63_000); // "1m 3s"
 * ```
 */
export default function load(
  source?: RequestInfo | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<void>;
