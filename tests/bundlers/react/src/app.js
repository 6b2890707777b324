import { createElement as h } from "react";
import { useBackgroundTasks } from "tasklight/react";

export function App({ view }) {
  const { badge, active, finished } = useBackgroundTasks(view);
  const tasks = [...active, ...finished].map((task) => `${task.taskId} ${task.status}`).join(", ");
  // One text: React puts comments between neighbours.
  return h("p", null, `${badge.running} running, ${badge.errors} errors: ${tasks}`);
}

export function attempt(view, taskId, event, fields) {
  return view.receive({ type: "backgroundTaskAttempt", taskId, event, attemptID: "a", at: 1, ...fields });
}
