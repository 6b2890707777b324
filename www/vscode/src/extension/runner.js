// The agent: starts background tasks, falls back through their chain of models, and keeps the one source of truth
// about their attempts, an AttemptLedger. Nothing here knows of webviews.
import { AttemptLedger } from "tasklight/inline";
import { scenarios } from "./scenarios.js";

export class AgentRunner {
  #ledger = new AttemptLedger();
  /** taskId → { scenario, attempt, step, tool, seq, ts }: where the script of the task stands. */
  #runs = new Map();
  #listeners = { attempt: [], progress: [], notice: [], ignored: [], message: [], changed: [] };
  /** The task whose chat is in front. Its progress is shown there, so none is sent for it. */
  foregroundTaskId = null;

  on(event, listener) {
    this.#listeners[event].push(listener);
  }

  #emit(event, ...args) {
    for (const listener of this.#listeners[event]) listener(...args);
  }

  start(name, parentTaskId) {
    const scenario = scenarios[name];
    const taskId = `task_${crypto.randomUUID().slice(0, 8)}`;
    this.#runs.set(taskId, { scenario: name, parentTaskId, attempt: 0, step: 0, seq: 0, ts: Date.now() });
    const [model] = scenario.chain;
    const details = { at: Date.now(), model, description: scenario.task, parentTaskId };
    const outcome = this.#ledger.startAttempt(taskId, details);
    this.#applied(taskId, outcome, { event: "launched", attemptID: outcome.attemptID, ...details });
    this.#message(taskId, { type: "say", say: "text", text: scenario.task });
    return taskId;
  }

  cancel(taskId) {
    const task = this.#ledger.task(taskId);
    if (!task) return;
    const at = Date.now();
    const details = { attemptID: task.currentAttemptID, status: "cancelled", at };
    this.#applied(taskId, this.#ledger.finalizeAttempt(details.attemptID, "cancelled", { at }), { event: "finished", ...details });
  }

  /** One step of every task that is at work. */
  step() {
    for (const taskId of this.activeTaskIds()) this.#step(taskId);
  }

  #step(taskId) {
    const run = this.#runs.get(taskId);
    const script = scenarios[run.scenario].attempts[run.attempt];
    const step = script[run.step++];
    const at = Date.now();
    const attemptID = this.#ledger.task(taskId).currentAttemptID;
    // Events of a session carry the session that they come from, and nothing else: which attempt that is, only the
    // ledger knows.
    const sessionID = this.#ledger.task(taskId).sessionID;
    if (step.session) {
      const created = `ses_${crypto.randomUUID().slice(0, 8)}`;
      const outcome = this.#ledger.bindAttemptSession(attemptID, created, { at });
      this.#applied(taskId, outcome, { event: "session_ready", attemptID, sessionID: created, at });
    } else if (step.noSession) {
      const outcome = this.#ledger.sessionFailed(attemptID, { at, error: step.error });
      this.#applied(taskId, outcome, { event: "session_failed", attemptID, error: step.error, at });
    } else if (step.fail) {
      this.#sessionError(taskId, sessionID ? { sessionID } : { attemptID }, step.error ?? this.#ledger.task(taskId).error);
    } else if (step.late) {
      this.#sessionError(taskId, { sessionID: this.#ledger.task(taskId).attempts[step.attempt - 1].sessionID }, "Aborted");
    } else if (step.done) {
      const outcome = this.#ledger.finalizeAttempt({ sessionID }, "completed", { at });
      this.#applied(taskId, outcome, { event: "finished", sessionID, status: "completed", at });
    } else if (step.say) {
      this.#message(taskId, { type: "say", say: "text", text: step.say });
    } else {
      this.#tool(taskId, step);
    }
    this.#emit("changed");
  }

  /** The session ended in an error. The next model takes over, if the session is still the one that counts. */
  #sessionError(taskId, ref, error) {
    const run = this.#runs.get(taskId);
    const { chain } = scenarios[run.scenario];
    const at = Date.now();
    const of = ref.attemptID ?? ref;
    const nextModel = chain[run.attempt + 1];
    if (!nextModel) {
      const outcome = this.#ledger.finalizeAttempt(of, "error", { at, error });
      this.#applied(taskId, outcome, { event: "finished", ...ref, status: "error", error, at });
      return;
    }
    const toolName = run.tool;
    const outcome = this.#ledger.scheduleRetry(of, { at, error, nextModel });
    if (this.#applied(taskId, outcome, { event: "retry_scheduled", ...ref, error, nextAttemptID: outcome.attemptID, nextModel, at })) {
      // What its tool was doing ends with the session. Nobody else says so, and the next one may use the same tool.
      if (toolName) this.#progress(taskId, { kind: "error", toolName, status: "errored", errorMessage: error, timestamp: at });
      Object.assign(run, { attempt: run.attempt + 1, step: 0, tool: undefined });
      this.#message(taskId, { type: "say", say: "error", text: error });
    }
  }

  #tool(taskId, step) {
    const timestamp = Date.now();
    const tool = step.call ?? step.result ?? step.toolError;
    this.#runs.get(taskId).tool = step.call;
    if (step.call) {
      this.#message(taskId, { type: "say", say: "tool", text: JSON.stringify({ tool }) });
      this.#progress(taskId, { kind: "tool_call", toolName: tool, status: "started", timestamp });
    } else if (step.result) {
      this.#progress(taskId, { kind: "tool_result", toolName: tool, status: "completed", timestamp });
    } else if (step.toolError) {
      this.#message(taskId, { type: "say", say: "error", text: step.error });
      this.#progress(taskId, { kind: "error", toolName: tool, status: "errored", errorMessage: step.error, timestamp });
      this.#progress(taskId, { kind: "tool_result", toolName: tool, status: "completed", timestamp });
    } else {
      this.#progress(taskId, { kind: "status_change", status: step.status, timestamp });
    }
  }

  #progress(taskId, update) {
    if (taskId === this.foregroundTaskId) return;
    this.#emit("progress", taskId, update);
  }

  #message(taskId, message) {
    this.#emit("message", taskId, { ts: Date.now(), ...message });
  }

  /** Tells of a change, with the number that it has among the changes of its task. A refused call changed nothing. */
  #applied(taskId, outcome, event) {
    if (!outcome.applied) {
      this.#emit("ignored", taskId, event, outcome.reason);
      return false;
    }
    const run = this.#runs.get(taskId);
    run.seq += 1;
    run.ts = event.at;
    this.#emit("attempt", { type: "backgroundTaskAttempt", taskId, seq: run.seq, ...event });
    for (const notice of this.#ledger.takeNotices()) this.#emit("notice", notice);
    this.#emit("changed");
    return true;
  }

  activeTaskIds() {
    return this.#ledger.taskIds().filter((taskId) => ["pending", "running"].includes(this.#ledger.task(taskId).status));
  }

  task(taskId) {
    return this.#ledger.task(taskId);
  }

  /** The task as a webview can take it over, in place of all that it may have missed. */
  snapshotMessage(taskId) {
    const task = this.#ledger.task(taskId);
    return task && { type: "backgroundTaskSnapshot", taskId, task, seq: this.#runs.get(taskId).seq };
  }

  taskIds() {
    return this.#ledger.taskIds();
  }

  /** As a task history has them. */
  historyItems() {
    return this.#ledger.taskIds().map((taskId, index) => {
      const { status, description, parentTaskId } = this.#ledger.task(taskId);
      const { ts } = this.#runs.get(taskId);
      const known = { completed: "completed", interrupt: "interrupted", pending: "active", running: "active" };
      return { id: taskId, number: index + 1, ts, task: description, parentTaskId, status: known[status] ?? status, tokensIn: 0, tokensOut: 0, totalCost: 0 };
    });
  }

  save() {
    return { ledger: this.#ledger.snapshot(), runs: [...this.#runs] };
  }

  /** The window was reloaded: the sessions live at the provider, so the tasks go on where they were. */
  restore(saved) {
    if (!saved) return;
    this.#ledger.restore(saved.ledger);
    this.#runs = new Map(saved.runs);
  }
}
