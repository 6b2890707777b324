// The words that scenarios are written in.

/** When every scenario starts: 27 April 2026, 09:30 UTC. */
export const START = Date.UTC(2026, 3, 27, 9, 30);

/**
 * Messages that know their pause only, given the time that follows from it.
 *
 * @param {import("./player.js").Entry[]} entries
 */
export function script(entries) {
  let elapsed = 0;
  return entries.map(({ after, message }) => {
    elapsed += after;
    const at = Math.round(START + elapsed);
    return message.type === "backgroundTaskProgress"
      ? { after, message: { ...message, update: { ...message.update, timestamp: at } } }
      : { after, message: { ...message, at } };
  });
}

/** The attempt events of a task. Those of a task are numbered from 1. */
export function task(taskId) {
  let seq = 0;
  const event = (after, name, fields) => ({
    after,
    message: { type: "backgroundTaskAttempt", taskId, seq: ++seq, event: name, ...fields },
  });
  return {
    launched: (after, attemptID, model, description) =>
      event(after, "launched", { attemptID, model, description, parentTaskId: "task_main" }),
    sessionReady: (after, attemptID, sessionID) => event(after, "session_ready", { attemptID, sessionID }),
    sessionFailed: (after, attemptID, error) => event(after, "session_failed", { attemptID, error }),
    retry: (after, ref, error, nextAttemptID, nextModel) =>
      event(after, "retry_scheduled", { ...ref, error, nextAttemptID, nextModel }),
    finished: (after, ref, status, error) => event(after, "finished", { ...ref, status, error }),
  };
}

export function progress(after, taskId, update) {
  return { after, message: { type: "backgroundTaskProgress", taskId, update } };
}

const FAILURES = {
  execute_command: "Command failed with exit code 1: npm test\nTypeError: Cannot read properties of undefined (reading 'resolve')",
  read_file: "ENOENT: no such file or directory, open 'docs/modes/overview.md'",
};

/** Tools one after the other, by name; one with a `!` fails. */
export function toolRuns(pause, taskId, names) {
  return names.split(" ").flatMap((name, index) => {
    const toolName = name.replace("!", "");
    const started = progress(pause, taskId, { kind: "tool_call", toolName, status: "started" });
    // Not all alike, as in life.
    const after = pause + (index % 3) * 150;
    if (toolName === name) return [started, progress(after, taskId, { kind: "tool_result", toolName, status: "completed" })];
    return [started, progress(after, taskId, { kind: "error", toolName, status: "errored", errorMessage: FAILURES[toolName] })];
  });
}

/** For a getter that works something out once. */
export function lasting(object, name, value) {
  Object.defineProperty(object, name, { value });
  return value;
}
