/** Larger files are refused: they are read whole. */
export const MAX_BYTES = 20_000_000;
/** Longer pauses of a recording are shortened to this. */
const MAX_GAP_MS = 5_000;
/** Between lines that do not say when they were recorded. */
const DEFAULT_GAP_MS = 250;

/**
 * Reads a recorded log: a JSON message on each line, or `{"at": …, "message": {…}}`. Lines that are not one are
 * left out and named.
 *
 * @param {string} text
 * @returns {{ entries: import("./player.js").Entry[], start: number, bad: { line: number, why: string }[] }}
 */
export function parseLog(text) {
  const entries = [];
  const bad = [];
  let previous;
  let start;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === "" || line === "\u{feff}") continue;
    try {
      const { message, at } = parseLine(index === 0 ? line.replace(/^\u{feff}/u, "") : line);
      // A clock that was set back during the recording does not stop the replay.
      const gap = at === undefined || previous === undefined ? DEFAULT_GAP_MS : Math.max(0, at - previous);
      entries.push({ after: entries.length === 0 ? 0 : Math.min(gap, MAX_GAP_MS), message });
      previous = at ?? previous;
      start ??= at;
    } catch (error) {
      bad.push({ line: index + 1, why: error.message });
    }
  }
  return { entries, start: start ?? 0, bad };
}

function parseLine(line) {
  let value;
  try {
    value = JSON.parse(line);
  } catch {
    throw new Error("not JSON");
  }
  if (!isObject(value)) throw new Error("not an object");
  const message = isObject(value.message) && value.type === undefined ? value.message : value;
  if (typeof message.type !== "string") throw new Error("no type");
  const said = value.at ?? message.at ?? (message.update ?? message.backgroundTaskProgress)?.timestamp;
  return { message, at: said === undefined || said === null ? undefined : time(said) };
}

function time(said) {
  const at = typeof said === "number" ? said : typeof said === "string" ? Date.parse(said) : NaN;
  if (!Number.isFinite(at)) throw new Error("at is not a time");
  return at;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
