// Entry "tasklight/slim": whoever imports it says where the wasm comes from.
import load, { initSync } from "#wasm";
import { TasklightError } from "#glue";

export * from "./api.js";

/** Starts Tasklight: at once with bytes or a module, later with a response or a promise. */
export function init(source) {
  if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    initSync({ module: compilable(source) });
    return;
  }
  if (typeof source?.then !== "function" && !(source instanceof Response)) {
    throw new TasklightError("invalid_argument", "source must be bytes, a WebAssembly.Module, a Response, or a promise of one");
  }
  return load({ module_or_path: Promise.resolve(source).then(compilable) }).then(() => {});
}

/** V8 compiles typed arrays, but no `DataView`. */
function compilable(source) {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : source;
}
