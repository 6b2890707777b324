import * as wasm from "#wasm";
import { given, id, someId, time } from "./check.js";
import { takeStats } from "./data.js";
import { takeNumbers } from "./memory.js";
import { CoreObject, dispose } from "./object.js";
import { Texts } from "./texts.js";
import { delivered, limits, readUpdate } from "./update.js";

export class ProgressThrottler {
  #core;
  #texts = new Texts();

  constructor(options) {
    this.#core = new CoreObject(...limits(given(options, "options"), "options"));
  }

  push(taskId, update, now) {
    this.#core.check();
    const known = id(taskId, "taskId");
    const at = time(now, "now");
    let read;
    try {
      read = readUpdate(update);
    } catch {
      // It is counted, and no more.
    }
    const task = this.#number(known);
    const { number } = this.#core;
    if (!read) {
      wasm.throttler_reject(number, task);
      return false;
    }
    const payload = this.#texts.add();
    this.#texts.set(payload, delivered(read, wasm.throttler_push(number, task, read.kind, at, payload)));
    return true;
  }

  nextDeadline() {
    const deadline = wasm.throttler_deadline(this.#core.number);
    return Number.isNaN(deadline) ? undefined : deadline;
  }

  flush(now) {
    this.#core.check();
    const at = time(now, "now");
    wasm.throttler_flush(this.#core.number, at);
    return this.#batches();
  }

  drain(taskId) {
    const { number } = this.#core;
    wasm.throttler_drain(number, this.#number(someId(taskId, "taskId")));
    return this.#batches();
  }

  recent(taskId) {
    const { number } = this.#core;
    wasm.throttler_recent(number, this.#number(id(taskId, "taskId")));
    return this.#updates(takeNumbers());
  }

  discard(taskId) {
    const { number } = this.#core;
    wasm.throttler_discard(number, this.#number(id(taskId, "taskId")));
  }

  stats(taskId) {
    const { number } = this.#core;
    wasm.throttler_stats(number, this.#number(someId(taskId, "taskId")));
    return takeStats(takeNumbers());
  }

  free() {
    this.#core.free();
  }

  /** Of a task; 0 for none. */
  #number(task) {
    if (this.#texts.isLarge) {
      this.#texts.sweep(() => {
        wasm.throttler_save(this.#core.number);
        return takeNumbers().all;
      });
    }
    return task && this.#texts.of(task);
  }

  #batches() {
    const from = takeNumbers();
    return from.list(() => ({ taskId: this.#texts.get(from.next()), updates: this.#updates(from), dropped: from.next() }));
  }

  #updates(from) {
    return from.list(() => this.#texts.get(takePayload(from)));
  }
}

ProgressThrottler.prototype[dispose] = ProgressThrottler.prototype.free;

/** Of an update, whose number and kind its payload says, too. */
export function takePayload(from) {
  from.at += 2;
  return from.next();
}
