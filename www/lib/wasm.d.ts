/**
 * The `.wasm` file itself. What an import of it gives is up to the bundler and its configuration: its address, its
 * bytes or a module.
 *
 * @example
 * ```js
 * import address from "tasklight/wasm?url"; // Vite
 * import { init } from "tasklight/slim";
 *
 * await init(fetch(address));
 * ```
 */
declare const wasm: unknown;
export default wasm;
