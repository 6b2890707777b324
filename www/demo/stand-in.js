// Stands in for the package's BackgroundTaskView until that is there: the same calls, as far as this page needs them.
// It knows attempts and progress only, and shows progress of every task to the throttler, not only the selected one's.
import { AttemptLedger, ProgressThrottler, TasklightError, timelineRows } from "tasklight";

const ENDED = new Set(["completed", "error", "cancelled", "interrupt"]);

export class BackgroundTaskView {
  #ledger = new AttemptLedger();
  #throttler;
  #clock;
  #timer;
  #timerAt;
  #tasks = new Map();
  #selected = null;
  #listeners = new Set();
  #snapshot;
  #version = 0;

  constructor({ clock, throttle }) {
    this.#clock = clock;
    this.#throttler = new ProgressThrottler(throttle);
  }

  /** @returns {{ handled: boolean, reason?: string, detail?: string, abortSession?: true }} */
  receive(message) {
    try {
      if (message?.type === "backgroundTaskAttempt") return this.#attempt(message);
      if (message?.type === "backgroundTaskProgress") return this.#progress(message);
      return { handled: false };
    } catch (error) {
      if (error instanceof TasklightError) return { handled: true, reason: error.code, detail: error.message };
      throw error;
    }
  }

  select(taskId) {
    this.#selected = taskId;
    this.#changed();
  }

  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  takeNotices() {
    return this.#ledger.takeNotices();
  }

  /** Of all tasks. The package's view does not tell; the page shows it. */
  stats() {
    return this.#throttler.stats();
  }

  getSnapshot() {
    return (this.#snapshot ??= this.#build());
  }

  dispose() {
    this.#clock.clearTimeout(this.#timer);
    this.#listeners.clear();
    this.#ledger.free();
    this.#throttler.free();
  }

  #attempt(message) {
    const { applied, reason, abortSession } = this.#apply(message);
    if (!applied) return { handled: true, reason, abortSession };
    const { taskId } = message;
    const task = this.#ledger.task(taskId);
    this.#tasks.set(taskId, summary(task));
    // The last updates of a task that has ended need not wait for the window to close.
    if (ENDED.has(task.status)) this.#throttler.drain(taskId);
    this.#setTimer();
    this.#changed();
    return { handled: true };
  }

  #apply(message) {
    const { taskId, event, attemptID, sessionID, at, model, error } = message;
    const ref = attemptID ?? { sessionID };
    if (event === "launched") {
      const { description, parentTaskId } = message;
      return this.#ledger.startAttempt(taskId, { at, model, attemptID, description, parentTaskId });
    }
    if (!this.#ledger.task(taskId)) return { applied: false, reason: "unknown_task" };
    switch (event) {
      case "session_ready":
        return this.#ledger.bindAttemptSession(attemptID, sessionID, { at, model });
      case "session_failed":
        return this.#ledger.sessionFailed(attemptID, { at, error });
      case "retry_scheduled": {
        const { nextModel, nextAttemptID } = message;
        return this.#ledger.scheduleRetry(ref, { at, error, nextModel, attemptID: nextAttemptID });
      }
      case "finished":
        return this.#ledger.finalizeAttempt(ref, message.status, { at, error });
      default:
        return { applied: false, reason: "unknown_event" };
    }
  }

  #progress(message) {
    const taskId = message.taskId ?? message.backgroundTaskId;
    const update = message.update ?? message.backgroundTaskProgress;
    const pushed = this.#throttler.push(taskId, update, this.#clock.now());
    if (!pushed) return { handled: true, reason: "malformed" };
    this.#setTimer();
    return { handled: true };
  }

  /** One timer for all tasks, and none while nothing is buffered. */
  #setTimer() {
    const deadline = this.#throttler.nextDeadline();
    if (deadline === this.#timerAt) return;
    this.#clock.clearTimeout(this.#timer);
    this.#timerAt = deadline;
    if (deadline === undefined) return;
    this.#timer = this.#clock.setTimeout(() => {
      this.#timerAt = undefined;
      const batches = this.#throttler.flush(this.#clock.now());
      this.#setTimer();
      if (batches.length > 0) this.#changed();
    }, deadline - this.#clock.now());
  }

  #changed() {
    this.#snapshot = undefined;
    for (const listener of this.#listeners) listener();
  }

  #build() {
    const all = [...this.#tasks.values()].reverse();
    const task = this.#selected === null ? undefined : this.#ledger.task(this.#selected);
    return {
      version: ++this.#version,
      selectedTaskId: this.#selected,
      active: all.filter(({ status }) => !ENDED.has(status)),
      finished: all.filter(({ status }) => ENDED.has(status)),
      task,
      timeline: task ? timelineRows(task) : [],
      live: task ? { updates: this.#throttler.recent(task.taskId) } : null,
    };
  }
}

function summary(task) {
  const last = timelineRows(task).at(-1);
  const { taskId, description, parentTaskId, status, attempts } = task;
  const { pendingReason, model } = last;
  return { taskId, parentTaskId, description: description ?? taskId, status, pendingReason, attempts: attempts.length, model };
}
