// Entry "tasklight/inline": ready at import, without any request.
import load, { initSync } from "#wasm";
import { frequent, text } from "#bytes";
import { decode } from "./decode.js";

export * from "./api.js";

/** Fulfilled once everything can be called: at once, wherever a page may compile without waiting. */
export const ready = start(decode(frequent, text));

function start(bytes) {
  try {
    initSync({ module: bytes });
    return Promise.resolve();
  } catch (error) {
    // Before version 115, Chromium compiles no more than 4 KB at once in a page. A top-level await would hide that
    // from whoever imports this, but nobody could bundle it into a plain script then.
    if (!(error instanceof RangeError)) throw error;
    return load({ module_or_path: bytes }).then(() => {});
  }
}
