import { line } from "./text.js";

/** Every word of the tab. `{n}` and its like are filled in; counts have a label for one and one for more. */
export const defaultLabels = Object.freeze({
  title: "Background tasks",
  oneRunning: "1 running",
  manyRunning: "{n} running",
  oneNewError: "1 new error",
  manyNewErrors: "{n} new errors",
  active: "Active",
  finished: "Finished",
  noTasks: "No background tasks yet.",
  nothingActive: "Nothing runs at the moment.",
  chooseTask: "Choose a task to see what it does.",
  newError: "new",
  partOf: "part of: {task}",
  back: "Back to all tasks",

  pending: "Pending",
  queued: "Queued",
  retryScheduled: "Retry scheduled",
  sessionFailed: "Session failed",
  running: "Running",
  completed: "Completed",
  error: "Failed",
  cancelled: "Cancelled",
  interrupt: "Interrupted",
  paused: "Paused",
  unknown: "Unknown",
  outcomeCompleted: "{task}: Background task completed after {attempts}.",
  outcomeError: "{task}: Background task failed after {attempts}.",
  outcomeCancelled: "{task}: Background task cancelled after {attempts}.",
  outcomeInterrupt: "{task}: Background task interrupted after {attempts}.",

  cancel: "Cancel",
  copyTimeline: "Copy timeline",
  openSession: "Open session {session}",

  attempts: "Attempts",
  attempt: "Attempt {n}",
  attemptRange: "Attempts {first}–{last}",
  oneAttempt: "1 attempt",
  manyAttempts: "{n} attempts",
  manyModels: "{n} models",
  noSession: "no session",
  noAttempts: "Nothing is known of its attempts.",
  chart: "{attempts} in {duration}",
  showError: "Show the whole error",
  wholeError: "Whole error",

  activity: "Activity",
  waiting: "Waiting for its first progress…",
  noActivity: "No progress was seen.",
  oneDropped: "1 update was left out",
  manyDropped: "{n} updates were left out",
  goToNewest: "Go to the newest",
  started: "started",
  done: "completed",
  failed: "failed",
  over: "ended",

  conversation: "Conversation",
  showConversation: "Show the conversation",
  loading: "Loading the conversation…",
  empty: "No messages of this task were saved.",
  unreadable: "The saved conversation cannot be read. The task itself is not affected.",
  askAgain: "Ask again",
  lastOnes: "the last {n}",
  showEarlier: "Show earlier ones",
  showAll: "Show all",
  showLess: "Show less",
  messageTask: "Task",
  messageText: "Assistant",
  messageReasoning: "Reasoning",
  messageResult: "Result",
  messageUser: "You",
  messageQuestion: "Question",
  messageTool: "Tool",
  messageCommand: "Command",
  messageOutput: "Output",
  messageError: "Error",
  messageRetry: "Retried",
  messageUnknown: "A message of an unknown form",

  lessThanASecond: "<1s",
  seconds: "{s}s",
  minutes: "{m}m {s}s",
  hours: "{h}h {m}m",
  days: "{d}d {h}h",
});

const PENDING = { queued: "queued", retry_scheduled: "retryScheduled", session_failed: "sessionFailed" };
const OUTCOMES = { completed: "outcomeCompleted", error: "outcomeError", cancelled: "outcomeCancelled", interrupt: "outcomeInterrupt" };

/** A label with its places filled in. */
export const fill = (label, values) => label.replace(/\{(\w+)\}/g, (place, name) => values[name] ?? place);

/** "1 attempt", "2 attempts". @param {string} what such as `Attempt`, of `oneAttempt` and `manyAttempts` */
export function counted(labels, n, one, many) {
  return fill(n === 1 ? labels[one] : labels[many], { n: number(n) });
}

export const number = (n) => n.toLocaleString();

export const attemptsOf = (labels, n) => counted(labels, n, "oneAttempt", "manyAttempts");

/** Pending says why it is pending. */
export const statusWord = (labels, { status, pendingReason }) => labels[PENDING[pendingReason] ?? status] ?? labels.unknown;

/** What is announced when a task has ended; nothing for a status that is no end. */
export function outcome(labels, { status, description, attempts }) {
  const label = labels[OUTCOMES[status]];
  return label ? fill(label, { task: line(description), attempts: attemptsOf(labels, attempts) }) : "";
}

export function duration(labels, ms) {
  const s = Math.floor(ms / 1_000);
  const m = Math.floor(s / 60);
  const h = Math.floor(m / 60);
  const d = Math.floor(h / 24);
  if (!(s >= 1)) return labels.lessThanASecond;
  if (m < 1) return fill(labels.seconds, { s });
  if (h < 1) return fill(labels.minutes, { m, s: s % 60 });
  if (d < 1) return fill(labels.hours, { h, m: m % 60 });
  return fill(labels.days, { d, h: h % 24 });
}
