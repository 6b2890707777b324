import load, { initSync } from "#wasm";
import { attach } from "./memory.js";

/** With bytes or a module. Throws a `RangeError` where a page may not compile so much at once. */
export function startNow(source) {
  attach(initSync({ module: source }));
}

/** With a URL, a response, bytes or a module, or a promise of one. */
export async function start(source) {
  attach(await load({ module_or_path: source }));
}
