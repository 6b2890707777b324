// A clock that goes when it is told to, and an extension that can be told what to do.

/** A clock for `BackgroundTaskView`, and how many timers it has. */
export class SimulatedClock {
  #now;
  #timers = new Map();
  #next = 1;

  constructor(now = 1_000) {
    this.#now = now;
  }
  now() {
    return this.#now;
  }
  setTimeout(run, ms) {
    this.#timers.set(this.#next, { at: this.#now + ms, run });
    return this.#next++;
  }
  clearTimeout(id) {
    this.#timers.delete(id);
  }
  get pending() {
    return this.#timers.size;
  }
  /** Runs what is due up to then, in order. */
  advance(ms) {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, timer]) => timer.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].run();
    }
    this.#now = end;
  }
}

/** SplitMix32: the same numbers for the same seed. */
export function random(seed) {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x9e3779b9) | 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
  const below = (n) => Math.floor(next() * n);
  return { below, pick: (list) => list[below(list.length)], chance: (percent) => below(100) < percent };
}
