// Any history, cut by save and restore, doubled, or dropped and asked for again, ends in the same snapshot.
import assert from "node:assert/strict";
import { test } from "node:test";
import { AttemptLedger, BackgroundTaskView } from "../../pkg/inline.js";
import { SimulatedClock, random } from "./simulation.mjs";

const TASKS = ["a", "b", "c"];
const STEPS = 120;
const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);

/** A history of messages, commands and time, as data; with the ledger of the extension that sent it. */
function history(seed) {
  const { below, pick, chance } = random(seed);
  const truth = new AttemptLedger({ ids: "sequential" });
  const seqs = new Map();
  const steps = [];
  let at = 1_000;
  let sessions = 0;
  const send = (taskId, event, fields) => {
    const seq = (seqs.get(taskId) ?? 0) + 1;
    seqs.set(taskId, seq);
    const message = { type: "backgroundTaskAttempt", taskId, event, at, seq, ...fields };
    steps.push({ message, answer: { type: "backgroundTaskSnapshot", taskId, task: truth.task(taskId), seq } });
  };
  const attempt = (taskId) => {
    const task = truth.task(taskId);
    const attemptID = task?.currentAttemptID;
    at += below(50) - 5;
    const of = () => (task.sessionID && chance(50) ? { sessionID: task.sessionID } : { attemptID });
    const error = pick(["boom", '{"error":{"message":"no"}}', undefined]);
    const failed = error === undefined ? {} : { error };
    if (!task || !["pending", "running"].includes(task.status)) {
      const model = { providerID: "p", modelID: `m${below(3)}` };
      const { attemptID } = truth.startAttempt(taskId, { at, model, description: `about ${taskId}` });
      send(taskId, "launched", { attemptID, model, description: `about ${taskId}` });
    } else if (task.status === "pending" && chance(50)) {
      const sessionID = `s${++sessions}`;
      truth.bindAttemptSession(attemptID, sessionID, { at });
      send(taskId, "session_ready", { attemptID, sessionID });
    } else if (task.status === "pending" && chance(30)) {
      truth.sessionFailed(attemptID, { at, ...failed });
      send(taskId, "session_failed", { attemptID, ...failed });
    } else if (chance(50)) {
      const subject = of();
      const nextModel = { modelID: `n${below(3)}` };
      const next = truth.scheduleRetry(subject.attemptID ?? subject, { at, ...failed, nextModel });
      send(taskId, "retry_scheduled", { ...subject, ...failed, nextAttemptID: next.attemptID, nextModel });
    } else {
      const subject = of();
      const status = pick(["completed", "error", "cancelled", "interrupt"]);
      truth.finalizeAttempt(subject.attemptID ?? subject, status, { at, ...failed });
      send(taskId, "finished", { ...subject, status, ...failed });
    }
  };
  const kinds = ["status_change", "error", "tool_result", "tool_call"];
  const words = ["active", "completed", "delegated", "interrupted", "failed", undefined];
  const parents = ["root", ...TASKS, "h1", "h2"];
  const item = (id) => ({ id, ts: 1 + below(20), task: `about ${id}`, parentTaskId: pick(parents), status: pick(words) });
  for (let step = 0; step < STEPS; step++) {
    const kind = below(100);
    if (kind < 40) attempt(pick(TASKS));
    else if (kind < 65) {
      const update = { kind: pick(kinds), timestamp: at, toolName: pick(["x", "y"]), status: pick(["started", "completed"]) };
      steps.push({ message: { type: "backgroundTaskProgress", taskId: pick(TASKS), update } });
    } else if (kind < 75) steps.push({ advance: pick([1, 100, 499, 500, 2_000]) });
    else if (kind < 80) steps.push({ message: { type: "taskHistoryItemUpdated", taskHistoryItem: item(pick(["h1", "h2", ...TASKS])) } });
    else if (kind < 83) steps.push({ message: { type: "taskHistoryUpdated", taskHistory: ["h1", "h2", "h3"].filter(() => chance(60)).map(item) } });
    else if (kind < 86) steps.push({ message: { type: "state", state: { backgroundTasks: ["h1", "h3"].filter(() => chance(50)).map((taskId) => ({ taskId, status: pick(["running", "completed"]), startedAt: 3 })) } } });
    else if (kind < 89) steps.push({ message: { type: "backgroundTaskMessages", taskId: pick([...TASKS, "h1"]), messages: pick([[{ ts: 1 }], [], null]) } });
    else if (kind < 97) steps.push({ select: pick([...TASKS, "h1", null]) });
    else steps.push({ tab: chance(50) });
  }
  truth.free();
  return steps;
}

/** Plays a history in a view that may be replaced on the way. */
class Page {
  clock = new SimulatedClock(1_000);
  posts = [];
  view = this.#open();

  #open() {
    return new BackgroundTaskView({ clock: this.clock, post: (message) => this.posts.push(message) });
  }
  play({ message, advance, select, tab }) {
    if (message) this.view.receive(message);
    else if (advance) this.clock.advance(advance);
    else if (select !== undefined) this.view.select(select);
    else if (tab) this.view.openTab();
    else this.view.closeTab();
  }
  reload() {
    const saved = JSON.parse(JSON.stringify(this.view.saveState()));
    this.view.free();
    this.view = this.#open();
    assert.equal(this.view.restoreState(saved), true);
  }
  /** What is seen in the end, without the number that tells how often something changed. */
  end() {
    this.clock.advance(10_000);
    const snapshot = this.view.getSnapshot();
    this.view.free();
    return snapshot;
  }
}

function plain(steps) {
  const page = new Page();
  steps.forEach((step) => page.play(step));
  return page.end();
}

const withoutVersion = ({ version, ...rest }) => rest;
const forSeeds = (check) => () => {
  for (const seed of SEEDS) {
    const { chance, below } = random(seed * 7919);
    try {
      check(history(seed), { chance, below });
    } catch (error) {
      error.message = `seed ${seed}: ${error.message}`;
      throw error;
    }
  }
};

test("cut by save and restore anywhere: the same snapshot, to its version", forSeeds((steps, { chance }) => {
  const page = new Page();
  for (const step of steps) {
    if (chance(15)) page.reload();
    page.play(step);
    if (chance(5)) page.view.getSnapshot();
  }
  assert.deepEqual(page.end(), plain(steps));
}));

test("messages of attempts that come twice, at once or later: the same snapshot", forSeeds((steps, { chance, below }) => {
  const page = new Page();
  const past = [];
  for (const step of steps) {
    page.play(step);
    if (step.message?.seq) {
      past.push(step);
      if (chance(30)) page.play(step);
      if (chance(30)) page.play(past[below(past.length)]);
    }
  }
  assert.deepEqual(page.end(), plain(steps));
}));

test("messages of attempts that are dropped, and asked for again: the same tasks in the end", forSeeds((steps, { chance, below }) => {
  const page = new Page();
  const latest = new Map();
  const asked = new Map();
  const answer = (taskId) => asked.delete(taskId) && page.view.receive(latest.get(taskId));
  for (const step of steps) {
    if (step.answer) latest.set(step.message.taskId, step.answer);
    if (step.answer && chance(20)) continue;
    page.play(step);
    for (const { type, taskId } of page.posts.splice(0)) if (type === "requestBackgroundTaskSnapshot") asked.set(taskId, true);
    const waiting = [...asked.keys()];
    if (waiting.length > 0 && chance(40)) answer(waiting[below(waiting.length)]);
  }
  for (const [taskId, snapshot] of latest) {
    page.view.receive(snapshot);
    asked.delete(taskId);
  }
  const known = new Page();
  steps.forEach((step) => known.play(step));
  // What the ledger knows: of the history's own claims, and of what was selected in between, nothing is said here.
  const tasks = ({ active, finished }) => Object.fromEntries([...active, ...finished].filter((t) => t.attempts > 0).map(({ hasUnseenError, ...t }) => [t.taskId, t]));
  assert.deepEqual(tasks(page.end()), tasks(known.end()));
}));
