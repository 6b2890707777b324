// Entry "tasklight/slim": whoever imports it says where the wasm comes from.
import { invalid } from "./core/error.js";
import { start, startNow } from "./core/start.js";

export * from "./core/index.js";

/** Starts Tasklight: at once with bytes or a module, later with a response or a promise. */
export function init(source) {
  if (source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
    startNow(compilable(source));
    return;
  }
  if (typeof source?.then !== "function" && !(source instanceof Response)) {
    throw invalid("source", "bytes, a WebAssembly.Module, a Response, or a promise of one");
  }
  return start(Promise.resolve(source).then(compilable));
}

/** V8 compiles typed arrays, but no `DataView`. */
function compilable(source) {
  return ArrayBuffer.isView(source) ? new Uint8Array(source.buffer, source.byteOffset, source.byteLength) : source;
}
