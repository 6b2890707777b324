// docs/protocol.md: the traffic of its diagram is what a view and an extension really send each other.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { AttemptLedger, BackgroundTaskView } from "../../pkg/inline.js";

const page = readFileSync(new URL("../../docs/protocol.md", import.meta.url), "utf8");

/** The diagram's messages, as "E type event" or "W type". What is lost never arrives. */
function drawn() {
  const [, diagram] = page.match(/```mermaid\n([^]*?)```/);
  const lines = diagram.matchAll(/^ {2}(E->>W|W->>E): ([^,(\n]*)/gm);
  return [...lines].map(([, way, message]) => `${way[0]} ${message.trim()}`);
}

test("the sequence diagram", () => {
  const traffic = [];
  const view = new BackgroundTaskView({ post: ({ type, taskId }) => traffic.push([`W ${type}`, taskId]) });
  const ledger = new AttemptLedger();
  const send = (message) => {
    traffic.push([`E ${[message.type, message.event].filter(Boolean).join(" ")}`, message.taskId]);
    return view.receive(JSON.parse(JSON.stringify(message)));
  };
  const sequence = {};
  /** Applies a call to the ledger, and makes the message of it. */
  const attempt = (taskId, event, outcome, fields) => {
    assert.equal(outcome.applied, true);
    sequence[taskId] = (sequence[taskId] ?? 0) + 1;
    return { type: "backgroundTaskAttempt", taskId, seq: sequence[taskId], event, at: 1, ...fields };
  };

  ledger.startAttempt("u", { at: 1, attemptID: "u1" });
  sequence.u = 1;
  traffic.push(["W ready"]);
  send({ type: "state", state: {} });
  send({ type: "taskHistoryUpdated", taskHistory: [] });
  send({ type: "backgroundTaskSnapshot", taskId: "u", task: ledger.task("u"), seq: 1 });

  send(attempt("t", "launched", ledger.startAttempt("t", { at: 1, attemptID: "a" }), { attemptID: "a" }));
  send(attempt("t", "session_ready", ledger.bindAttemptSession("a", "s", { at: 1 }), { attemptID: "a", sessionID: "s" }));
  const retry = ledger.scheduleRetry({ sessionID: "s" }, { at: 1, attemptID: "b" });
  send(attempt("t", "retry_scheduled", retry, { sessionID: "s", nextAttemptID: "b" }));
  attempt("t", "session_ready", ledger.bindAttemptSession("b", "s2", { at: 1 }), {}); // lost
  const finished = attempt("t", "finished", ledger.finalizeAttempt("b", "completed", { at: 1 }), { attemptID: "b", status: "completed" });
  assert.equal(send(finished).reason, "waiting_for_snapshot");
  assert.deepEqual(send({ type: "backgroundTaskSnapshot", taskId: "t", task: ledger.task("t"), seq: sequence.t }), { handled: true });
  assert.deepEqual(view.task("t"), ledger.task("t"));

  view.select("u");
  const update = { kind: "tool_call", timestamp: 1, toolName: "read_file" };
  assert.deepEqual(send({ type: "backgroundTaskProgress", taskId: "u", update }), { handled: true });
  view.cancel("u");
  const cancelled = ledger.finalizeAttempt("u1", "cancelled", { at: 1 });
  send(attempt("u", "finished", cancelled, { attemptID: "u1", status: "cancelled" }));
  view.select("t");
  assert.deepEqual(send({ type: "backgroundTaskMessages", taskId: "t", messages: [{ ts: 1 }] }), { handled: true });
  assert.equal(view.getSnapshot().replay.state, "ready");
  view.dispose();

  assert.deepEqual(traffic.map(([message]) => message), drawn());
});

test("every message and every reason of the types is on the page", () => {
  const types = readFileSync(new URL("../../pkg/types/messages.d.ts", import.meta.url), "utf8");
  const declared = (name) => {
    const [, body] = types.match(new RegExp(`^export (?:type|interface) ${name}\\b([^]*?)^(?:export|/\\*\\*)`, "m"));
    return [...body.matchAll(/"([a-zA-Z_]+)"/g)].map(([, word]) => word);
  };
  const words = ["ExtensionMessage", "AttemptMessage", "WebviewMessage"].flatMap(declared);
  assert.ok(words.length > 12, String(words));
  for (const word of words) assert.ok(page.includes(`\`${word}\``), word);
});
