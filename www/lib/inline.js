// Entry "tasklight/inline": ready at import, without any request.
import { frequent, text } from "#bytes";
import { start, startNow } from "./core/start.js";
import { decode } from "./decode.js";

export * from "./core/index.js";

/** Fulfilled once everything can be called: at once, wherever a page may compile without waiting. */
export const ready = startAny(decode(frequent, text));

function startAny(bytes) {
  try {
    startNow(bytes);
    return Promise.resolve();
  } catch (error) {
    // Before version 115, Chromium compiles no more than 4 KB at once in a page. A top-level await would hide that
    // from whoever imports this, but nobody could bundle it into a plain script then.
    if (!(error instanceof RangeError)) throw error;
    return start(bytes);
  }
}
