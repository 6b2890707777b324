// Entry "tasklight/testing".
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { BackgroundTaskView } from "../../pkg/inline.js";
import { ScriptedSource, SimulatedClock } from "../../pkg/testing.js";

describe("the clock", () => {
  test("timers run by time, then in the order in which they were set, and see when they were due", () => {
    const clock = new SimulatedClock(100);
    const ran = [];
    const note = (name) => () => ran.push(`${name} ${clock.now()}`);
    clock.setTimeout(note("late"), 30);
    clock.setTimeout(note("first"), 10);
    clock.setTimeout(() => {
      note("second")();
      clock.setTimeout(note("from inside"), 5);
      clock.setTimeout(note("at once"), 0);
    }, 10);
    clock.setTimeout(note("negative"), -5);
    const gone = clock.setTimeout(note("never"), 10);
    clock.clearTimeout(gone);
    clock.clearTimeout("no timer");
    assert.deepEqual([clock.pending, clock.nextTimer], [4, 100]);
    clock.advance(15);
    assert.deepEqual(ran, ["negative 100", "first 110", "second 110", "at once 110", "from inside 115"]);
    assert.deepEqual([clock.now(), clock.pending, clock.nextTimer], [115, 1, 130]);
    clock.advance(0);
    clock.advance(100);
    assert.deepEqual(ran.slice(5), ["late 130"]);
    assert.deepEqual([clock.now(), clock.pending, clock.nextTimer], [215, 0, undefined]);
  });

  test("set runs nothing; what is overdue runs late, and nothing waits longer for a clock that is put back", () => {
    const clock = new SimulatedClock();
    const ran = [];
    clock.setTimeout(() => ran.push(clock.now()), 100);
    clock.set(5_000);
    assert.deepEqual(ran, []);
    clock.advance(0);
    assert.deepEqual(ran, [5_000]);
    clock.setTimeout(() => ran.push(clock.now()), 100);
    clock.set(1_000);
    clock.advance(99);
    assert.deepEqual(ran, [5_000]);
    clock.advance(1);
    assert.deepEqual(ran, [5_000, 1_100]);
  });

  test("what cannot be meant is refused", () => {
    const clock = new SimulatedClock();
    assert.throws(() => new SimulatedClock(Number.NaN), RangeError);
    assert.throws(() => clock.advance(-1), RangeError);
    assert.throws(() => clock.advance("x"), RangeError);
    assert.throws(() => clock.set(Infinity), RangeError);
    assert.equal(clock.now(), 0);
    const again = () => clock.setTimeout(again, 0);
    again();
    assert.throws(() => clock.advance(1), /timers ran/);
  });

  test("a timer that throws stops the clock where it is, and the others still come", () => {
    const clock = new SimulatedClock();
    const ran = [];
    clock.setTimeout(() => assert.fail("boom"), 10);
    clock.setTimeout(() => ran.push(clock.now()), 20);
    assert.throws(() => clock.advance(50), /boom/);
    assert.equal(clock.now(), 10);
    clock.advance(10);
    assert.deepEqual(ran, [20]);
  });
});

describe("the source", () => {
  const attempt = (event, fields) => ({ type: "backgroundTaskAttempt", taskId: "t", event, attemptID: "a", at: 1, ...fields });
  const progress = (toolName) => ({
    type: "backgroundTaskProgress",
    taskId: "t",
    update: { kind: "tool_call", timestamp: new Date(7), toolName },
  });

  function setUp(steps) {
    const clock = new SimulatedClock(1_000);
    const source = new ScriptedSource(clock, steps);
    const view = new BackgroundTaskView({ clock, post: source.post });
    return { clock, source, view, end: source.connect(view) };
  }

  test("plays its script, through JSON, and notes what became of it", async () => {
    const { clock, source, view } = setUp([
      { after: 20, message: progress("b") },
      { after: 0, message: attempt("launched") },
      { after: 10, message: attempt("session_ready", { sessionID: "s" }) },
      { after: 20, message: { type: "unknown" } },
    ]);
    clock.advance(10);
    view.select("t");
    await source.run();
    assert.deepEqual(source.received.map(({ at, message, result }) => [at, message.event ?? message.type, result.handled]), [
      [1_000, "launched", true],
      [1_010, "session_ready", true],
      [1_020, "backgroundTaskProgress", true],
      [1_020, "unknown", false],
    ]);
    assert.equal(source.received[2].message.update.timestamp, "1970-01-01T00:00:00.007Z");
    assert.deepEqual(source.posts, [{ at: 1_010, message: { type: "subscribeToBackgroundTask", taskId: "t" } }]);
    assert.deepEqual(view.getSnapshot().live.updates.map((update) => update.toolName), ["b"]);
    assert.deepEqual([clock.now(), clock.pending], [1_520, 0]);
  });

  test("answers what it is asked, later, and never from inside the call that asked", async () => {
    const { source, view } = setUp([{ after: 0, message: attempt("launched") }, { after: 1, message: attempt("finished", { status: "completed" }) }]);
    const asked = [];
    source.answer("requestBackgroundTaskMessages", (message) => {
      asked.push(message);
      return { type: "backgroundTaskMessages", taskId: message.taskId, messages: [{ ts: 1, type: "say", say: "text", text: "Done" }] };
    }, 50);
    source.answer("cancelBackgroundTask", () => undefined);
    await source.run();
    view.select("t");
    assert.deepEqual(asked, [{ type: "requestBackgroundTaskMessages", taskId: "t" }]);
    assert.equal(view.getSnapshot().replay.state, "loading");
    view.cancel("t");
    await source.run();
    assert.equal(view.getSnapshot().replay.state, "ready");
    assert.equal(source.received.at(-1).at, 1_051);
  });

  test("nothing comes once it has ended", async () => {
    const { clock, source, end } = setUp([{ after: 10, message: attempt("launched") }]);
    end();
    end();
    await source.run();
    assert.deepEqual([source.received, clock.pending, clock.now()], [[], 0, 1_000]);
  });

  test("what repeats for ever is an error, and not a test that hangs", async () => {
    const { clock, source } = setUp();
    const again = () => clock.setTimeout(again, 1);
    again();
    await assert.rejects(source.run(), /repeat/);
  });
});
