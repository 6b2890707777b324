// docs/migration.md: the reducer that it starts from has the faults that it names, and what takes its place has not.
import assert from "node:assert/strict";
import { test } from "node:test";
import { BackgroundTaskView } from "../../pkg/inline.js";
import { example } from "../bundlers/readme.mjs";

const source = example("docs/migration.md", "Moving from a reducer of your own", "js");
const { reduce } = await import(`data:text/javascript,${encodeURIComponent(`${source}\nexport { reduce };`)}`);

test("a late failure of the first session turns the second attempt of a reducer into an error, and not that of a view", () => {
  let state = { tasks: {} };
  const sent = [
    { type: "taskStarted", taskId: "t", sessionId: "first" },
    { type: "taskFailed", taskId: "t", sessionId: "first", error: "no" },
    { type: "taskStarted", taskId: "t", sessionId: "second" },
    { type: "taskFailed", taskId: "t", sessionId: "first", error: "late" },
  ];
  for (const message of sent) state = reduce(state, message);
  assert.equal(state.tasks.t.status, "error");

  const view = new BackgroundTaskView();
  const attempt = (event, fields) => view.receive({ type: "backgroundTaskAttempt", taskId: "t", at: 1, event, ...fields });
  attempt("launched", { attemptID: "a" });
  attempt("session_ready", { attemptID: "a", sessionID: "first" });
  attempt("retry_scheduled", { sessionID: "first", error: "no", nextAttemptID: "b" });
  assert.equal(view.task("t").status, "pending");
  attempt("session_ready", { attemptID: "b", sessionID: "second" });
  assert.equal(attempt("finished", { sessionID: "first", status: "error", error: "late" }).reason, "superseded");
  assert.equal(view.task("t").status, "running");
  view.dispose();
});

test("every progress message renders the state of a reducer anew, and that of a view once per window", async () => {
  let state = { tasks: {} };
  const states = new Set();
  const view = new BackgroundTaskView({ throttle: { windowMs: 10 } });
  let renders = 0;
  view.receive({ type: "backgroundTaskAttempt", taskId: "t", at: 1, event: "launched", attemptID: "a" });
  view.select("t");
  await new Promise((resolve) => setTimeout(resolve));
  const shown = new Promise((resolve) => view.subscribe(() => resolve(++renders)));
  for (let timestamp = 0; timestamp < 5; timestamp++) {
    const update = { kind: "tool_call", timestamp, toolName: "read_file" };
    state = reduce(state, { type: "taskProgress", taskId: "t", update });
    states.add(state);
    view.receive({ type: "backgroundTaskProgress", taskId: "t", update });
  }
  assert.equal(states.size, 5);
  await shown;
  assert.deepEqual([renders, view.getSnapshot().live.updates.length], [1, 5]);
  view.dispose();
});
