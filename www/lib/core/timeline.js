import * as wasm from "#wasm";
import { boolean, get, given, isNothing, number, optional, string, whole, word } from "./check.js";
import { putNotice, putTask } from "./data.js";
import { invalid } from "./error.js";
import { checkStarted, putNumbers, putText, takeNumbers, takeText } from "./memory.js";
import { Texts } from "./texts.js";
import { labels, pendingReasons, statuses, styles } from "./words.js";

/** The longest text that is looked at, and all texts of a call together, in UTF-16 units. */
const MAX_TEXT = 16 * 1024 * 1024;
const MAX_TEXTS = 64 * 1024 * 1024;

const style = word(styles);
const indent = whole(0, 1000);
const collapseAfter = whole(1);

export function formatTimeline(task, options) {
  return format(task, "task", options, putTask, wasm.format_timeline);
}

export function formatNotice(notice, options) {
  return format(notice, "notice", options, putNotice, wasm.format_notice);
}

function format(value, what, options, put, call) {
  const values = [];
  put(values, value, what);
  putOptions(values, options);
  putWithTexts(values);
  call();
  return takeText();
}

function putWithTexts(values) {
  const texts = new Texts();
  const numbers = texts.numbers(values);
  const { all, lengths } = texts.joined();
  if (all.length > MAX_TEXTS) throw invalid("the text of all attempts", "shorter");
  putNumbers([lengths.length, ...lengths, ...numbers]);
  putText(all);
}

function putOptions(out, options) {
  const from = given(options, "options");
  const some = (key, read) => optional(from, key, "options", read);
  out.push(
    some("style", style) ?? 0,
    some("header", boolean) ?? NaN,
    some("indent", indent) ?? 0,
    some("markdown", boolean) ?? false,
    some("durations", boolean) ?? false,
    some("collapseAfter", collapseAfter) ?? NaN,
    some("errorMaxWidth", width) ?? 160,
  );
  const replaced = given(get(from, "labels", "options"), "options.labels");
  for (const key of labels) {
    out.push(optional(replaced, key, "options.labels", string)?.slice(0, MAX_TEXT) ?? 0);
  }
}

/** Columns; `Infinity` is no limit. */
function width(value, what, key) {
  if (number(value, what, key) < 1) throw invalid(what, "1 or more", key);
  return value;
}

export function timelineRows(task) {
  const values = [];
  putTask(values, task, "task");
  return rows(values.slice(3));
}

/** How many values an attempt has. */
export const ATTEMPT = 11;

/** The rows of attempts: their count, and the values of each. */
export function rows([count, ...values]) {
  putWithTexts([count, ...values]);
  wasm.timeline_rows();
  const lengths = takeNumbers().all;
  const text = takeText();
  let end = 0;
  const part = (length) => (Number.isNaN(length) ? undefined : text.slice(end, (end += length)));
  return Array.from({ length: count }, (_, at) => {
    const [model, error, fullError] = [0, 1, 2].map((place) => part(lengths[at * 3 + place]));
    return row(values.slice(at * ATTEMPT, (at + 1) * ATTEMPT), model, error, fullError);
  });
}

function row([attemptID, attemptNumber, sessionID, , , , status, reason, , startedAt, completedAt], model, error, fullError) {
  const row = { attemptID, attemptNumber, status: statuses[status] };
  if (!Number.isNaN(reason)) row.pendingReason = pendingReasons[reason];
  row.model = model;
  if (sessionID) row.sessionID = sessionID;
  if (error !== undefined) row.error = error;
  if (fullError !== undefined) row.fullError = fullError;
  if (!Number.isNaN(startedAt)) row.startedAt = startedAt;
  if (!Number.isNaN(completedAt)) row.completedAt = completedAt;
  const durationMs = completedAt - startedAt;
  if (!Number.isNaN(durationMs)) row.durationMs = durationMs;
  return row;
}

export function errorLine(error, options) {
  const from = given(options, "options");
  const maxWidth = optional(from, "maxWidth", "options", width) ?? 160;
  const redact = optional(from, "redact", "options", boolean) ?? true;
  const text = errorText(error);
  if (text === undefined) return undefined;
  putText(text.slice(0, MAX_TEXT));
  return wasm.error_line(maxWidth, redact) ? takeText() : undefined;
}

/** What an error of any type says. */
function errorText(error) {
  if (isNothing(error)) return undefined;
  if (typeof error === "string") return error;
  try {
    if (typeof error === "function") return "Unknown error";
    if (typeof error !== "object") return String(error);
    if (!(error instanceof Error)) {
      const json = jsonOf(error);
      if (json !== undefined && json !== "{}") return json;
    }
    const text = (key) => (typeof error[key] === "string" ? error[key] : "");
    return `${text("name") || "Error"}: ${text("message")}`;
  } catch {
    return "Unknown error";
  }
}

function jsonOf(value) {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

export function formatDuration(ms) {
  checkStarted();
  wasm.format_duration(number(ms, "ms"));
  return takeText();
}
