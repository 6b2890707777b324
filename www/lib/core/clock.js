import { callable, needed, object } from "./check.js";

/** The longest that a timer can be set to. */
const MAX_DELAY = 2 ** 31 - 1;

export const pageClock = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (id) => clearTimeout(id),
};

export function readClock(value, what, key) {
  const clock = object(value, what, key);
  const [now, set, clear] = ["now", "setTimeout", "clearTimeout"].map((name) => needed(clock, name, key, callable));
  return {
    /** A clock that fails, or tells no time, counts as the page's. */
    now() {
      try {
        const time = now.call(clock);
        if (Number.isFinite(time)) return time;
      } catch {}
      return Date.now();
    },
    setTimeout: (run, ms) => set.call(clock, run, ms),
    clearTimeout: (id) => clear.call(clock, id),
  };
}

/** One timer, which can be set anew. */
export class Timer {
  #clock;
  #ring;
  #due;
  #id;
  /** While it is being set, it does not ring: a clock that calls back at once must not go in circles. */
  #isBeingSet = false;

  constructor(clock, ring) {
    this.#clock = clock;
    this.#ring = ring;
  }

  /** Rings at `due`, and at no other time; NaN is never. */
  set(due) {
    if (due === this.#due || this.#isBeingSet) return;
    if (Number.isNaN(due)) return this.clear();
    this.clear();
    this.#due = due;
    const delay = Math.min(Math.max(Math.ceil(due - this.#clock.now()), 0), MAX_DELAY);
    this.#isBeingSet = true;
    try {
      this.#id = this.#clock.setTimeout(() => this.#rings(due), delay);
    } catch {
      // A clock that fails rings never; the next message tries again.
      this.#due = undefined;
    }
    this.#isBeingSet = false;
  }

  #rings(due) {
    if (this.#isBeingSet || due !== this.#due) return;
    this.#due = undefined;
    this.#ring();
  }

  clear() {
    if (this.#due === undefined) return;
    this.#due = undefined;
    try {
      this.#clock.clearTimeout(this.#id);
    } catch {
      // Its own business: one that rings for nothing does no harm.
    }
  }
}
