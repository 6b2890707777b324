// What messages hold may be megabytes long, full of control characters, or not even text.

/** Escape sequences of a terminal, control characters, invisible ones and those that turn the direction of text. */
const UNSEEN = /\u001b\[[0-?]*[ -/]*[@-~]|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;
const LINE = 300;

/** As text of at most that many characters, with all of its lines. */
export function clip(value, length = 200) {
  const text = typeof value === "string" ? value : value === undefined ? "" : stringify(value);
  const cut = text.slice(0, length + 1).replace(/\r\n?/g, "\n").replace(UNSEEN, "");
  return text.length > length ? `${cut.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…` : cut;
}

/** In one line. */
export const line = (value, length = LINE) => clip(value, length).replace(/\s+/g, " ").trim();

/** What an error says, for a page that gave no `errorLine`. */
export const plainErrorLine = (error, { maxWidth = LINE } = {}) => line(error, maxWidth) || undefined;

function stringify(value) {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    // It refers to itself, or a getter of its throws.
    return Object.prototype.toString.call(value);
  }
}

export function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const clocks = new Map();

/** The time of day, and all of it for whoever points at it; nothing for what is no time. */
export function times(at, language) {
  if (!Number.isFinite(at) || Math.abs(at) > 8.64e15) return undefined;
  if (!clocks.has(language)) clocks.set(language, formats(language));
  const { short, long } = clocks.get(language);
  return { short: short.format(at), long: long.format(at), iso: new Date(at).toISOString() };
}

function formats(language) {
  const make = (options) => {
    try {
      return new Intl.DateTimeFormat(language || undefined, options);
    } catch {
      // `lang` of a page may be anything.
      return new Intl.DateTimeFormat(undefined, options);
    }
  };
  return {
    short: make({ hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }),
    long: make({ dateStyle: "full", timeStyle: "medium" }),
  };
}
