// Speed and size of the built package, in one run. Only ratios are to be compared between machines.
import { AttemptLedger, ProgressThrottler, errorLine, formatTimeline } from "../pkg/inline.js";
import { budgets, sizes } from "./sizes.mjs";

/** Median nanoseconds of one call of `run`, which makes `calls` of them. */
function measure(calls, run, rounds = 9) {
  run();
  const times = Array.from({ length: rounds }, () => {
    const start = process.hrtime.bigint();
    run();
    return Number(process.hrtime.bigint() - start) / calls;
  });
  return times.sort((a, b) => a - b)[rounds >> 1];
}

const models = ["openai/gpt-5.4-mini", "anthropic/claude-haiku-4.5", "google/gemini-2.5-flash-lite"].map((name) => {
  const [providerID, modelID] = name.split("/");
  return { providerID, modelID };
});

/** Three attempts through any ledger with the methods of ours, and the text at the end. */
function lifecycle(ledger, format, task) {
  let { attemptID } = ledger.startAttempt(task, { at: 1, model: models[0] });
  for (const [index, nextModel] of models.slice(1).entries()) {
    ledger.bindAttemptSession(attemptID, `${task}_${index}`, { at: 2 });
    ({ attemptID } = ledger.scheduleRetry(attemptID, { at: 3, error: "Too Many Requests", nextModel }));
  }
  ledger.bindAttemptSession(attemptID, `${task}_last`, { at: 4 });
  ledger.finalizeAttempt(attemptID, "completed", { at: 5 });
  ledger.takeNotices();
  const text = format(ledger.task(task));
  ledger.forgetTask(task);
  return text;
}

/** The same by hand, without any check: the floor. */
class PlainLedger {
  tasks = new Map();
  next = 1;
  startAttempt(task, { model }) {
    this.tasks.set(task, { attempts: [] });
    return this.add(task, model);
  }
  add(task, model) {
    const attempt = { attemptID: `att_${this.next++}`, status: "pending", ...model };
    this.tasks.get((this.current = task)).attempts.push(attempt);
    return attempt;
  }
  bindAttemptSession(id, sessionID, { at }) {
    Object.assign(this.tasks.get(this.current).attempts.at(-1), { status: "running", sessionID, startedAt: at });
  }
  scheduleRetry(id, { at, error, nextModel }) {
    Object.assign(this.tasks.get(this.current).attempts.at(-1), { status: "error", error, completedAt: at });
    return this.add(this.current, nextModel);
  }
  finalizeAttempt(id, status, { at }) {
    Object.assign(this.tasks.get(this.current).attempts.at(-1), { status, completedAt: at });
  }
  takeNotices() {}
  task(task) {
    return this.tasks.get(task);
  }
  forgetTask(task) {
    this.tasks.delete(task);
  }
}

const plainText = ({ attempts }) =>
  ["Background task attempts:"]
    .concat(
      attempts.flatMap((a, i) => [
        `- Attempt ${i + 1} — ${a.status.toUpperCase()} — ${a.providerID}/${a.modelID} — ${a.sessionID}`,
        ...(a.error ? [`  Error: ${a.error}`] : []),
      ]),
    )
    .join("\n");

const update = { kind: "tool_call", timestamp: 1, toolName: "read_file", status: "started" };
const messages = 20_000;
const reactStyle = () => {
  let state = {};
  for (let i = 0; i < messages; i++) {
    const id = `task-${i % 20}`;
    state = { ...state, [id]: [...(state[id] ?? []), { ...update, seq: i }].slice(-20) };
  }
};
const ours = () => {
  const throttler = new ProgressThrottler();
  for (let i = 0; i < messages; i++) {
    throttler.push(`task-${i % 20}`, update, i);
    if (i % 500 === 499) throttler.flush(i + 1);
  }
  throttler.free();
};

const repeat = (count, run) => () => {
  for (let i = 0; i < count; i++) run(i);
};
const ledger = new AttemptLedger({ ids: "sequential" });
const plain = new PlainLedger();
const bodies = [1, 10].map((mb) => JSON.stringify({ error: { message: "x ".repeat(mb * 500_000) } }));

const times = [
  ["three attempts, with text", measure(2000, repeat(2000, (i) => lifecycle(ledger, formatTimeline, `t${i}`)))],
  ["  the same by hand, unchecked", measure(2000, repeat(2000, (i) => lifecycle(plain, plainText, `t${i}`)))],
  ["one progress message", measure(messages, ours)],
  ["  the same in the style of a React reducer", measure(messages, reactStyle)],
  ["errorLine of 1 MB", measure(1, () => errorLine(bodies[0]), 5)],
  ["errorLine of 10 MB", measure(1, () => errorLine(bodies[1]), 5)],
];
const median = (name) => times.find(([what]) => what === name)[1];

console.log("median time                                        ns");
for (const [what, ns] of times) console.log(what.padEnd(45), ns.toFixed(0).padStart(12));
console.log("\nratio");
const ratio = (what, a, b) => console.log(what.padEnd(45), (median(a) / median(b)).toFixed(2).padStart(12));
ratio("three attempts: to the floor", times[0][0], times[1][0]);
ratio("progress: to the reducer", times[2][0], times[3][0]);
ratio("errorLine: 10 MB to 1 MB (linear: 10)", times[5][0], times[4][0]);

console.log("\nsize                                          bytes       brotli");
for (const [part, { raw, brotli, of }] of Object.entries(sizes())) {
  const note = part in budgets ? `of ${budgets[part].most}, on the way to ${budgets[part].goal}` : of === undefined ? "" : `${(100 * of).toFixed(1)} %`.padStart(8);
  console.log(part.padEnd(40), String(raw).padStart(10), String(brotli).padStart(12), note);
}
