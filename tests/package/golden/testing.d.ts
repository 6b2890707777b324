import type { Clock, Received, WebviewMessage } from "./types.js";

/**
 * A clock that goes only when it is told to. Timers run by time, then in the order in which they were set, and each
 * of them sees the time at which it was due.
 *
 * @example
 * ```js
 * const clock = new SimulatedClock();
 * const view = new BackgroundTaskView({ clock });
 * view.receive(progress);
 * clock.advance(500); // the window closes
 * ```
 */
export class SimulatedClock implements Clock {
  /** @param now epoch milliseconds, 0 unless said otherwise */
  constructor(now?: number);
  now(): number;
  setTimeout(run: () => void, ms: number): number;
  clearTimeout(id: unknown): void;
  /** How many timers wait. */
  readonly pending: number;
  /** When the next timer is due; `undefined` if none waits. */
  readonly nextTimer: number | undefined;
  /** Lets so much time pass, and runs what comes due, also what that sets. */
  advance(ms: number): void;
  /**
   * Sets the time of day without running anything, as when a laptop wakes or somebody corrects the clock. What is
   * overdue then runs, late, with the next `advance`; a clock that is put back makes no timer wait longer.
   */
  set(now: number): void;
}

/**
 * A message of a script.
 *
 * @example
 * ```js
 * const step = { after: 100, message: { type: "state", state: {} } };
 * ```
 */
export interface ScriptStep {
  /** Milliseconds from the start of the script. */
  after: number;
  message: unknown;
}

/**
 * A message that was sent to the extension.
 *
 * @example
 * ```js
 * source.posts; // [{ at: 0, message: { type: "subscribeToBackgroundTask", taskId: "t" } }]
 * ```
 */
export interface PostedMessage {
  at: number;
  message: WebviewMessage;
}

/**
 * A message that the view was given, and what it said to it.
 *
 * @example
 * ```js
 * source.received.filter(({ result }) => !result.handled);
 * ```
 */
export interface ReceivedMessage {
  at: number;
  message: unknown;
  result: Received;
}

/**
 * An extension that sends what a script says, when it says so, and keeps what it is sent. Messages go through JSON in
 * both directions, as between an extension and its webview.
 *
 * @example
 * ```js
 * const clock = new SimulatedClock();
 * const source = new ScriptedSource(clock, [
 *   { after: 0, message: { type: "backgroundTaskAttempt", taskId: "t", event: "launched", attemptID: "a", at: 0 } },
 *   { after: 50, message: { type: "backgroundTaskAttempt", taskId: "t", event: "finished", attemptID: "a", status: "error", at: 50 } },
 * ]);
 * const view = new BackgroundTaskView({ clock, post: source.post });
 * source.connect(view);
 * await source.run();
 * assert.equal(view.getSnapshot().badge.errors, 1);
 * ```
 */
export class ScriptedSource {
  constructor(clock: SimulatedClock, steps?: readonly ScriptStep[]);
  /** What it was sent, in order. */
  readonly posts: PostedMessage[];
  /** What it sent, in order. */
  readonly received: ReceivedMessage[];
  /** For the option `post` of a view. */
  readonly post: (message: WebviewMessage) => void;
  /**
   * How messages of a type are answered: with a message, several, or none; at once, or later. An answer comes with a
   * timer of the clock, never from inside the call that asked.
   */
  answer(type: WebviewMessage["type"], reply: (message: WebviewMessage) => unknown, delayMs?: number): this;
  /** Starts the script. @returns what ends it: nothing comes after that */
  connect(view: { receive(message: unknown): Received }): () => void;
  /** Lets time pass until no timer of the clock waits. */
  run(): Promise<void>;
}
