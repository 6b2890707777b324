// Entry "tasklight/testing": time and an extension that do as a test says.

const MOST_TIMERS = 100_000;

/** A clock that goes only when it is told to. */
export class SimulatedClock {
  #now;
  #timers = new Map();
  #lastId = 0;

  constructor(now = 0) {
    this.#now = finite(now, "now");
  }

  now() {
    return this.#now;
  }

  setTimeout(run, ms) {
    this.#timers.set(++this.#lastId, { at: this.#now + (ms > 0 ? ms : 0), run });
    return this.#lastId;
  }

  clearTimeout(id) {
    this.#timers.delete(id);
  }

  /** How many timers wait. */
  get pending() {
    return this.#timers.size;
  }

  /** When the next timer is due. */
  get nextTimer() {
    return this.#first()?.[1].at;
  }

  advance(ms) {
    const end = this.#now + finite(ms, "ms");
    if (ms < 0) throw new RangeError("advance goes forward only; set goes anywhere");
    for (let ran = 0; this.nextTimer <= end; ran++) {
      if (ran === MOST_TIMERS) throw new Error(`${MOST_TIMERS} timers ran, and there are more: do they start each other?`);
      const [id, { at, run }] = this.#first();
      this.#timers.delete(id);
      this.#now = Math.max(this.#now, at);
      run();
    }
    this.#now = Math.max(this.#now, end);
  }

  set(now) {
    const back = this.#now - finite(now, "now");
    this.#now = now;
    // Timers of a page count the time that passes, so a clock that is put back makes none of them wait longer.
    if (back > 0) for (const timer of this.#timers.values()) timer.at -= back;
  }

  /** By time, then in the order in which they were set. */
  #first() {
    let first;
    for (const timer of this.#timers) {
      if (!first || timer[1].at < first[1].at) first = timer;
    }
    return first;
  }
}

/** An extension that sends what a script says, and keeps what it is sent. */
export class ScriptedSource {
  posts = [];
  received = [];
  #clock;
  #steps;
  #answers = new Map();
  #deliver;

  constructor(clock, steps = []) {
    this.#clock = clock;
    this.#steps = steps.map(({ after, message }) => ({ after: finite(after, "after"), message }));
    // A function of its own, so that it can be handed on.
    this.post = (message) => this.#posted(message);
  }

  answer(type, reply, delayMs = 0) {
    this.#answers.set(type, { reply, delayMs });
    return this;
  }

  connect(view) {
    const timers = new Set();
    const deliver = (message, ms) => {
      const timer = this.#clock.setTimeout(() => {
        timers.delete(timer);
        const sent = asPosted(message);
        this.received.push({ at: this.#clock.now(), message: sent, result: view.receive(sent) });
      }, ms);
      timers.add(timer);
    };
    for (const { after, message } of this.#steps) deliver(message, after);
    this.#deliver = deliver;
    return () => {
      for (const timer of timers) this.#clock.clearTimeout(timer);
      if (this.#deliver === deliver) this.#deliver = undefined;
    };
  }

  async run() {
    for (let ran = 0; ; ran++) {
      // What a view does once a call has returned, its listeners for one, may start timers.
      await undefined;
      const next = this.#clock.nextTimer;
      if (next === undefined) return;
      if (ran === MOST_TIMERS) throw new Error(`${MOST_TIMERS} timers ran, and there are more: does anything repeat?`);
      this.#clock.advance(Math.max(0, next - this.#clock.now()));
    }
  }

  #posted(message) {
    const sent = asPosted(message);
    this.posts.push({ at: this.#clock.now(), message: sent });
    const answer = this.#answers.get(sent?.type);
    const reply = answer?.reply(sent);
    if (reply === undefined) return;
    for (const one of Array.isArray(reply) ? reply : [reply]) this.#deliver?.(one, answer.delayMs);
  }
}

/** As it arrives: messages between an extension and its webview are JSON. */
function asPosted(message) {
  const json = JSON.stringify(message);
  return json === undefined ? undefined : JSON.parse(json);
}

function finite(value, name) {
  if (!Number.isFinite(value)) throw new RangeError(`${name} must be a finite number`);
  return value;
}
