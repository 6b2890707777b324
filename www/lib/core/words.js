// The words of the contract, in the order of the enumerations of the core: their places are what crosses.

export const statuses = ["pending", "running", "completed", "error", "cancelled", "interrupt"];
export const terminalStatuses = ["completed", "error", "cancelled", "interrupt"];
export const pendingReasons = ["queued", "retry_scheduled", "session_failed"];
export const attemptEvents = ["launched", "session_ready", "session_failed", "retry_scheduled", "finished"];
export const kinds = ["status_change", "error", "tool_result", "tool_call"];
export const styles = ["balanced", "compact"];
export const modes = ["replay", "live"];
export const activityStatuses = ["started", "completed", "errored"];
export const taskStatuses = ["pending", "running", "paused", "completed", "error", "cancelled", "interrupt", "unknown"];
export const replayStates = ["loading", "ready", "empty", "unreadable"];

const ignoredReasons = [
  "unknown_task",
  "unknown_attempt",
  "unknown_session",
  "superseded",
  "already_terminal",
  "already_bound",
  "session_in_use",
  "attempt_in_use",
  "task_active",
  "duplicate",
];
const notAppliedReasons = ["stale", "waiting_for_snapshot", "not_selected", "not_requested", "conflict"];

/** What a number below 0 says: why, and whether a session was created for nothing. */
export function refusal(code) {
  const abortSession = code <= -100;
  const place = -1 - code - (abortSession ? 100 : 0);
  const reason = place < 20 ? ignoredReasons[place] : notAppliedReasons[place - 20];
  return abortSession ? { reason, abortSession } : { reason };
}

/** What a word from outside says of a task's status. No word, or an unknown one, says nothing. */
export function claim(word) {
  if (word === "active") return taskStatuses.length;
  const place = taskStatuses.indexOf(aliases.get(word) ?? word);
  return place < 0 ? taskStatuses.length - 1 : place;
}

const aliases = new Map([
  ["interrupted", "interrupt"],
  ["timed_out", "error"],
  ["failed", "error"],
  ["errored", "error"],
  ["delegated", "paused"],
]);

export const labels = (
  "header attempt attempts tagPending tagRunning tagCompleted tagError tagCancelled tagInterrupt " +
  "pending running completed failed cancelled interrupted queued retryScheduled sessionFailed session " +
  "noSession unknownModel models error unknownError seconds minutes hours days retryNotice " +
  "failedSession failedModel nextModel sessionNotice sessionField model summary oneAttempt manyAttempts"
).split(" ");
