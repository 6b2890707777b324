import * as wasm from "#wasm";
import { callable, get, given, id, isArray, isNothing, object, optional, word } from "./check.js";
import { pageClock, readClock, Timer } from "./clock.js";
import { takeNotice, takeStats, takeTaskOf } from "./data.js";
import { putBytes, putNumbers, takeNumbers } from "./memory.js";
import { readerOf } from "./message.js";
import { CoreObject, dispose } from "./object.js";
import { Snapshots } from "./snapshot.js";
import { Texts } from "./texts.js";
import { deliveredAgain, limits } from "./update.js";
import { refusal } from "./words.js";

const FORM = 2;

const notOurs = Object.freeze({ handled: false });
const handled = Object.freeze({ handled: true });

const dialect = word(["tasklight", "roo"]);
const requests = [
  "requestBackgroundTaskMessages",
  "subscribeToBackgroundTask",
  "unsubscribeFromBackgroundTask",
  "cancelBackgroundTask",
  "requestBackgroundTaskSnapshot",
];

export class BackgroundTaskView {
  #core;
  #texts = new Texts();
  #snapshots = new Snapshots();
  #post;
  #isRoo;
  #clock;
  #timer;
  #listeners = new Set();
  /** The version that the listeners know of, or will when the microtask that is queued runs. */
  #announced = 0;
  #isDisposed = false;

  constructor(options) {
    const from = given(options, "options");
    this.#post = optional(from, "post", "options", callable);
    this.#isRoo = optional(from, "dialect", "options", dialect) === 1;
    this.#clock = optional(from, "clock", "options", readClock) ?? pageClock;
    const throttle = limits(given(get(from, "throttle", "options"), "options.throttle"), "options.throttle");
    this.#timer = new Timer(this.#clock, () => this.#change((view) => wasm.view_flush(view, this.#clock.now())));
    this.#core = new CoreObject(...throttle);
  }

  receive(message) {
    this.#core.check();
    if (this.#isDisposed) return { handled: false, reason: "disposed" };
    let tell;
    let now;
    try {
      const read = readerOf(message);
      if (!read) return notOurs;
      tell = read(message);
      now = this.#clock.now();
    } catch (error) {
      return { handled: false, reason: "malformed", detail: error.message };
    }
    if (this.#isDisposed) return { handled: false, reason: "disposed" };
    this.#sweep();
    const code = tell(this.#core.number, this.#texts, now);
    this.#settle();
    return code < 0 ? notApplied(code) : handled;
  }

  select(taskId) {
    this.#core.check();
    const task = isNothing(taskId) ? undefined : id(taskId, "taskId");
    this.#change((view) => wasm.view_select(view, task ? this.#texts.of(task) : 0));
  }

  openTab() {
    this.#change(wasm.view_open);
  }

  closeTab() {
    this.#change(wasm.view_close);
  }

  cancel(taskId) {
    this.#core.check();
    const task = id(taskId, "taskId");
    this.#change((view) => wasm.view_cancel(view, this.#texts.of(task)));
  }

  subscribe(listener) {
    this.#core.check();
    const own = { call: callable(listener, "listener") };
    if (!this.#isDisposed) this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  getSnapshot() {
    return this.#snapshots.of(this.#core.number, this.#texts);
  }

  task(taskId) {
    const { number } = this.#core;
    const task = this.#texts.find(id(taskId, "taskId"));
    return task ? takeTaskOf(number, task, this.#texts) : undefined;
  }

  stats(taskId) {
    const { number } = this.#core;
    this.#sweep();
    wasm.throttler_stats(number, isNothing(taskId) ? 0 : this.#texts.of(id(taskId, "taskId")));
    return takeStats(takeNumbers());
  }

  saveState() {
    const { number } = this.#core;
    const values = this.#texts.save(() => dump(number));
    this.#snapshots.forgetNumbers();
    // JSON has no NaN.
    const numbers = Array.from(dump(number), (number) => (Number.isNaN(number) ? null : number));
    return { form: FORM, numbers, values };
  }

  restoreState(saved) {
    const { number } = this.#core;
    if (this.#isDisposed) return false;
    let texts;
    try {
      // A plain copy: reading it runs no code of others.
      const { form, numbers, values } = JSON.parse(JSON.stringify(saved));
      if (form !== FORM || !isArray(values) || !numbers.every(isNumberOrNull)) return false;
      const kept = values.map(savedValue);
      texts = Texts.from(kept.map(({ value }) => value));
      putBytes(kept.map(({ kind }) => kind));
      putNumbers(numbers.map((number) => number ?? NaN));
    } catch {
      return false;
    }
    if (!wasm.view_restore(number)) return false;
    this.#texts = texts;
    this.#snapshots = new Snapshots();
    this.#announced = undefined;
    this.#settle();
    return true;
  }

  takeNotices() {
    wasm.ledger_notices(this.#core.number);
    const from = takeNumbers();
    return from.list(() => takeNotice(from, this.#texts));
  }

  dispose() {
    this.#core.check();
    this.#change(wasm.view_dispose);
    this.#stop();
  }

  free() {
    this.#stop();
    this.#core.free();
  }

  /** Calls the core, then does what follows of it. After `dispose`, nothing. */
  #change(change) {
    const { number } = this.#core;
    if (this.#isDisposed) return;
    this.#sweep();
    change(number);
    this.#settle();
  }

  /** Posts what is to be asked, sets the timer, and has the listeners called. All of these may call the view. */
  #settle() {
    const { number } = this.#core;
    if (wasm.view_requests(number)) {
      const { all } = takeNumbers();
      for (let at = 0; at < all.length; at += 2) this.#ask(all[at], this.#texts.get(all[at + 1]));
    }
    if (this.#isDisposed) return;
    this.#timer.set(wasm.throttler_deadline(number));
    const version = wasm.view_version(number);
    if (version === this.#announced) return;
    this.#announced = version;
    queueMicrotask(() => this.#announce(version));
  }

  #ask(request, taskId) {
    const key = this.#isRoo && request < 2 ? "text" : "taskId";
    if (this.#post) callSafely(this.#post, { type: requests[request], [key]: taskId });
  }

  #announce(version) {
    // Several changes in a row are announced once, by the last.
    if (version !== this.#announced) return;
    for (const listener of [...this.#listeners]) {
      if (this.#listeners.has(listener)) callSafely(listener.call);
    }
  }

  #stop() {
    this.#isDisposed = true;
    this.#timer.clear();
    this.#listeners.clear();
  }

  #sweep() {
    if (!this.#texts.isLarge) return;
    const { number } = this.#core;
    this.#texts.sweep(() => dump(number));
    this.#snapshots.forgetNumbers();
  }
}

const refusals = new Map();

/** Most messages of progress are of tasks that nobody looks at: what is said of them is made once. */
function notApplied(code) {
  let received = refusals.get(code);
  if (!received) refusals.set(code, (received = Object.freeze({ handled: true, ...refusal(code) })));
  return received;
}

BackgroundTaskView.prototype[dispose] = BackgroundTaskView.prototype.free;

function dump(view) {
  wasm.view_save(view);
  return takeNumbers().all;
}

/** What it throws is reported as any uncaught error, and stops nothing here. */
function callSafely(callee, argument) {
  try {
    callee(argument);
  } catch (error) {
    (globalThis.reportError ?? console.error)(error);
  }
}

const isNumberOrNull = (value) => value === null || typeof value === "number";

/** A value, and its kind as `src/wire.rs` numbers them; 0 for what nothing can stand for. */
function savedValue(value) {
  if (isNothing(value)) return { kind: 0 };
  if (typeof value === "string") return { kind: isId(value) ? 1 : 2, value };
  if (isArray(value)) return { kind: 4, value };
  return { kind: 3, value: deliveredAgain(object(value, "state")) };
}

function isId(text) {
  try {
    id(text);
    return true;
  } catch {
    return false;
  }
}

