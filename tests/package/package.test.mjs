import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { install } from "./install.mjs";

const fixture = (name) => JSON.parse(readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8"));
let installed;
let tasklight;

before(async () => {
  installed = install();
  tasklight = await entry("tasklight/inline");
});
after(() => installed.remove());

function resolve(specifier) {
  return createRequire(join(installed.project, "index.js")).resolve(specifier);
}

function entry(specifier) {
  return import(pathToFileURL(resolve(specifier)));
}

test("its version is that of the crate", () => {
  const cargo = readFileSync(new URL("../../Cargo.toml", import.meta.url), "utf8");
  const { version } = JSON.parse(readFileSync(resolve("tasklight/package.json"), "utf8"));
  assert.equal(version, cargo.match(/^version = "(.*)"/m)[1]);
});

test("all entries export the same, each with its own way to start", async () => {
  const fetching = await entry("tasklight");
  const slim = await entry("tasklight/slim");
  const names = [
    "AttemptLedger",
    "BackgroundTaskView",
    "ProgressThrottler",
    "TasklightError",
    "errorLine",
    "formatDuration",
    "formatNotice",
    "formatTimeline",
    "timelineRows",
  ];
  assert.deepEqual(Object.keys(fetching).sort(), [...names, "default"].sort());
  assert.deepEqual(Object.keys(slim).sort(), [...names, "init"].sort());
  assert.deepEqual(Object.keys(tasklight).sort(), [...names, "ready"].sort());
  for (const name of names) {
    assert.equal(fetching[name], tasklight[name], name);
    assert.equal(slim[name], tasklight[name], name);
  }
});

test("the element brings no WebAssembly, and names whose work it contains", () => {
  const source = readFileSync(resolve("tasklight/element"), "utf8");
  assert.match(source, /background-tasks/);
  assert.doesNotMatch(source, /WebAssembly|unsafeHTML|\beval\(|new Function/);
  assert.match(source, /@license\s+\* Copyright \d+ Google LLC/);
  const licences = readFileSync(join(installed.project, "node_modules/tasklight/element.LICENSE.txt"), "utf8");
  assert.match(licences, /BSD 3-Clause License/);
  assert.match(licences, /CC BY 4\.0/);
});

for (const { id, about, steps, tasks, notices, timeline } of fixture("histories.json")) {
  test(`history ${id}: ${about}`, () => {
    let ledger = new tasklight.AttemptLedger({ ids: "sequential" });
    for (const { call, args, gives } of steps) {
      if (call === "snapshotRestore") {
        const snapshot = JSON.parse(JSON.stringify(ledger.snapshot()));
        ledger = new tasklight.AttemptLedger({ ids: "sequential" });
        ledger.restore(snapshot);
      } else {
        assert.deepEqual(ledger[call](...args), gives, `${call}(${JSON.stringify(args)})`);
      }
    }
    for (const [taskId, task] of Object.entries(tasks)) {
      const actual = ledger.task(taskId);
      assert.deepEqual(actual ?? null, task);
      if (timeline?.[taskId]) assert.equal(tasklight.formatTimeline(actual), timeline[taskId]);
    }
    assert.deepEqual(ledger.takeNotices(), notices);
    ledger.free();
  });
}

test("errors are TasklightErrors with a code", () => {
  const { AttemptLedger, TasklightError } = tasklight;
  const ledger = new AttemptLedger();
  const thrown = (code, message) => (error) =>
    error instanceof TasklightError && error instanceof Error && error.code === code && message.test(error.message);
  assert.throws(() => ledger.startAttempt("t", { at: Number.NaN }), thrown("invalid_argument", /^options\.at must be /));
  assert.throws(() => ledger.restore({ version: 9 }), thrown("corrupt_snapshot", /nextAttempt/));
  assert.throws(() => ledger.restore(), thrown("corrupt_snapshot", /an object/));
});

test("after free, every method says so, and free may be called again", () => {
  const { AttemptLedger, BackgroundTaskView, ProgressThrottler, TasklightError } = tasklight;
  for (const instance of [new AttemptLedger(), new BackgroundTaskView(), new ProgressThrottler()]) {
    instance.free();
    instance.free();
    instance[Symbol.dispose ?? Symbol.for("Symbol.dispose")]();
    const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(instance));
    const tried = methods.filter((name) => !/^(constructor|free|__.*)$/.test(name));
    assert.ok(tried.length >= 7, String(tried));
    for (const name of tried) {
      assert.throws(() => instance[name](), (error) => error instanceof TasklightError && error.code === "disposed", name);
    }
  }
});

test("a call from inside a call, also one that frees, leaves everything usable", () => {
  const { AttemptLedger } = tasklight;
  const ledger = new AttemptLedger({ ids: "sequential" });
  const nested = {
    get at() {
      ledger.startAttempt("inner", { at: 1 });
      return 2;
    },
  };
  assert.deepEqual(ledger.startAttempt("outer", nested), { applied: true, attemptID: "att_2" });
  const freeing = {
    get at() {
      ledger.free();
      return 3;
    },
  };
  assert.throws(() => ledger.startAttempt("freed", freeing));
  assert.throws(() => ledger.taskIds(), { code: "disposed" });
  assert.equal(new AttemptLedger({ ids: "sequential" }).startAttempt("t", { at: 1 }).attemptID, "att_1");
});

test("progress comes out as frozen plain objects", () => {
  const throttler = new tasklight.ProgressThrottler({ windowMs: 10, maxPerBatch: 1 });
  throttler.push("t", { kind: "tool_call", timestamp: 1, toolName: "read_file" }, 0);
  throttler.push("t", { kind: "status_change", timestamp: new Date(2), status: "paused" }, 0);
  assert.equal(throttler.nextDeadline(), 10);
  const status = { kind: "status_change", timestamp: 2, status: "paused", seq: 2 };
  const tool = { kind: "tool_call", timestamp: 1, toolName: "read_file", seq: 1 };
  assert.deepEqual(throttler.flush(10), [{ taskId: "t", updates: [status], dropped: 0 }]);
  assert.deepEqual(throttler.drain("t"), [{ taskId: "t", updates: [tool], dropped: 0 }]);
  assert.deepEqual(throttler.recent("t"), [tool, status]);
  assert.ok(throttler.recent("t").every(Object.isFrozen));
  assert.equal(throttler.nextDeadline(), undefined);
});
