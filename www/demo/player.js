/**
 * @typedef {object} Entry a message, and how long after the previous one it is posted
 * @property {number} after milliseconds
 * @property {object} message
 */

/** At the highest speed messages that lie closer together than this are posted in one go. */
const SLICE_MS = 50;

/**
 * Posts the messages of a scenario in time. Its clock is the page's: a throttler that runs on it sees the same times
 * at every speed, and stands still while the player does.
 */
export class Player {
  #post;
  #changed;
  #entries = [];
  #due = []; // of each entry, in ms from the start
  #start = 0;
  #index = 0;
  #position = 0; // in ms from the start, at #anchor
  #anchor = 0; // performance.now() when #position was right
  #speed = 1;
  #state = "paused";
  #wakeUp;
  #timers = new Map();
  #lastTimer = 0;

  /** @param {{ post: (message: object) => void, changed: () => void }} options */
  constructor({ post, changed }) {
    this.#post = post;
    this.#changed = changed;
  }

  /** What the view takes as its clock; see `Clock` in the package. */
  clock = {
    now: () => this.#start + this.#now(),
    setTimeout: (run, ms) => {
      this.#timers.set(++this.#lastTimer, { due: this.#now() + ms, run });
      this.#schedule();
      return this.#lastTimer;
    },
    clearTimeout: (id) => this.#timers.delete(id),
  };

  /** @returns {"playing" | "paused" | "ended"} */
  get state() {
    return this.#state;
  }
  get posted() {
    return this.#index;
  }
  get total() {
    return this.#entries.length;
  }
  get duration() {
    return this.#due.at(-1) ?? 0;
  }
  get position() {
    return Math.min(this.#now(), this.duration);
  }
  get speed() {
    return this.#speed;
  }
  set speed(speed) {
    this.#settle();
    this.#speed = speed;
    this.#schedule();
  }

  /** @param {readonly Entry[]} entries @param {number} start the time of the start, in epoch milliseconds */
  load(entries, start) {
    let at = 0;
    this.#entries = entries;
    this.#due = entries.map(({ after }) => (at += after));
    this.#start = start;
    this.#index = 0;
    this.#position = 0;
    this.#timers.clear();
    this.#become("paused");
  }

  play() {
    if (this.#state === "paused") this.#become("playing");
  }

  pause() {
    if (this.#state === "playing") this.#become("paused");
  }

  /** Posts the next message, however long it is until then. */
  step() {
    if (this.#state === "ended") return;
    this.#become("paused");
    this.#runUntil(this.#due[this.#index] ?? 0, this.#index + 1);
    this.#endIfDone();
    this.#changed();
  }

  #now() {
    if (this.#state !== "playing" || this.#speed === Infinity) return this.#position;
    return this.#position + (performance.now() - this.#anchor) * this.#speed;
  }

  #settle() {
    this.#position = this.#now();
    this.#anchor = performance.now();
  }

  #become(state) {
    this.#settle();
    this.#state = state;
    this.#schedule();
    this.#changed();
  }

  #nextDue() {
    let next = this.#due[this.#index] ?? Infinity;
    for (const { due } of this.#timers.values()) next = Math.min(next, due);
    return next;
  }

  #schedule() {
    clearTimeout(this.#wakeUp);
    const next = this.#nextDue();
    // Timers that are set after the last message still run: what is buffered then has to come out.
    if (this.#state === "paused" || (this.#state === "ended" && next === Infinity)) return;
    const atOnce = this.#state === "ended" || this.#speed === Infinity || next === Infinity;
    this.#wakeUp = setTimeout(() => this.#tick(), atOnce ? 0 : (next - this.#now()) / this.#speed);
  }

  #tick() {
    const next = this.#nextDue();
    if (next < Infinity) {
      this.#runUntil(this.#speed === Infinity || this.#state === "ended" ? next + SLICE_MS : this.#now());
    }
    this.#endIfDone();
    this.#schedule();
    this.#changed();
  }

  /** Carries out what is due until then, in order of time, and puts the clock there. */
  #runUntil(target, untilIndex = Infinity) {
    for (;;) {
      const timers = [...this.#timers].filter(([, { due }]) => due <= target);
      const timer = timers.length > 0 ? timers.reduce((a, b) => (b[1].due < a[1].due ? b : a)) : undefined;
      const due = this.#index < untilIndex ? (this.#due[this.#index] ?? Infinity) : Infinity;
      if (due > target && !timer) break;
      if (timer && timer[1].due < due) {
        this.#timers.delete(timer[0]);
        this.#moveTo(timer[1].due);
        timer[1].run();
      } else {
        this.#post(this.#entries[this.#index++].message);
      }
    }
    this.#moveTo(target);
  }

  #moveTo(position) {
    if (position > this.#now()) {
      this.#position = position;
      this.#anchor = performance.now();
    }
  }

  #endIfDone() {
    if (this.#state !== "ended" && this.#index >= this.#entries.length) {
      this.#settle();
      this.#state = "ended";
      this.#schedule();
    }
  }
}
