export * from "./types.js";

/** What kind of error it is. */
export type ErrorCode = "invalid_argument" | "disposed" | "corrupt_snapshot";

/** A call that could not be carried out. It changed nothing. */
export class TasklightError extends Error {
  readonly code: ErrorCode;
  private constructor();
}

/**
 * Loads Tasklight. Call it once, and await it, before anything else.
 *
 * @param source where the `.wasm` file is, or what it holds; unless said otherwise, it lies beside this module
 */
export default function load(
  source?: RequestInfo | URL | Response | BufferSource | WebAssembly.Module | Promise<Response>,
): Promise<void>;
