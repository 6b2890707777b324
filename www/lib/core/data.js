// The data of the contract: as callers pass it, to numbers; and from numbers, as they get it.
import * as wasm from "#wasm";
import { get, id, list, needed, object, optional, part, someId, someText, string, time, whole, word } from "./check.js";
import { invalid } from "./error.js";
import { takeNumbers } from "./memory.js";
import { pendingReasons, statuses, terminalStatuses } from "./words.js";

const modelKeys = ["providerID", "modelID", "variant"];
const noticeKinds = ["retry_scheduled", "retry_session_ready", "final_summary"];
const attemptNumber = whole(1);
const status = word(statuses);
const reason = word(pendingReasons);
export const terminalStatus = word(terminalStatuses);

// ---------------------------------------------------------------- in: texts as they are, `Texts.numbers` does the rest

function putModel(out, from, what) {
  for (const key of modelKeys) out.push(needed(from, key, what, part));
}

/** A model that may be left out. */
export function putSomeModel(out, from, key, what) {
  const model = optional(from, key, what, object);
  if (model) putModel(out, model, `${what}.${key}`);
  else out.push(0, 0, 0);
}

function putAttempt(out, value, what) {
  const from = object(value, what);
  out.push(
    needed(from, "attemptID", what, id),
    needed(from, "attemptNumber", what, attemptNumber),
    needed(from, "sessionID", what, someId),
  );
  putModel(out, from, what);
  out.push(
    needed(from, "status", what, status),
    optional(from, "pendingReason", what, reason) ?? NaN,
    needed(from, "error", what, someText),
    optional(from, "startedAt", what, time) ?? NaN,
    optional(from, "completedAt", what, time) ?? NaN,
  );
}

/** A list: its length, and what `put` makes of each element; `false` leaves it out. */
export function putList(out, from, key, what, put) {
  const place = out.push(0) - 1;
  list(get(from, key, what), what, key, (element, at) => {
    if (put(element, at) !== false) out[place]++;
  });
}

export function putTask(out, value, what) {
  const from = object(value, what);
  out.push(
    needed(from, "taskId", what, id),
    needed(from, "description", what, someText),
    needed(from, "parentTaskId", what, someId),
  );
  putList(out, from, "attempts", what, (attempt, at) => putAttempt(out, attempt, `${what}.attempts[${at}]`));
}

export function putNotice(out, value, what) {
  const from = object(value, what);
  const kind = noticeKinds.indexOf(needed(from, "kind", what, string));
  const taskId = needed(from, "taskId", what, id);
  const at = needed(from, "at", what, time);
  out.push(kind);
  switch (noticeKinds[kind]) {
    case "retry_scheduled":
      out.push(taskId, needed(from, "failedAttemptID", what, id), needed(from, "failedSessionID", what, someId));
      putSomeModel(out, from, "failedModel", what);
      out.push(needed(from, "failedError", what, someText), needed(from, "attemptID", what, id));
      putSomeModel(out, from, "nextModel", what);
      break;
    case "retry_session_ready":
      out.push(taskId, needed(from, "attemptID", what, id));
      out.push(needed(from, "attemptNumber", what, attemptNumber), needed(from, "sessionID", what, id));
      putSomeModel(out, from, "model", what);
      break;
    case "final_summary": {
      const start = out.push(needed(from, "status", what, terminalStatus));
      putTask(out, get(from, "task", what), `${what}.task`);
      if (out[start] !== taskId) throw invalid(what, "a notice of its task", "task");
      break;
    }
    default:
      throw invalid(what, "the kind of a notice", "kind");
  }
  out.push(at);
}

// ---------------------------------------------------------------- out

/** Sets what is there. */
function assign(to, key, value) {
  if (value !== undefined) to[key] = value;
}

function takeModel(from, texts, into = {}) {
  for (const key of modelKeys) assign(into, key, texts.get(from.next()));
  return into;
}

/** `undefined` where nothing is known. */
function takeSomeModel(from, texts) {
  const model = takeModel(from, texts);
  return Object.keys(model).length > 0 ? model : undefined;
}

export function takeAttempt(from, texts) {
  const attempt = { attemptID: texts.get(from.next()), attemptNumber: from.next() };
  assign(attempt, "sessionID", texts.get(from.next()));
  takeModel(from, texts, attempt);
  attempt.status = from.word(statuses);
  assign(attempt, "pendingReason", from.word(pendingReasons));
  assign(attempt, "error", texts.get(from.next()));
  assign(attempt, "startedAt", from.some());
  assign(attempt, "completedAt", from.some());
  return attempt;
}

/** A task as it is stored: without what is computed from its current attempt. */
function takeStored(from, texts) {
  const task = { taskId: texts.get(from.next()) };
  assign(task, "description", texts.get(from.next()));
  assign(task, "parentTaskId", texts.get(from.next()));
  return { task, attempts: from.list(() => takeAttempt(from, texts)) };
}

export function takeTask(from, texts) {
  const { task, attempts } = takeStored(from, texts);
  const { attemptID, status, sessionID, error, startedAt, completedAt, ...rest } = attempts.at(-1);
  task.status = status;
  assign(task, "sessionID", sessionID);
  const model = {};
  for (const key of modelKeys) assign(model, key, rest[key]);
  if (Object.keys(model).length > 0) task.model = model;
  assign(task, "error", error);
  assign(task, "startedAt", startedAt);
  assign(task, "completedAt", completedAt);
  task.currentAttemptID = attemptID;
  task.attempts = attempts;
  return task;
}

/** A task of the core, if there is one. */
export function takeTaskOf(core, task, texts) {
  wasm.ledger_task(core, task);
  const from = takeNumbers();
  return from.isDone ? undefined : takeTask(from, texts);
}

export function takeRecord(from, texts) {
  const lastAt = from.next();
  const { task, attempts } = takeStored(from, texts);
  return { ...task, lastAt, attempts };
}

export function takeNotice(from, texts) {
  const id = () => texts.get(from.next());
  const kind = from.word(noticeKinds);
  if (kind === "final_summary") {
    const status = from.word(terminalStatuses);
    const task = takeTask(from, texts);
    return { kind, taskId: task.taskId, status, task, at: from.next() };
  }
  const notice = { kind, taskId: id() };
  if (kind === "retry_scheduled") {
    notice.failedAttemptID = id();
    assign(notice, "failedSessionID", id());
    assign(notice, "failedModel", takeSomeModel(from, texts));
    assign(notice, "failedError", id());
    notice.attemptID = id();
    assign(notice, "nextModel", takeSomeModel(from, texts));
  } else {
    notice.attemptID = id();
    notice.attemptNumber = from.next();
    notice.sessionID = id();
    assign(notice, "model", takeSomeModel(from, texts));
  }
  notice.at = from.next();
  return notice;
}

export function takeStats(from) {
  const [pushed, delivered, dropped, buffered, rejected] = from.all;
  return { pushed, delivered, dropped, buffered, rejected };
}
