// Progress updates. What is delivered is a frozen object of our own: it cannot change under a reader.
import { text, count, needed, number, object, optional, time, whole, word } from "./check.js";
import { invalid } from "./error.js";
import { kinds } from "./words.js";

const kindOf = word(kinds);

/** An update that was found good. */
export function readUpdate(value) {
  const from = object(value, "update");
  return {
    kind: needed(from, "kind", "update", kindOf),
    timestamp: needed(from, "timestamp", "update", time),
    toolName: optional(from, "toolName", "update", text),
    status: optional(from, "status", "update", text),
    errorMessage: optional(from, "errorMessage", "update", text),
  };
}

/** As it is delivered. */
export function delivered({ kind, timestamp, toolName, status, errorMessage }, seq) {
  const update = { kind: kinds[kind], timestamp };
  if (toolName !== undefined) update.toolName = toolName;
  if (status !== undefined) update.status = status;
  if (errorMessage !== undefined) update.errorMessage = errorMessage;
  update.seq = seq;
  return Object.freeze(update);
}

/** One that was delivered before, and saved. */
export const deliveredAgain = (value) => delivered(readUpdate(value), needed(value, "seq", "update", count));

const positive = whole(1);

/** The options of a throttler: the length of its window, and how much it lets through. */
export function limits(options, what) {
  return [
    optional(options, "windowMs", what, window) ?? 500,
    optional(options, "maxPerBatch", what, positive) ?? 5,
    optional(options, "keepLast", what, positive) ?? 20,
  ];
}

function window(value, what, key) {
  if (!(number(value, what, key) >= 0 && value < Infinity)) throw invalid(what, "0 or more, and finite", key);
  return value;
}
