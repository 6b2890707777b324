// Single values that a caller passed. Each check gives the value as it is used, or throws `invalid_argument`. It is told
// what the value is: its path, or the path of an object and a key of it, which are put together only for an error.
import { invalid } from "./error.js";

/** The longest id. No id of a real program comes near it. */
const MAX_ID_LENGTH = 4096;

/** Errors and descriptions are kept up to this many bytes of UTF-8. */
const MAX_TEXT_BYTES = 64 * 1024;

/** The most elements of a list. */
const MAX_LIST = 1_000_000;

export const isNothing = (value) => value === undefined || value === null;

const isObject = (value) => (typeof value === "object" && value !== null) || typeof value === "function";

export function object(value, what, key) {
  if (!isObject(value)) throw invalid(what, "an object", key);
  return value;
}

/** For options, which may be left out. */
export const given = (value, what, key) => (isNothing(value) ? {} : object(value, what, key));

/** A property of what may be a proxy, or have getters. */
export function get(from, key, what) {
  try {
    return from[key];
  } catch {
    throw invalid(what, "readable", key);
  }
}

/** What `read` makes of a property, if it is there. */
export function optional(from, key, what, read) {
  const value = get(from, key, what);
  return isNothing(value) ? undefined : read(value, what, key);
}

export const needed = (from, key, what, read) => read(get(from, key, what), what, key);

export function string(value, what, key) {
  if (typeof value !== "string") throw invalid(what, "a string", key);
  return value;
}

export function id(value, what, key) {
  if (string(value, what, key) === "") throw invalid(what, "a string that is not empty", key);
  if (value.length > MAX_ID_LENGTH) throw invalid(what, "4096 characters at most", key);
  // An id that UTF-8 cannot hold would not come back as it went.
  if (!(value.isWellFormed?.() ?? !/\p{Surrogate}/u.test(value))) throw invalid(what, "well-formed Unicode", key);
  return value;
}

/** No id is 0, as in the core. */
export const someId = (value, what, key) => (isNothing(value) ? 0 : id(value, what, key));

/** Half of a model's name: empty is as good as missing. */
export const part = (value, what, key) => (value === "" ? 0 : someId(value, what, key));

let bytes;

/** A text, cut to what is kept. */
export function text(value, what, key) {
  if (string(value, what, key).length * 3 <= MAX_TEXT_BYTES) return value;
  bytes ??= new Uint8Array(MAX_TEXT_BYTES);
  return value.slice(0, new TextEncoder().encodeInto(value, bytes).read);
}

export const someText = (value, what, key) => (isNothing(value) ? 0 : text(value, what, key));

/** Milliseconds since the epoch, of a number, an ISO 8601 text, or a `Date` of any window. */
export function time(value, what, key) {
  const ms = typeof value === "number" ? value : typeof value === "string" ? isoTime(value) : dateTime(value);
  if (!Number.isFinite(ms)) throw invalid(what, "a time: finite milliseconds since the epoch, ISO 8601, or a Date", key);
  return ms;
}

/** The engine reads it; this keeps out the other forms that engines read. */
const isoTime = (text) => (/^(\d{4}|[+-]\d{6})-[-\d+:.TZ]*$/.test(text) && text.length <= 40 ? Date.parse(text) : NaN);

function dateTime(value) {
  try {
    return Date.prototype.getTime.call(value);
  } catch {
    return NaN;
  }
}

export function number(value, what, key) {
  if (typeof value !== "number" || Number.isNaN(value)) throw invalid(what, "a number", key);
  return value;
}

export const whole = (min, max = 0xffff_ffff) => (value, what, key) => {
  if (!Number.isInteger(value) || value < min || value > max) throw invalid(what, `a whole number from ${min} to ${max}`, key);
  return value;
};

export const count = whole(0);

export function boolean(value, what, key) {
  if (typeof value !== "boolean") throw invalid(what, "true or false", key);
  return value;
}

export function callable(value, what, key) {
  if (typeof value !== "function") throw invalid(what, "a function", key);
  return value;
}

/** The place of a word among those of its type. */
export const word = (words) => (value, what, key) => {
  const place = typeof value === "string" ? words.indexOf(value) : -1;
  if (place < 0) throw invalid(what, `one of ${words.join(", ")}`, key);
  return place;
};

/** Each element of an array, by `read`, which gets its place, too. */
export function list(value, what, key, read) {
  if (!isArray(value)) throw invalid(what, "an array", key);
  const length = get(value, "length", what);
  if (!(length <= MAX_LIST)) throw invalid(what, "a shorter list", key);
  for (let at = 0; at < length; at++) read(get(value, at, what), at);
}

/** A revoked proxy is none. */
export function isArray(value) {
  try {
    return Array.isArray(value);
  } catch {
    return false;
  }
}
