// The messages of the extension, as far as the view needs them. Those of others are not looked at.
import * as wasm from "#wasm";
import { count, get, id, isArray, isNothing, needed, object, optional, someId, someText, string, text, time } from "./check.js";
import { putList, putSomeModel, putTask, terminalStatus } from "./data.js";
import { invalid } from "./error.js";
import { putNumbers } from "./memory.js";
import { delivered, readUpdate } from "./update.js";
import { attemptEvents, claim } from "./words.js";

/**
 * By type: each reads a message, which may run anything, and gives what tells the core. That gives a code: below 0,
 * why it changed nothing.
 */
const readers = new Map(
  Object.entries({
    backgroundTaskAttempt(message) {
      const values = attemptMessage(message);
      return (view, texts) => {
        putNumbers(texts.numbers(values));
        return wasm.view_attempt(view);
      };
    },

    backgroundTaskSnapshot(message) {
      const values = [optional(message, "seq", "message", count) ?? NaN];
      const named = needed(message, "taskId", "message", someId);
      putTask(values, get(message, "task", "message"), "message.task");
      if (named && values[1] !== named) throw invalid("message.task.taskId", "the taskId of the message");
      return (view, texts, now) => {
        putNumbers(texts.numbers(values));
        return wasm.view_snapshot(view, now);
      };
    },

    backgroundTaskProgress(message) {
      const task = viewedTask(message);
      const update = readUpdate(either(message, "update", "backgroundTaskProgress"));
      return (view, texts, now) => {
        const payload = texts.add();
        const code = wasm.view_progress(view, texts.of(task), update.kind, now, payload);
        if (code > 0) texts.set(payload, delivered(update, code));
        else texts.drop(payload);
        return code;
      };
    },

    backgroundTaskMessages(message) {
      const task = viewedTask(message);
      const { length, messages } = replay(message);
      return (view, texts) => {
        const number = messages ? texts.add(messages) : 0;
        const code = wasm.view_messages(view, texts.of(task), length, number);
        if (number && code < 0) texts.drop(number);
        return code;
      };
    },

    taskHistoryUpdated: (message) => putting(history(message, "message"), wasm.view_history),

    taskHistoryItemUpdated: (message) => putting(item(get(message, "taskHistoryItem", "message")), wasm.view_history_items),

    state(message) {
      const state = needed(message, "state", "message", object);
      const current = item(get(state, "currentTaskItem", "state"));
      const has = (key) => !isNothing(get(state, key, "state"));
      const items = has("taskHistory") && history(state, "state");
      const running = has("backgroundTasks") && background(state, "state");
      const steps = [
        items && putting(items, wasm.view_history),
        putting(current, wasm.view_history_items),
        running && putting(running, wasm.view_background),
      ];
      return (view, texts) => {
        for (const step of steps) if (step) step(view, texts);
        return 0;
      };
    },
  }),
);

/** Tells the core a list. */
const putting = (values, call) => (view, texts) => {
  putNumbers(texts.numbers(values));
  call(view);
  return 0;
};

/** What reads messages like this one; nothing for a message of others. */
export function readerOf(message) {
  if (typeof message !== "object" || message === null) return undefined;
  return readers.get(get(message, "type", "message"));
}

/** The first that is there. */
function either(message, key, other) {
  const value = get(message, key, "message");
  return isNothing(value) ? get(message, other, "message") : value;
}

const viewedTask = (message) => id(either(message, "taskId", "backgroundTaskId"), "message.taskId");

function attemptMessage(message) {
  const what = "message";
  const event = attemptEvents.indexOf(needed(message, "event", what, string));
  const needs = (key) => needed(message, key, what, id);
  const error = () => needed(message, "error", what, someText);
  const task = needs("taskId");
  const rest = [];
  switch (attemptEvents[event]) {
    case "launched":
      rest.push(task, needs("attemptID"));
      putSomeModel(rest, message, "model", what);
      rest.push(needed(message, "description", what, someText), needed(message, "parentTaskId", what, someId));
      break;
    case "session_ready":
      rest.push(needs("attemptID"), needs("sessionID"));
      putSomeModel(rest, message, "model", what);
      break;
    case "session_failed":
      rest.push(needs("attemptID"), error());
      break;
    case "retry_scheduled":
      rest.push(...subject(message), error(), needs("nextAttemptID"));
      putSomeModel(rest, message, "nextModel", what);
      break;
    case "finished":
      rest.push(...subject(message), needed(message, "status", what, terminalStatus), error());
      break;
    default:
      throw invalid("message.event", "an event of an attempt");
  }
  const seq = optional(message, "seq", what, count) ?? NaN;
  return [task, seq, needed(message, "at", what, time), event, ...rest];
}

/** An attempt, or else a session. */
function subject(message) {
  const attempt = needed(message, "attemptID", "message", someId);
  return attempt ? [attempt, 0] : [0, needed(message, "sessionID", "message", id)];
}

/** A list, or (a length of NaN) what is none. */
function replay(message) {
  try {
    const messages = either(message, "messages", "backgroundTaskMessages");
    if (isArray(messages) && typeof messages.length === "number") return { length: messages.length, messages };
  } catch {
    // As unreadable as what is no list.
  }
  return { length: NaN };
}

/** What `read` gives, unless it throws. */
function unless(read) {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function history(from, what) {
  const out = [];
  putList(out, from, "taskHistory", what, (item) => putHistoryItem(out, item));
  return out;
}

/** A list of the one item, or of none. */
function item(value) {
  const out = [1];
  return putHistoryItem(out, value) === false ? [0] : out;
}

const claimed = (from) => claim(unless(() => get(from, "status", "item")));
const parent = (from) => unless(() => needed(from, "parentTaskId", "item", someId)) ?? 0;

/** An item without an id, a time or a text is not shown by any history, and not here: `false`. */
function putHistoryItem(out, value) {
  return (
    unless(() => {
      const from = object(value, "item");
      const taskId = needed(from, "id", "item", id);
      const ts = needed(from, "ts", "item", time);
      const description = needed(from, "task", "item", text);
      if (!(ts > 0) || description.trim() === "") return false;
      out.push(taskId, parent(from), ts, description, claimed(from));
      return true;
    }) ?? false
  );
}

function background(from, what) {
  const out = [];
  const put = (info) => {
    const from = object(info, "item");
    const at = (key) => unless(() => optional(from, key, "item", time)) ?? NaN;
    out.push(needed(from, "taskId", "item", id), parent(from), claimed(from), at("startedAt"), at("completedAt"));
    return true;
  };
  putList(out, from, "backgroundTasks", what, (info) => unless(() => put(info)) ?? false);
  return out;
}
