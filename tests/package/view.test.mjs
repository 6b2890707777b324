// The view, rule by rule: contract, section 5, and the cases of progress, tasks, replay and lifecycle.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BackgroundTaskView, TasklightError } from "../../pkg/inline.js";
import { SimulatedClock } from "./simulation.mjs";

const tick = () => new Promise((resolve) => setImmediate(resolve));

function setUp(options = {}) {
  const clock = new SimulatedClock(1_000);
  const posts = [];
  const view = new BackgroundTaskView({ post: (message) => posts.push(message), clock, ...options });
  let at = 0;
  const attempt = (taskId, event, fields = {}) =>
    view.receive({ type: "backgroundTaskAttempt", taskId, event, at: ++at, ...fields });
  return {
    view,
    clock,
    posts,
    attempt,
    launch: (taskId, attemptID = `${taskId}_1`, fields = {}) => {
      attempt(taskId, "launched", { attemptID, ...fields });
      attempt(taskId, "session_ready", { attemptID, sessionID: `ses_${attemptID}` });
    },
    finish: (taskId, status = "completed", attemptID = `${taskId}_1`, fields = {}) =>
      attempt(taskId, "finished", { attemptID, status, ...fields }),
    progress: (taskId, update) =>
      view.receive({ type: "backgroundTaskProgress", taskId, update: { kind: "tool_call", timestamp: 1, ...update } }),
    history: (...taskHistory) => view.receive({ type: "taskHistoryUpdated", taskHistory }),
    task: (taskId) => all(view).find((task) => task.taskId === taskId),
  };
}

const all = (view) => [...view.getSnapshot().active, ...view.getSnapshot().finished];
const item = (id, fields = {}) => ({ id, ts: 10, task: `about ${id}`, number: 1, parentTaskId: "root", ...fields });
const ids = (tasks) => tasks.map((task) => task.taskId);

describe("attempts", () => {
  test("every event reaches the ledger, and ignored ones say why", () => {
    const { view, attempt, task } = setUp();
    const a = "att_a";
    assert.deepEqual(attempt("t", "finished", { attemptID: a, status: "error" }), { handled: true, reason: "unknown_attempt" });
    assert.deepEqual(attempt("t", "launched", { attemptID: a, model: { providerID: "p", modelID: "m" }, description: "Fix it" }), { handled: true });
    assert.deepEqual(attempt("t", "launched", { attemptID: "b" }), { handled: true, reason: "task_active" });
    assert.deepEqual(attempt("t", "session_failed", { attemptID: a, error: "no" }), { handled: true });
    assert.deepEqual(attempt("t", "session_ready", { attemptID: a, sessionID: "s" }), { handled: true });
    assert.deepEqual(attempt("t", "session_ready", { attemptID: a, sessionID: "s" }), { handled: true, reason: "duplicate" });
    const retry = { sessionID: "s", error: "boom", nextAttemptID: "att_b", nextModel: { modelID: "m2" } };
    assert.deepEqual(attempt("t", "retry_scheduled", retry), { handled: true });
    assert.deepEqual(attempt("t", "finished", { sessionID: "s", status: "error" }), { handled: true, reason: "superseded" });
    assert.equal(task("t").status, "pending");
    assert.deepEqual(attempt("t", "finished", { attemptID: "att_b", status: "cancelled" }), { handled: true });
    assert.deepEqual(attempt("t", "finished", { attemptID: "att_b", status: "error" }), { handled: true, reason: "already_terminal" });
    assert.deepEqual(task("t"), {
      taskId: "t", description: "Fix it", status: "cancelled", attempts: 2, model: "m2", completedAt: 9, hasUnseenError: false,
    });
    assert.deepEqual(view.takeNotices().map((notice) => notice.kind), ["retry_scheduled", "final_summary"]);
  });

  test("an event of one task never reaches an attempt of another", () => {
    const { attempt, launch, task } = setUp();
    launch("a");
    launch("b");
    assert.equal(attempt("b", "finished", { attemptID: "a_1", status: "error" }).reason, "unknown_attempt");
    assert.equal(attempt("b", "finished", { sessionID: "ses_a_1", status: "error" }).reason, "unknown_session");
    assert.deepEqual([task("a").status, task("b").status], ["running", "running"]);
  });

  test("a session that belongs to nobody is to be aborted", () => {
    const { view, attempt, launch } = setUp();
    launch("t");
    assert.deepEqual(attempt("t", "session_ready", { attemptID: "gone", sessionID: "new" }), { handled: true, reason: "unknown_attempt", abortSession: true });
    assert.deepEqual(attempt("t", "session_ready", { attemptID: "t_1", sessionID: "new" }), { handled: true, reason: "already_bound", abortSession: true });
    assert.deepEqual(attempt("t", "session_ready", { attemptID: "gone", sessionID: "ses_t_1" }), { handled: true, reason: "unknown_attempt" });
    assert.equal(view.task("t").sessionID, "ses_t_1");
    assert.equal(view.task("u"), undefined);
  });

  test("what is malformed changes nothing", () => {
    const { view, launch } = setUp();
    launch("t");
    const before = view.getSnapshot();
    const event = { type: "backgroundTaskAttempt", taskId: "t", event: "finished", attemptID: "t_1", status: "error", at: 9 };
    for (const broken of [
      { taskId: "" }, { taskId: 1 }, { at: "soon" }, { at: NaN }, { event: "died" }, { event: null }, { status: "running" },
      { attemptID: 1 }, { error: {} }, { seq: -1 }, { seq: 1.5 }, { seq: "1" },
    ]) {
      const { handled, reason, detail } = view.receive({ ...event, ...broken });
      assert.deepEqual([handled, reason], [false, "malformed"], JSON.stringify(broken));
      assert.match(detail, /^message\.\w+ must be /);
    }
    assert.equal(view.getSnapshot(), before);
  });
});

describe("order of messages", () => {
  const snapshot = (taskId, attempts, seq) => ({ type: "backgroundTaskSnapshot", taskId, task: { taskId, attempts }, seq });
  const running = { attemptID: "a1", attemptNumber: 1, status: "running", sessionID: "s1", startedAt: 2 };

  test("a gap asks once for a snapshot, and what comes meanwhile is applied when it is in", () => {
    const { view, attempt, posts, task } = setUp();
    attempt("t", "launched", { attemptID: "a1", seq: 1 });
    assert.equal(attempt("t", "retry_scheduled", { attemptID: "a1", nextAttemptID: "a2", seq: 3 }).reason, "waiting_for_snapshot");
    assert.equal(attempt("t", "session_ready", { attemptID: "a2", sessionID: "s2", seq: 4 }).reason, "waiting_for_snapshot");
    assert.deepEqual(posts, [{ type: "requestBackgroundTaskSnapshot", taskId: "t" }]);
    assert.equal(task("t").attempts, 1);
    assert.deepEqual(view.receive(snapshot("t", [running], 2)), { handled: true });
    assert.deepEqual([task("t").attempts, task("t").status], [2, "running"]);
    assert.deepEqual(attempt("t", "finished", { attemptID: "a2", status: "completed", seq: 5 }), { handled: true });
    assert.equal(posts.length, 1);
  });

  test("R05: what is older is stale", () => {
    const { view, attempt, launch } = setUp();
    attempt("t", "launched", { attemptID: "a1", seq: 5 });
    attempt("t", "session_ready", { attemptID: "a1", sessionID: "s1", seq: 6 });
    const before = view.getSnapshot();
    assert.equal(attempt("t", "session_ready", { attemptID: "a1", sessionID: "s1", seq: 6 }).reason, "stale");
    assert.equal(attempt("t", "finished", { attemptID: "a1", status: "error", seq: 2 }).reason, "stale");
    assert.equal(view.receive(snapshot("t", [running], 4)).reason, "stale");
    assert.equal(view.getSnapshot(), before);
    launch("other");
    assert.deepEqual(view.receive(snapshot("t", [running], 6)), { handled: true });
  });

  test("a page that comes late asks for the task", () => {
    const { view, attempt, posts, task } = setUp();
    attempt("t", "finished", { attemptID: "a1", status: "completed", seq: 7 });
    assert.deepEqual(posts, [{ type: "requestBackgroundTaskSnapshot", taskId: "t" }]);
    assert.deepEqual(all(view), []);
    view.receive(snapshot("t", [running], 6));
    assert.equal(task("t").status, "completed");
  });

  test("C60: a snapshot never reopens what has ended, and never takes what is another task's", () => {
    const { view, launch, finish, task } = setUp();
    launch("t", "a1");
    finish("t", "completed", "a1");
    assert.equal(view.receive(snapshot("t", [running])).reason, "stale");
    assert.equal(view.receive(snapshot("u", [running])).reason, "conflict");
    assert.equal(view.receive(snapshot("v", [{ ...running, attemptID: "x", sessionID: "ses_a1" }])).reason, "conflict");
    assert.deepEqual([task("t").status, all(view).length], ["completed", 1]);
  });

  test("a snapshot that leaves out what it must say is completed; one that is of no use strands nothing", () => {
    const { view, attempt, task, clock } = setUp();
    view.receive(snapshot("t", [{ attemptID: "a", attemptNumber: 1, status: "error", sessionID: "s" }, { attemptID: "b", attemptNumber: 2, status: "pending" }], 3));
    assert.deepEqual([task("t").status, task("t").pendingReason, view.task("t").attempts[0].completedAt], ["pending", "queued", clock.now()]);
    const restored = new BackgroundTaskView();
    assert.equal(restored.restoreState(view.saveState()), true);
    restored.dispose();
    assert.equal(attempt("t", "session_ready", { attemptID: "b", sessionID: "s2", seq: 5 }).reason, "waiting_for_snapshot");
    assert.equal(view.receive(snapshot("t", [{ attemptID: "b", attemptNumber: 7, status: "pending" }], 5)).reason, "conflict");
    assert.equal(task("t").status, "running", "what waited was applied");
    assert.deepEqual(attempt("t", "finished", { attemptID: "b", status: "completed", seq: 6 }), { handled: true });
  });

  test("a further gap behind a snapshot asks again", () => {
    const { view, attempt, posts } = setUp();
    attempt("t", "launched", { attemptID: "a1", seq: 1 });
    attempt("t", "finished", { attemptID: "a1", status: "error", seq: 9 });
    view.receive(snapshot("t", [running], 4));
    assert.equal(posts.length, 2);
    view.receive(snapshot("t", [running], 8));
    assert.deepEqual(view.getSnapshot().badge, { running: 0, errors: 1 });
  });
});

describe("history and lists", () => {
  test("tasks with a parent are listed, by words that are mapped carefully", () => {
    const { view, history, task } = setUp();
    const words = {
      completed: "completed", cancelled: "cancelled", error: "error", pending: "pending", running: "running", paused: "paused",
      interrupted: "interrupt", timed_out: "error", failed: "error", errored: "error", active: "unknown", delegated: "paused",
      "": "unknown", resumable: "unknown", __proto__x: "unknown",
    };
    history(item("root", { parentTaskId: undefined }), item("none"), ...Object.keys(words).map((word) => item(`t_${word}`, { status: word })));
    assert.equal(task("root"), undefined);
    assert.equal(task("none").status, "unknown");
    for (const [word, status] of Object.entries(words)) assert.equal(task(`t_${word}`).status, status, word);
    assert.deepEqual(new Set(view.getSnapshot().active.map((t) => t.status)), new Set(["pending", "running", "paused"]));
  });

  test("`active` runs only for a task that a live source knows", () => {
    const { view, history, task, progress } = setUp();
    history(item("listed", { status: "active" }), item("busy", { status: "active" }), item("old", { status: "active" }));
    view.receive({ type: "state", state: { backgroundTasks: [{ taskId: "listed", status: "active", startedAt: 3 }] } });
    view.select("busy");
    progress("busy");
    assert.deepEqual(["listed", "busy", "old"].map((id) => task(id).status), ["running", "running", "unknown"]);
  });

  test("the ledger wins over history, and what it ended only a resume reopens", () => {
    const { attempt, launch, finish, history, task, view } = setUp();
    launch("t");
    history(item("t", { status: "completed", ts: 1e6 }));
    assert.equal(task("t").status, "running");
    finish("t", "error");
    history(item("t", { status: "active", ts: 2e6 }));
    view.receive({ type: "state", state: { backgroundTasks: [{ taskId: "t", status: "running" }] } });
    assert.equal(task("t").status, "error");
    attempt("t", "launched", { attemptID: "t_2" });
    assert.equal(task("t").status, "pending");
  });

  test("a history item reopens only with a newer ts", () => {
    const { history, task, view } = setUp();
    const update = (fields) => view.receive({ type: "taskHistoryItemUpdated", taskHistoryItem: item("t", fields) });
    history(item("t", { status: "completed", ts: 10 }));
    update({ status: "delegated", ts: 9 });
    update({ status: "delegated", ts: 10 });
    assert.equal(task("t").status, "completed");
    update({ status: "delegated", ts: 11 });
    assert.equal(task("t").status, "paused");
  });

  test("R03: a task that the list of running tasks no longer has does not run", () => {
    const { view, task } = setUp();
    const list = (...backgroundTasks) => view.receive({ type: "state", state: { backgroundTasks } });
    list({ taskId: "t", status: "running", startedAt: 1 });
    assert.equal(task("t").status, "running");
    list();
    assert.equal(task("t").status, "unknown");
    assert.deepEqual(view.getSnapshot().badge, { running: 0, errors: 0 });
  });

  test("P09, H05: a key that is missing means unchanged, an empty list is empty, and neither touches what is live", () => {
    const { view, history, launch, task } = setUp();
    launch("live");
    history(item("h", { status: "completed" }));
    const before = view.getSnapshot();
    assert.deepEqual(view.receive({ type: "state", state: {} }), { handled: true });
    assert.deepEqual(view.receive({ type: "state", state: { currentTaskId: "x", clineMessages: [] } }), { handled: true });
    assert.equal(view.getSnapshot(), before);
    history();
    assert.deepEqual(ids(all(view)), ["live"]);
    assert.equal(task("live").status, "running");
  });

  test("H16: what no history shows is left out on every path", () => {
    const { view, history } = setUp();
    const bad = [item("a", { ts: 0 }), item("b", { ts: undefined }), item("c", { task: "" }), item("d", { task: undefined }), item("", {}), null, 1, "x", {}];
    history(...bad);
    for (const taskHistoryItem of bad) view.receive({ type: "taskHistoryItemUpdated", taskHistoryItem });
    for (const currentTaskItem of bad) view.receive({ type: "state", state: { currentTaskItem } });
    assert.deepEqual(all(view), []);
  });

  test("H02, H03: children are found by their parent, and a delegating parent does not run", () => {
    const { history, task } = setUp();
    const parent = { status: "delegated", awaitingChildId: "c", childIds: ["c"] };
    history(item("p", parent), item("c", { parentTaskId: "p" }));
    history(item("p", { status: "delegated" }), item("c", { parentTaskId: "p" }));
    assert.equal(task("c").parentTaskId, "p");
    history(item("p", parent));
    assert.deepEqual([task("p").status, task("c")], ["paused", undefined]);
  });

  test("H13: the later whole list is the list", () => {
    const { view, history } = setUp();
    history(item("a"), item("b"));
    history(item("b", { status: "completed" }), item("c"));
    assert.deepEqual(ids(all(view)).sort(), ["b", "c"]);
  });

  test("H17: an interrupted task is interrupted, whatever its messages say", () => {
    const { view, history } = setUp();
    history(item("t", { status: "interrupted" }));
    view.select("t");
    view.receive({ type: "backgroundTaskMessages", taskId: "t", messages: [{ ts: 1, type: "say", say: "completion_result", text: "done" }] });
    assert.equal(view.getSnapshot().finished[0].status, "interrupt");
  });

  test("a parent that is missing, the task itself, or part of a cycle: at the top, once", () => {
    const { view, history, task } = setUp();
    history(
      item("orphan", { parentTaskId: "gone" }), item("self", { parentTaskId: "self" }), item("a", { parentTaskId: "b" }),
      item("b", { parentTaskId: "a" }), item("below", { parentTaskId: "a" }), item("child", { parentTaskId: "root" }),
      item("root", { parentTaskId: undefined }),
    );
    assert.deepEqual(ids(all(view)).sort(), ["a", "b", "below", "child", "orphan", "self"]);
    const parents = Object.fromEntries(all(view).map((t) => [t.taskId, t.parentTaskId]));
    assert.deepEqual(parents, { orphan: undefined, self: undefined, a: undefined, b: undefined, below: "a", child: "root" });
    history(item("orphan", { parentTaskId: "gone" }), item("gone", { parentTaskId: undefined }));
    assert.equal(task("orphan").parentTaskId, "gone");
  });

  test("newest first", () => {
    const { view, launch, finish, history } = setUp();
    launch("a");
    launch("b");
    launch("c");
    assert.deepEqual(ids(view.getSnapshot().active), ["c", "b", "a"]);
    finish("b");
    finish("a");
    history(item("old", { status: "completed", ts: 1 }));
    assert.deepEqual(ids(view.getSnapshot().finished), ["a", "b", "old"]);
  });
});

describe("lifecycle of the page", () => {
  test("V01: of a state that is pushed over and over, only what matters is read, and the same again changes nothing", () => {
    const { view } = setUp();
    let read = 0;
    const state = {
      get clineMessages() {
        read++;
        return [];
      },
      taskHistory: [item("t", { status: "completed" })],
    };
    view.receive({ type: "state", state });
    const before = view.getSnapshot();
    for (let n = 0; n < 3_500; n++) view.receive({ type: "state", state });
    assert.equal(read, 0);
    assert.equal(view.getSnapshot(), before);
  });

  test("L01, L03: a page that comes back asks for what it may have missed, and goes on meanwhile", async () => {
    const { view, clock, launch, finish, history } = setUp();
    launch("a");
    launch("b");
    finish("b");
    history(item("h", { status: "completed" }));
    view.select("a");
    await tick();
    view.subscribe(() => assert.fail("a listener of the old page"));
    const saved = JSON.parse(JSON.stringify(view.saveState()));
    view.free();
    const posts = [];
    const again = new BackgroundTaskView({ clock, post: (message) => posts.push(message) });
    assert.equal(again.restoreState(saved), true);
    assert.deepEqual(posts, [
      { type: "subscribeToBackgroundTask", taskId: "a" },
      { type: "requestBackgroundTaskSnapshot", taskId: "a" },
    ]);
    again.receive({ type: "backgroundTaskAttempt", taskId: "a", event: "finished", attemptID: "a_1", status: "completed", at: 99 });
    assert.deepEqual(ids(again.getSnapshot().active), []);
    again.receive({ type: "taskHistoryUpdated", taskHistory: [] });
    assert.deepEqual(ids(all(again)), ["a", "b"], "H14: what the history no longer has does not stay");
  });

  test("R08: a replay whose answer was missed is asked for again when the tab opens", () => {
    const { view, history, posts } = setUp();
    history(item("h", { status: "completed" }));
    view.openTab();
    view.select("h");
    view.closeTab();
    view.openTab();
    view.openTab();
    assert.equal(posts.filter((post) => post.type === "requestBackgroundTaskMessages").length, 2);
    view.receive({ type: "backgroundTaskMessages", taskId: "h", messages: [{ ts: 1 }] });
    view.closeTab();
    view.openTab();
    assert.deepEqual([posts.length, view.getSnapshot().replay.state], [2, "ready"]);
  });
});

describe("badge", () => {
  test("R07: counts errors that were not looked at, of attempts and of history", () => {
    const { view, launch, finish, attempt, history } = setUp();
    const badge = () => view.getSnapshot().badge;
    launch("a");
    launch("b");
    assert.deepEqual(badge(), { running: 2, errors: 0 });
    view.select("b");
    finish("a", "error");
    finish("b", "error");
    history(item("h", { status: "timed_out" }));
    assert.deepEqual(badge(), { running: 0, errors: 2 });
    view.select("a");
    assert.deepEqual(badge(), { running: 0, errors: 1 });
    view.select("h");
    history(item("h", { status: "timed_out", ts: 11 }));
    assert.deepEqual(badge(), { running: 0, errors: 0 });
    view.select(null);
    attempt("a", "launched", { attemptID: "a_2" });
    finish("a", "error", "a_2");
    assert.deepEqual(badge(), { running: 0, errors: 1 });
    attempt("a", "launched", { attemptID: "a_3" });
    assert.deepEqual(badge(), { running: 0, errors: 0 });
  });

  test("an attempt that failed and is retried is no error of the task", () => {
    const { view, launch, attempt } = setUp();
    launch("a");
    attempt("a", "retry_scheduled", { attemptID: "a_1", nextAttemptID: "a_2", error: "boom" });
    assert.equal(view.getSnapshot().badge.errors, 0);
  });

  test("an error behind a closed tab is news until the tab opens", () => {
    const { view, launch, finish } = setUp();
    launch("a");
    view.openTab();
    view.select("a");
    view.closeTab();
    finish("a", "error");
    assert.equal(view.getSnapshot().badge.errors, 1);
    view.openTab();
    assert.equal(view.getSnapshot().badge.errors, 0);
  });
});

describe("selection", () => {
  test("an active task opens live, a finished one in replay; what is asked is scoped to the task", () => {
    for (const [dialect, key] of [["tasklight", "taskId"], ["roo", "text"]]) {
      const { view, launch, finish, posts } = setUp({ dialect });
      launch("a");
      launch("b");
      finish("b");
      view.select("a");
      assert.deepEqual([view.getSnapshot().selectedTaskId, view.getSnapshot().viewMode, view.getSnapshot().replay], ["a", "live", null]);
      view.select("a");
      view.select("b");
      assert.deepEqual([view.getSnapshot().selectedTaskId, view.getSnapshot().viewMode, view.getSnapshot().live], ["b", "replay", null]);
      view.cancel("a");
      view.select(null);
      assert.deepEqual([view.getSnapshot().selectedTaskId, view.getSnapshot().viewMode], [null, null]);
      assert.deepEqual(posts, [
        { type: "subscribeToBackgroundTask", [key]: "a" },
        { type: "unsubscribeFromBackgroundTask", taskId: "a" },
        { type: "requestBackgroundTaskMessages", [key]: "b" },
        { type: "cancelBackgroundTask", taskId: "a" },
      ]);
    }
  });

  test("the tab opens and closes over the selection", () => {
    const { view, launch, posts, progress } = setUp();
    launch("a");
    assert.equal(view.getSnapshot().tab, "closed");
    view.openTab();
    view.select("a");
    view.closeTab();
    assert.deepEqual([view.getSnapshot().tab, view.getSnapshot().selectedTaskId], ["closed", "a"]);
    assert.equal(progress("a").reason, "not_selected");
    view.openTab();
    assert.deepEqual(posts.map((post) => post.type.replace("BackgroundTask", "")), ["subscribeTo", "unsubscribeFrom", "subscribeTo"]);
    assert.deepEqual(progress("a"), { handled: true });
  });

  test("the timeline is that of the selected task", () => {
    const { view, launch, attempt } = setUp();
    launch("a", "a1", { model: { providerID: "openai", modelID: "gpt" } });
    attempt("a", "retry_scheduled", { attemptID: "a1", nextAttemptID: "a2", error: '{"message":"no"}' });
    assert.deepEqual(view.getSnapshot().timeline, []);
    view.select("a");
    const rows = view.getSnapshot().timeline;
    assert.deepEqual(rows.map((row) => [row.status, row.model, row.error]), [["error", "openai/gpt", "no"], ["pending", "unknown model", undefined]]);
  });

  test("a task that finishes while shown live keeps its timeline, and offers the replay", () => {
    const { view, launch, finish, progress, clock, posts } = setUp();
    launch("a");
    view.select("a");
    progress("a", { toolName: "read_file" });
    finish("a");
    const { viewMode, timeline, live } = view.getSnapshot();
    assert.deepEqual([viewMode, timeline[0].status, live.status, live.updates.length], ["live", "completed", "completed", 1], "V06: the last progress is flushed");
    assert.equal(clock.pending, 0);
    view.select("a");
    assert.deepEqual([view.getSnapshot().viewMode, view.getSnapshot().replay.state], ["replay", "loading"]);
    assert.deepEqual(posts.at(-1), { type: "requestBackgroundTaskMessages", taskId: "a" });
  });
});

describe("replay", () => {
  const answer = (view, taskId, fields) => view.receive({ type: "backgroundTaskMessages", taskId, ...fields });
  const finished = (...taskIds) => {
    const set = setUp();
    set.history(...taskIds.map((id) => item(id, { status: "completed" })));
    return set;
  };

  test("P13, H06: loading, ready, empty and unreadable are told apart, in both spellings", () => {
    for (const [fields, state] of [
      [{ messages: [{ ts: 1 }] }, "ready"],
      [{ messages: [] }, "empty"],
      [{ messages: null }, "unreadable"],
      [{}, "unreadable"],
      [{ messages: "[{" }, "unreadable"],
      [{ messages: { length: 3 } }, "unreadable"],
    ]) {
      const { view } = finished("t");
      view.select("t");
      assert.deepEqual(view.getSnapshot().replay, { state: "loading", messages: [] });
      assert.equal(answer(view, "t", fields).handled, true);
      assert.equal(view.getSnapshot().replay.state, state, JSON.stringify(Object.keys(fields)));
      assert.equal(all(view).length, 1, "the item stays");
    }
    const broken = finished("t").view;
    broken.select("t");
    broken.receive({ type: "backgroundTaskMessages", taskId: "t", get messages() { throw new Error("no"); } });
    assert.equal(broken.getSnapshot().replay.state, "unreadable");
    const { view } = finished("t");
    view.select("t");
    view.receive({ type: "backgroundTaskMessages", backgroundTaskId: "t", backgroundTaskMessages: [{ ts: 1 }] });
    assert.deepEqual(view.getSnapshot().replay, { state: "ready", messages: [{ ts: 1 }] });
  });

  test("S22, S23, S24: messages stay what they are, whatever they are", () => {
    const { view } = finished("t");
    const messages = [
      { ts: 1, type: "say", say: "browser_action", text: "{bad" }, { ts: 1, type: "say", say: "api_req_started", text: "{bad" },
      { ts: 2, type: "say", say: "api_req_retry_delayed", partial: true }, null, 1, {},
    ];
    view.select("t");
    answer(view, "t", { messages });
    assert.equal(view.getSnapshot().replay.messages, messages);
  });

  test("P13, R06: an answer that was not asked for is ignored", () => {
    const { view } = finished("a", "b");
    assert.equal(answer(view, "a", { messages: [1] }).reason, "not_requested");
    view.select("a");
    view.select("b");
    assert.equal(answer(view, "a", { messages: [1] }).reason, "not_requested");
    assert.equal(view.getSnapshot().replay.state, "loading");
    answer(view, "b", { messages: [2] });
    assert.equal(answer(view, "b", { messages: [3] }).reason, "not_requested");
    assert.deepEqual(view.getSnapshot().replay.messages, [2]);
  });

  test("one that could not be read can be asked for again", () => {
    const { view, posts } = finished("t");
    view.select("t");
    answer(view, "t", {});
    view.select("t");
    assert.equal(view.getSnapshot().replay.state, "loading");
    assert.equal(posts.length, 2);
  });
});

describe("progress", () => {
  test("P01, V04: one batch per window, the important first, the rest in the next", () => {
    const { view, clock, launch, progress } = setUp();
    launch("t");
    view.select("t");
    const kinds = ["tool_call", "tool_result", "tool_call", "tool_result", "tool_call", "tool_result", "error"];
    for (const kind of kinds) progress("t", { kind, toolName: "x" });
    assert.deepEqual(view.getSnapshot().live.updates, []);
    assert.equal(clock.pending, 1);
    clock.advance(500);
    assert.deepEqual(view.getSnapshot().live.updates.map((update) => update.seq), [1, 2, 4, 6, 7]);
    clock.advance(500);
    assert.deepEqual(view.getSnapshot().live.updates.map((update) => update.seq), [1, 2, 3, 4, 5, 6, 7]);
    assert.equal(clock.pending, 0, "no idle timer");
  });

  test("P03, P04: nothing comes of a task after its unsubscription, and the other's stays", () => {
    const { view, clock, launch, progress } = setUp();
    launch("a");
    launch("b");
    view.select("a");
    progress("a");
    clock.advance(100);
    view.select("b");
    assert.equal(clock.pending, 0);
    assert.equal(progress("a").reason, "not_selected");
    progress("b");
    clock.advance(500);
    assert.equal(view.getSnapshot().live.updates.length, 1);
    view.select("a");
    assert.deepEqual(view.getSnapshot().live, { status: "running", updates: [], activity: [], dropped: 0 });
  });

  test("P12, V10: when the window slides, one row leaves and one enters, the others stay the same", () => {
    const { view, clock, launch, progress } = setUp();
    launch("t");
    view.select("t");
    for (let n = 0; n < 20; n++) {
      progress("t", { toolName: `tool_${n}` });
      clock.advance(500);
    }
    const before = view.getSnapshot().live;
    progress("t", { toolName: "tool_20" });
    clock.advance(500);
    const after = view.getSnapshot().live;
    assert.equal(after.updates.length, 20);
    for (let n = 0; n < 19; n++) {
      assert.equal(after.updates[n], before.updates[n + 1]);
      assert.equal(after.activity[n], before.activity[n + 1]);
    }
    assert.deepEqual([after.updates[19].seq, before.updates[0].seq], [21, 1]);
  });

  test("what comes of a task that has ended changes nothing, and a retry is pending whatever the last attempt said", () => {
    const { view, clock, launch, finish, attempt, progress } = setUp();
    launch("t");
    view.select("t");
    progress("t", { kind: "status_change", status: "running" });
    clock.advance(500);
    attempt("t", "retry_scheduled", { attemptID: "t_1", nextAttemptID: "t_2" });
    assert.equal(view.getSnapshot().live.status, "pending");
    finish("t", "error", "t_2");
    assert.deepEqual(progress("t"), { handled: true, reason: "already_terminal" });
    assert.equal(clock.pending, 0);
  });

  test("both spellings, one status word, and rows of activity", () => {
    const { view, clock, launch } = setUp();
    launch("t");
    view.select("t");
    const push = (backgroundTaskProgress) =>
      view.receive({ type: "backgroundTaskProgress", backgroundTaskId: "t", backgroundTaskProgress });
    assert.equal(push({ kind: "text", timestamp: 1 }).reason, "malformed");
    push({ kind: "tool_call", timestamp: 1, toolName: "read_file", status: "started" });
    push({ kind: "error", timestamp: 2, toolName: "read_file", status: "errored", errorMessage: "gone" });
    push({ kind: "tool_result", timestamp: 3, toolName: "read_file", status: "completed" });
    push({ kind: "status_change", timestamp: 4, status: "paused" });
    clock.advance(500);
    const { live } = view.getSnapshot();
    assert.equal(live.status, "paused");
    assert.deepEqual(live.activity, [{ seq: 1, toolName: "read_file", status: "errored", startedAt: 1, endedAt: 2, errorMessage: "gone" }]);
  });

  test("a hidden page, a laptop that slept, a clock that runs backwards: one flush", async () => {
    const { view, clock, launch, progress } = setUp();
    launch("t");
    view.select("t");
    await tick();
    let calls = 0;
    view.subscribe(() => calls++);
    for (let n = 0; n < 30; n++) progress("t", { toolName: `${n}` });
    clock.advance(3 * 86_400_000);
    await tick();
    assert.ok(calls >= 1);
    assert.equal(view.getSnapshot().live.dropped, 10);
    assert.equal(view.getSnapshot().live.updates.length, 20);
  });
});

describe("listeners and snapshots", () => {
  test("listeners run after the call has returned, once for a change, and not without one", async () => {
    const { view, launch, history } = setUp();
    let calls = 0;
    let inside = false;
    const unsubscribe = view.subscribe(() => {
      assert.equal(inside, false);
      calls++;
    });
    inside = true;
    launch("t");
    inside = false;
    await tick();
    assert.equal(calls, 1);
    history(item("h"));
    await tick();
    assert.equal(calls, 2);
    history(item("h"));
    view.receive({ type: "theme" });
    view.receive({ type: "backgroundTaskProgress", taskId: "other", update: { kind: "error", timestamp: 1 } });
    await tick();
    assert.equal(calls, 2);
    unsubscribe();
    unsubscribe();
    launch("u");
    await tick();
    assert.equal(calls, 2);
  });

  test("a listener may call anything, and one that throws stops no other", async (context) => {
    const { view, launch } = setUp();
    const thrown = [];
    context.mock.method(console, "error", (error) => thrown.push(error.message));
    const seen = [];
    view.subscribe(() => {
      throw new Error("a listener's own");
    });
    view.subscribe(() => {
      seen.push(all(view).length);
      if (seen.length === 1) launch("u");
      else view.dispose();
    });
    launch("t");
    await tick();
    assert.deepEqual(seen, [1, 2]);
    assert.deepEqual(thrown, ["a listener's own", "a listener's own"]);
  });

  test("the snapshot is the same object until something changes, and shares what did not", () => {
    const { view, launch, finish, progress } = setUp();
    launch("a");
    launch("b");
    finish("b");
    view.select("a");
    const before = view.getSnapshot();
    assert.equal(view.getSnapshot(), before);
    progress("a");
    assert.equal(view.getSnapshot(), before, "what is buffered is not seen");
    launch("c");
    const after = view.getSnapshot();
    assert.notEqual(after, before);
    assert.ok(after.version > before.version);
    assert.equal(after.active.find((t) => t.taskId === "a"), before.active[0]);
    for (const part of ["finished", "timeline", "live"]) assert.equal(after[part], before[part], part);
    assert.ok(Object.isFrozen(after) && Object.isFrozen(after.active) && Object.isFrozen(after.active[0]));
  });

  test("L04: dispose ends everything, and may be called again", async () => {
    const { view, clock, launch, progress, posts } = setUp();
    launch("t");
    view.select("t");
    progress("t");
    view.subscribe(() => assert.fail("a listener after dispose"));
    view.dispose();
    view.dispose();
    assert.deepEqual(posts.at(-1), { type: "unsubscribeFromBackgroundTask", taskId: "t" });
    assert.equal(clock.pending, 0);
    const count = posts.length;
    assert.deepEqual(view.receive({ type: "taskHistoryUpdated", taskHistory: [] }), { handled: false, reason: "disposed" });
    view.select("t");
    view.openTab();
    view.cancel("t");
    assert.equal(view.restoreState(view.saveState()), false);
    assert.equal(posts.length, count);
    assert.equal(view.getSnapshot().selectedTaskId, "t");
    await tick();
    view.free();
    assert.throws(() => view.getSnapshot(), { code: "disposed" });
  });
});

describe("hostile input", () => {
  const hostile = () => {
    const cycle = { type: "state" };
    cycle.state = cycle;
    let deep = {};
    for (let n = 0; n < 10_000; n++) deep = { state: deep, type: "state" };
    const getter = (key) => Object.defineProperty({ type: "backgroundTaskAttempt", taskId: "t", event: "launched", at: 1, attemptID: "z" }, key, { get() { throw new Error(key); } });
    return [
      undefined, null, 0, NaN, 1n, Symbol("x"), "state", () => {}, [], {}, new Date(), new Proxy({}, { get() { throw new Error("no"); } }),
      new Proxy({}, { get: () => new Proxy({}, { get() { throw new Error("no"); } }) }), Object.create(null), { type: {} }, { type: "x".repeat(10e6) },
      { type: "__proto__" }, { type: "constructor" }, cycle, deep, ...["type", "taskId", "event", "at", "attemptID", "seq"].map(getter),
      { type: "taskHistoryUpdated", taskHistory: new Array(4e9) }, { type: "taskHistoryUpdated", taskHistory: { length: 5 } },
      { type: "taskHistoryUpdated", taskHistory: [{ id: "t", ts: 1, get task() { throw new Error("no"); } }] },
      { type: "backgroundTaskSnapshot", task: { taskId: "t", attempts: new Array(1e6) } },
      { type: "backgroundTaskProgress", taskId: "t", update: { kind: "error", timestamp: 1, errorMessage: 1n } },
      { type: "backgroundTaskAttempt", taskId: "\ud800", event: "launched", attemptID: "x", at: 1 },
      { type: "backgroundTaskAttempt", taskId: "x".repeat(10e6), event: "launched", attemptID: "x", at: 1 },
    ];
  };

  test("nothing makes receive throw or the view change", () => {
    const { view, launch } = setUp();
    launch("t");
    view.select("t");
    const before = view.getSnapshot();
    for (const message of hostile()) {
      const { handled } = view.receive(message);
      assert.equal(typeof handled, "boolean");
    }
    assert.deepEqual(view.getSnapshot(), before);
  });

  test("ids that are names of Object.prototype are ids like others", () => {
    const { view, launch, task } = setUp();
    for (const id of ["__proto__", "constructor", "toString"]) {
      launch(id);
      assert.equal(task(id).taskId, id);
    }
    const saved = JSON.parse(JSON.stringify(view.saveState()));
    const restored = new BackgroundTaskView();
    assert.equal(restored.restoreState(saved), true);
    assert.deepEqual(restored.getSnapshot(), view.getSnapshot());
    restored.dispose();
  });

  test("what is no saved state is refused, and changes nothing", () => {
    const { view, launch, progress, clock } = setUp();
    launch("t");
    view.select("t");
    progress("t");
    clock.advance(500);
    progress("t");
    const saved = JSON.parse(JSON.stringify(view.saveState()));
    const before = view.getSnapshot();
    const without = (key) => Object.fromEntries(Object.entries(saved).filter(([known]) => known !== key));
    const edited = (edit) => {
      const copy = structuredClone(saved);
      edit(copy);
      return copy;
    };
    const update = saved.values.findIndex((value) => value?.kind);
    for (const bad of [
      ...hostile(), ...["form", "numbers", "values"].map(without), edited((s) => s.form++), edited((s) => s.numbers.pop()),
      edited((s) => s.numbers.push(0)), edited((s) => (s.numbers[0] = "1")), edited((s) => (s.values[update].kind = "x")),
      edited((s) => (s.values[update] = "an update")), edited((s) => (s.values[s.values.indexOf("t")] = "")),
      edited((s) => (s.values[s.values.indexOf("t")] = saved.values[update])), edited((s) => s.values.push("t")),
    ]) {
      assert.equal(view.restoreState(bad), false);
    }
    assert.equal(view.getSnapshot(), before);

    // Any one number is another: it is refused, or all rules still hold.
    let refused = 0;
    saved.numbers.forEach((number, at) => {
      for (const other of [null, -1, 0.5, 1e300, 2 ** 32, (number ?? 0) + 1, 0, 1, 2, 3]) {
        const { view: fresh, clock } = setUp();
        if (!fresh.restoreState(edited((s) => (s.numbers[at] = other)))) {
          refused++;
          assert.deepEqual(fresh.getSnapshot(), setUp().view.getSnapshot());
          continue;
        }
        clock.advance(500);
        const { timeline } = fresh.getSnapshot();
        assert.deepEqual(timeline.map(({ attemptNumber }) => attemptNumber), timeline.map((_, index) => index + 1));
        const { pushed, delivered, dropped, buffered } = fresh.stats();
        assert.equal(pushed, delivered + dropped + buffered);
        assert.equal(fresh.restoreState(JSON.parse(JSON.stringify(fresh.saveState()))), true, `${at}: ${number} is ${other}`);
      }
    });
    assert.ok(refused > 4 * saved.numbers.length, `${refused} of ${10 * saved.numbers.length}`);
    assert.equal(view.getSnapshot(), before);
  });

  test("bad arguments are errors with a code", () => {
    const { view } = setUp();
    const refused = (call) => assert.throws(call, (error) => error instanceof TasklightError && error.code === "invalid_argument");
    for (const bad of [1, "", {}, Symbol("x"), "\ud800"]) {
      refused(() => view.select(bad));
      refused(() => view.cancel(bad));
    }
    for (const bad of [undefined, 1, {}, "x"]) refused(() => view.subscribe(bad));
    for (const bad of [1, { post: 1 }, { clock: {} }, { dialect: "x" }, { throttle: { keepLast: 0 } }]) refused(() => new BackgroundTaskView(bad));
  });

  test("a post or a clock that throws, or calls back, does no harm", (context) => {
    const reported = context.mock.method(console, "error", () => {});
    let view;
    let depth = 0;
    const post = () => {
      if (depth++ < 3) view.select(depth % 2 ? "b" : "a");
      throw new Error("posted");
    };
    const clock = { now: () => NaN, setTimeout: (run) => run(), clearTimeout() { throw new Error("no"); } };
    view = new BackgroundTaskView({ post, clock });
    for (const id of ["a", "b"]) view.receive({ type: "backgroundTaskAttempt", taskId: id, event: "launched", attemptID: id, at: 1 });
    view.select("a");
    for (const taskId of ["a", "b"]) view.receive({ type: "backgroundTaskProgress", taskId, update: { kind: "error", timestamp: 1 } });
    assert.equal(all(view).length, 2);
    view.dispose();
    assert.ok(reported.mock.callCount() > 0);
  });
});
