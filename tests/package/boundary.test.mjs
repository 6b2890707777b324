// What JavaScript can pass: each bad value is refused with a stable code, and nothing is changed.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { install } from "./install.mjs";

let installed;
let tasklight;

before(async () => {
  installed = install();
  tasklight = await import(`${installed.project}/node_modules/tasklight/inline.js`);
});
after(() => installed.remove());

const sequential = () => new tasklight.AttemptLedger({ ids: "sequential" });
const shown = (make) => String(make).slice(6, 80);

/** The call must throw a TasklightError with that code. */
function refused(call, code, what) {
  assert.throws(call, (error) => error instanceof tasklight.TasklightError && error.code === code, what);
}

test("bad arguments of the ledger are refused, and change nothing", () => {
  const ledger = sequential();
  const at = { at: 1 };
  ledger.startAttempt("t", at);
  ledger.startAttempt("bound", at);
  ledger.bindAttemptSession("att_2", "s", at);
  const before = ledger.snapshot();
  const bad = (make, call) => {
    refused(() => call(make()), "invalid_argument", shown(make));
    assert.deepEqual(ledger.snapshot(), before, shown(make));
  };
  for (const make of noId) {
    bad(make, (value) => ledger.startAttempt(value, at));
    bad(make, (value) => ledger.bindAttemptSession(value, "new", at));
    bad(make, (value) => ledger.bindAttemptSession("att_1", value, at));
    bad(make, (value) => ledger.sessionFailed(value, at));
    bad(make, (value) => ledger.scheduleRetry(value, at));
    bad(make, (value) => ledger.finalizeAttempt(value, "error", at));
    bad(make, (value) => ledger.resolveSession(value));
    bad(make, (value) => ledger.task(value));
    bad(make, (value) => ledger.forgetTask(value));
    bad(make, (sessionID) => ledger.finalizeAttempt({ sessionID }, "error", at));
    if (make() == null) continue;
    bad(make, (attemptID) => ledger.startAttempt("new", { at: 1, attemptID }));
    bad(make, (attemptID) => ledger.scheduleRetry("att_2", { at: 1, attemptID }));
    bad(make, (parentTaskId) => ledger.startAttempt("new", { at: 1, parentTaskId }));
  }
  const everywhere = (make, options) => {
    bad(make, (value) => ledger.startAttempt("new", options(value)));
    bad(make, (value) => ledger.bindAttemptSession("att_1", "new", options(value)));
    bad(make, (value) => ledger.sessionFailed("att_1", options(value)));
    bad(make, (value) => ledger.scheduleRetry("att_2", options(value)));
    bad(make, (value) => ledger.finalizeAttempt("att_2", "error", options(value)));
  };
  for (const make of noOptions) everywhere(make, (value) => value);
  for (const make of noTime) everywhere(make, (at) => ({ at }));
  for (const make of noModel) {
    bad(make, (model) => ledger.startAttempt("new", { at: 1, model }));
    bad(make, (model) => ledger.bindAttemptSession("att_1", "new", { at: 1, model }));
    bad(make, (nextModel) => ledger.scheduleRetry("att_2", { at: 1, nextModel }));
  }
  for (const make of noError) {
    bad(make, (error) => ledger.sessionFailed("att_1", { at: 1, error }));
    bad(make, (error) => ledger.scheduleRetry("att_2", { at: 1, error }));
    bad(make, (error) => ledger.finalizeAttempt("att_2", "error", { at: 1, error }));
  }
  for (const status of [undefined, "running", "pending", "failed", 1, {}, new String("error"), "x".repeat(10e6)]) {
    bad(() => status, () => ledger.finalizeAttempt("att_2", status, at));
  }
  for (const options of [1, "uuid", { ids: "random" }, { ids: 1 }, { get ids() { throw 1; } }]) {
    refused(() => new tasklight.AttemptLedger(options), "invalid_argument");
  }
});

test("a time may be a number, an ISO text, or a Date", () => {
  for (const at of [1767225600000, "2026-01-01T00:00:00.000Z", "2026-01-01", new Date(1767225600000)]) {
    const ledger = sequential();
    ledger.startAttempt("t", { at });
    ledger.bindAttemptSession("att_1", "s", { at });
    assert.equal(ledger.task("t").startedAt, 1767225600000, String(at));
  }
});

test("a snapshot that is none is refused, and changes nothing", () => {
  const ledger = sequential();
  ledger.startAttempt("t", { at: 1 });
  const before = ledger.snapshot();
  for (const make of noSnapshot) {
    refused(() => ledger.restore(make()), "corrupt_snapshot", shown(make));
    assert.deepEqual(ledger.snapshot(), before, shown(make));
  }
});

test("errors and descriptions are kept to 64 KiB, and still restore", () => {
  const long = "é".repeat(64 * 1024);
  const ledger = sequential();
  ledger.startAttempt("t", { at: 1, description: long });
  ledger.scheduleRetry("att_1", { at: 2, error: long });
  ledger.finalizeAttempt("att_2", "error", { at: 3, error: `x${long}` });
  ledger.restore(JSON.parse(JSON.stringify(ledger.snapshot())));
  const { description, attempts } = ledger.task("t");
  const bytes = [description, ...attempts.map(({ error }) => error)].map((text) => Buffer.byteLength(text));
  assert.deepEqual(bytes, [65536, 65536, 65535]);
});

test("what a ledger no longer needs is let go of, and what it has stays", () => {
  const ledger = sequential();
  ledger.startAttempt("kept", { at: 1, description: "the one that stays" });
  for (let n = 0; n < 20_000; n++) {
    const { attemptID } = ledger.startAttempt(`task ${n}`, { at: 1, model: { modelID: `model ${n}` } });
    ledger.finalizeAttempt(attemptID, "error", { at: 2, error: `error ${n}` });
    ledger.takeNotices();
    ledger.forgetTask(`task ${n}`);
    ledger.resolveSession(`session ${n}`);
  }
  assert.deepEqual(ledger.taskIds(), ["kept"]);
  assert.equal(ledger.task("kept").description, "the one that stays");
});

test("a getter may call the ledger that reads it, also one that replaces all that the ledger knows", () => {
  const ledger = sequential();
  const outer = { get at() { ledger.startAttempt("inner", { at: 1 }); ledger.takeNotices(); return 1; } };
  ledger.startAttempt("outer", outer);
  assert.deepEqual(ledger.taskIds(), ["inner", "outer"]);
  const snapshot = sequential().snapshot();
  const restoring = {
    get description() { ledger.restore(snapshot); return "new"; },
    get at() { for (let n = 0; n < 3_000; n++) ledger.startAttempt(`other ${n}`, { at: 1 }); return 1; },
  };
  const { attemptID } = ledger.startAttempt("last", restoring);
  assert.deepEqual(ledger.taskIds(), ["last"]);
  assert.deepEqual(ledger.task("last"), {
    taskId: "last", description: "new", status: "pending", currentAttemptID: attemptID,
    attempts: [{ attemptID, attemptNumber: 1, status: "pending", pendingReason: "queued" }],
  });
});

test("ids are UUIDs unless said otherwise", () => {
  const ledger = new tasklight.AttemptLedger();
  const ids = ["a", "b"].map((task) => ledger.startAttempt(task, { at: 1 }).attemptID);
  assert.notEqual(ids[0], ids[1]);
  for (const id of ids) assert.match(id, /^att_[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("malformed updates are counted, and bad arguments of the throttler refused", () => {
  const throttler = new tasklight.ProgressThrottler();
  for (const make of noUpdate) assert.equal(throttler.push("t", make(), 0), false, shown(make));
  const good = { kind: "tool_call", timestamp: "2026-01-01", toolName: null, extra: {}, status: "started" };
  for (const make of noTime) {
    refused(() => throttler.push("t", good, make()), "invalid_argument", shown(make));
    refused(() => throttler.flush(make()), "invalid_argument", shown(make));
  }
  for (const make of noId) {
    for (const call of [(id) => throttler.push(id, good, 0), (id) => throttler.recent(id), (id) => throttler.discard(id)]) {
      refused(() => call(make()), "invalid_argument", shown(make));
    }
  }
  assert.equal(throttler.push("t", good, 0), true);
  assert.equal(throttler.nextDeadline(), 500);
  const delivered = { kind: "tool_call", timestamp: 1767225600000, status: "started", seq: 1 };
  assert.deepEqual(throttler.flush(500), [{ taskId: "t", updates: [delivered], dropped: 0 }]);
  assert.deepEqual(throttler.recent("t"), [delivered]);
  const stats = { pushed: 1, delivered: 1, dropped: 0, buffered: 0, rejected: noUpdate.length };
  assert.deepEqual(throttler.stats("t"), stats);
  assert.deepEqual(throttler.stats(), stats);
  for (const options of [1, { windowMs: -1 }, { windowMs: Infinity }, { maxPerBatch: 0 }, { keepLast: 1.5 }, { keepLast: "5" }]) {
    refused(() => new tasklight.ProgressThrottler(options), "invalid_argument");
  }
});

test("a huge text is kept only in part", () => {
  const throttler = new tasklight.ProgressThrottler();
  throttler.push("t", { kind: "error", timestamp: 1, errorMessage: "é".repeat(10e6) }, 0);
  const [{ updates }] = throttler.drain();
  assert.equal(Buffer.byteLength(updates[0].errorMessage), 65536);
});

test("a throttler lets go of what was delivered long ago", () => {
  const throttler = new tasklight.ProgressThrottler();
  for (let n = 0; n < 50_000; n++) throttler.push("t", { kind: "tool_call", timestamp: n, toolName: `tool ${n}` }, n);
  throttler.drain();
  assert.deepEqual(throttler.recent("t").map(({ toolName }) => toolName), Array.from({ length: 20 }, (_, at) => `tool ${49_980 + at}`));
});

test("a view lets go of what left the history, and what is there keeps its words", () => {
  const view = new tasklight.BackgroundTaskView();
  view.receive({ type: "backgroundTaskAttempt", taskId: "kept", event: "launched", attemptID: "a", at: 1, model: { modelID: "m" } });
  view.receive({ type: "backgroundTaskAttempt", taskId: "kept", event: "retry_scheduled", attemptID: "a", nextAttemptID: "b", at: 2, error: "boom" });
  view.select("kept");
  for (let round = 0; round < 60; round++) {
    const item = (_, n) => ({ id: `task ${round} ${n}`, ts: n + 1, task: `about ${round} ${n}`, parentTaskId: `parent ${round}`, status: "completed" });
    view.receive({ type: "taskHistoryUpdated", taskHistory: Array.from({ length: 200 }, item) });
    // Also when nobody looks for a while.
    if (round % 7 > 0) continue;
    const { finished, active, timeline } = view.getSnapshot();
    assert.deepEqual(finished.map(({ taskId, description }) => [taskId, description]),
      Array.from({ length: 200 }, (_, n) => [`task ${round} ${199 - n}`, `about ${round} ${199 - n}`]));
    assert.deepEqual(active.map(({ taskId, attempts }) => [taskId, attempts]), [["kept", 2]]);
    assert.deepEqual(timeline.map(({ attemptID, model, error }) => [attemptID, model, error]), [["a", "m", "boom"], ["b", "unknown model", undefined]]);
  }
  const again = new tasklight.BackgroundTaskView();
  const saved = JSON.parse(JSON.stringify(view.saveState()));
  assert.ok(saved.values.filter((value) => value !== null).length < 2000, "nothing of the past is saved");
  assert.equal(again.restoreState(saved), true);
  assert.deepEqual(again.getSnapshot(), view.getSnapshot());
});

test("anything may be an error", () => {
  for (const [make, expected] of errors) assert.equal(tasklight.errorLine(make()), expected, shown(make));
  let deep = { message: "deep" };
  for (let n = 0; n < 100_000; n++) deep = [deep];
  assert.equal(typeof tasklight.errorLine(deep), "string");
  assert.ok(tasklight.errorLine('{"a":['.repeat(1.5e6)).length <= 160);
  for (const options of [1, { maxWidth: 0 }, { maxWidth: NaN }, { maxWidth: "5" }, { redact: 1 }]) {
    refused(() => tasklight.errorLine("x", options), "invalid_argument");
  }
});

test("timelines and notices take what the ledger gives, and refuse the rest", () => {
  const { formatTimeline, formatNotice, timelineRows, formatDuration } = tasklight;
  const ledger = sequential();
  ledger.startAttempt("t", { at: 1, model: { modelID: "m" } });
  ledger.finalizeAttempt("att_1", "error", { at: 2, error: "boom" });
  const task = ledger.task("t");
  const text = "- Attempt 1 — ERROR — m — no session\n  Error: boom";
  assert.equal(formatTimeline(task, { header: false }), text);
  const [notice] = ledger.takeNotices();
  assert.equal(formatNotice(notice, { header: false }), `Background task failed after 1 attempt.\n${text}`);
  const labels = { attempt: "Versuch", tagError: "FEHLER", error: "" };
  assert.equal(formatTimeline(task, { header: false, labels }), "- Versuch 1 — FEHLER — m — no session\n  : boom");
  const row = { attemptID: "att_1", attemptNumber: 1, status: "error", model: "m", error: "boom", fullError: "boom", completedAt: 2 };
  assert.deepEqual(timelineRows(task), [row]);
  for (const make of noTask) {
    for (const call of [formatTimeline, timelineRows, formatNotice]) refused(() => call(make()), "invalid_argument", shown(make));
  }
  for (const make of noTimelineOptions) refused(() => formatTimeline(task, make()), "invalid_argument", shown(make));
  assert.equal(formatDuration(63_000), "1m 3s");
  for (const ms of [undefined, NaN, "1", {}, 1n]) refused(() => formatDuration(ms), "invalid_argument");
});

// ---------------------------------------------------------------- what is refused, each made anew

const noId = [
  () => undefined,
  () => null,
  () => '',
  () => 0,
  () => 1n,
  () => true,
  () => (Symbol('s')),
  () => ({}),
  () => [],
  () => ['t'],
  () => new String('t'),
  () => (() => 't'),
  () => '\ud800',
  () => ('x'.repeat(10e6)),
];

const noOptions = [
  () => undefined,
  () => null,
  () => 1,
  () => 'at',
  () => ({}),
  () => (() => 1),
  () => ({ get at() { throw 1 } }),
  () => (new Proxy({}, { get() { throw 1 } })),
];

const noTime = [
  () => undefined,
  () => null,
  () => NaN,
  () => Infinity,
  () => -Infinity,
  () => 'now',
  () => '',
  () => '1',
  () => '1767225600000',
  () => '2026-13-45',
  () => 'Thu, 01 Jan 2026 00:00:00 GMT',
  () => new Date(NaN),
  () => ({}),
  () => [],
  () => 1n,
  () => (Symbol()),
  () => ({ getTime: () => 1, valueOf: () => 1 }),
];

const noModel = [
  () => 1,
  () => 'gpt',
  () => ({ modelID: 1 }),
  () => ({ providerID: {} }),
  () => ({ variant: [] }),
  () => ({ get modelID() { throw 1 } }),
];

const noError = [
  () => 1,
  () => ({}),
  () => new Error('x'),
  () => ['x'],
  () => (Symbol()),
  () => true,
];

const noSnapshot = [
  () => undefined,
  () => null,
  () => 1,
  () => '{}',
  () => ({}),
  () => [],
  () => ({ version: 1, nextAttempt: 1, tasks: {}, notices: [] }),
  () => ({ version: 1, nextAttempt: 0, tasks: [], notices: [] }),
  () => ({ version: 2, nextAttempt: 1, tasks: [], notices: [] }),
  () => ({ version: 1, nextAttempt: 1, tasks: new Array(4294967295), notices: [] }),
  () => ({ version: 1, nextAttempt: 1, tasks: [{}], notices: [] }),
  () => ({ version: 1, nextAttempt: 1, tasks: [], notices: [{ kind: 'news', taskId: 't', at: 1 }] }),
  () => (new Proxy({}, { get() { throw 1 } })),
  () => (new Proxy([], { get: () => 1e308 })),
  () => ((() => { const list = Array.from({ length: 5000 }, (_, i) => ({ attemptID: 'a' + i, attemptNumber: 1, status: 'error', error: 'e'.repeat(65536), completedAt: 1 })); return { version: 1, nextAttempt: 1, tasks: [{ taskId: 'x', lastAt: 1, attempts: list }], notices: [] } })()),
];

const noUpdate = [
  () => undefined,
  () => null,
  () => 1,
  () => 'tool_call',
  () => [],
  () => ({}),
  () => ({ kind: 'tool_call' }),
  () => ({ kind: 'text', timestamp: 1 }),
  () => ({ kind: 'tool_call', timestamp: NaN }),
  () => ({ kind: 'tool_call', timestamp: 1, toolName: 1 }),
  () => ({ kind: 'error', timestamp: 1, errorMessage: {} }),
  () => ({ kind: 'error', timestamp: 1, status: Symbol() }),
  () => ({ get kind() { throw 1 } }),
  () => (new Proxy({}, { get() { throw 1 } })),
  () => ({ kind: '__proto__', timestamp: 1 }),
];

const errors = [
  [() => undefined, undefined],
  [() => null, undefined],
  [() => '', undefined],
  [() => 'boom', "boom"],
  [() => new Error('boom'), "boom"],
  [() => new TypeError('boom'), "TypeError: boom"],
  [() => (Object.assign(new Error('boom'), { name: '' })), "boom"],
  [() => new Error(), "Unknown error"],
  [() => ({ error: { message: 'deep' }, statusCode: 429 }), "429: deep"],
  [() => ({}), "Unknown error"],
  [() => [], "Unknown error"],
  [() => (() => {}), "Unknown error"],
  [() => 404, "404"],
  [() => 12n, "12"],
  [() => (Symbol('s')), "Symbol(s)"],
  [() => ((() => { const a = { message: 'cycle' }; a.a = a; return a })()), "cycle"],
  [() => ({ toJSON() { throw 1 }, get message() { throw 1 } }), "Unknown error"],
  [() => (new Proxy({}, { get() { throw 1 }, ownKeys() { throw 1 } })), "Unknown error"],
  [() => ({ message: 1n }), "Unknown error"],
  [() => '\ud800 lone', "\ufffd lone"],
];

const noTask = [
  () => undefined,
  () => ({}),
  () => ({ taskId: 't' }),
  () => ({ taskId: 't', attempts: {} }),
  () => ({ taskId: 't', attempts: [1] }),
  () => ({ taskId: 't', attempts: [{ attemptID: 'a', attemptNumber: 0, status: 'error' }] }),
  () => ({ taskId: 't', attempts: [{ attemptID: 'a', attemptNumber: 1, status: 'dead' }] }),
];

const noTimelineOptions = [
  () => 1,
  () => ({ style: 'wide' }),
  () => ({ indent: -1 }),
  () => ({ indent: 1e9 }),
  () => ({ header: 1 }),
  () => ({ collapseAfter: 0 }),
  () => ({ errorMaxWidth: 0 }),
  () => ({ labels: 1 }),
  () => ({ labels: { attempt: 1 } }),
  () => ({ labels: { get attempt() { throw 1 } } }),
];
