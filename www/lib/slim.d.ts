export * from "./types.js";
export { TasklightError, type ErrorCode } from "./index.js";

/**
 * Starts Tasklight from a response, or from a promise of one, of bytes, or of a module.
 *
 * @example
 * ```js
 * import { init } from "tasklight/slim";
 *
 * await init(fetch(wasmUrl));
 * ```
 */
export function init(source: Response | Promise<Response | BufferSource | WebAssembly.Module>): Promise<void>;
// Last: to TypeScript, everything is a WebAssembly.Module.
/**
 * Starts Tasklight from the bytes of its `.wasm` file (`tasklight/wasm`), or from their module. Call it once, before
 * anything else. In pages of Chromium before version 115, give it a promise: compiling at once is limited to 4 KB.
 *
 * @example
 * ```js
 * import { readFileSync } from "node:fs";
 * import { fileURLToPath } from "node:url";
 * import { formatDuration, init } from "tasklight/slim";
 *
 * init(readFileSync(fileURLToPath(import.meta.resolve("tasklight/wasm"))));
 * formatDuration(63_000); // "1m 3s"
 * ```
 */
export function init(source: BufferSource | WebAssembly.Module): void;
