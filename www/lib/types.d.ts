// What every entry exports.
export * from "./types/attempts.js";
export * from "./types/progress.js";
export * from "./types/timeline.js";
export * from "./types/messages.js";
export * from "./types/view.js";
import type {
  AttemptRef,
  BackgroundTask,
  BindOptions,
  FailOptions,
  LedgerOptions,
  LedgerSnapshot,
  Notice,
  Outcome,
  ResolvedSession,
  RetryOptions,
  StartOptions,
  TerminalStatus,
  Time,
} from "./types/attempts.js";
import type { Received } from "./types/messages.js";
import type {
  BackgroundTaskUpdate,
  DeliveredUpdate,
  ProgressBatch,
  ProgressStats,
  ThrottlerOptions,
} from "./types/progress.js";
import type { ErrorLineOptions, TimelineOptions, TimelineRow } from "./types/timeline.js";
import type { ViewOptions, ViewSnapshot } from "./types/view.js";

/**
 * The attempts of all tasks: who runs, who failed and why, who comes next.
 *
 * Every event names the attempt it belongs to, by id or by child session. A late event of a superseded session,
 * a duplicate, an event of what is unknown: each is ignored, with the reason, and changes nothing.
 *
 * ```js
 * const ledger = new AttemptLedger();
 * const { attemptID } = ledger.startAttempt("task", { at: Date.now(), model: { modelID: "m1" } });
 * ledger.bindAttemptSession(attemptID, "ses_1", { at: Date.now() });
 * ledger.finalizeAttempt({ sessionID: "ses_1" }, "completed", { at: Date.now() });
 * formatTimeline(ledger.task("task"));
 * ```
 */
export class AttemptLedger {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The child session of exactly this attempt exists: it runs now. If the outcome says `abortSession`, the
   * session belongs to no attempt, and you must abort it.
   */
  bindAttemptSession(attemptID: string, sessionID: string, options: BindOptions): Outcome;
  /**
   * The attempt has ended, and with it the task.
   */
  finalizeAttempt(ref: AttemptRef, status: TerminalStatus, options: FailOptions): Outcome;
  /**
   * Drops a task with its attempts and sessions. Notices that were not taken yet stay. `false` if there is no
   * such task.
   */
  forgetTask(taskId: string): boolean;
  /**
   * An empty ledger. `ids`: `"uuid"` (the default) makes ids of `att_` and a version 4 UUID, `"sequential"`
   * makes `att_1`, `att_2` … for tests and replays.
   */
  constructor(options?: LedgerOptions);
  /**
   * Which attempt a child session belongs to, whether it is still the current one or not.
   */
  resolveSession(sessionID: string): ResolvedSession | undefined;
  /**
   * Becomes what a snapshot says. Throws `corrupt_snapshot`, and changes nothing, if it is not one.
   */
  restore(snapshot: LedgerSnapshot): void;
  /**
   * The attempt failed, and another one follows. The outcome names the new attempt: pass its id on to
   * whatever creates the session.
   */
  scheduleRetry(ref: AttemptRef, options: RetryOptions): Outcome;
  /**
   * The session of a pending attempt could not be created. The attempt stays pending.
   */
  sessionFailed(attemptID: string, options: FailOptions): Outcome;
  /**
   * All that the ledger knows, as plain JSON.
   */
  snapshot(): LedgerSnapshot;
  /**
   * Launches a task: attempt 1, pending, queued. Resumes a task that has ended: the next attempt.
   */
  startAttempt(taskId: string, options: StartOptions): Outcome;
  /**
   * What the parent is to be told, in the order of the causes; each notice once.
   */
  takeNotices(): Notice[];
  /**
   * All tasks, in the order of their creation.
   */
  taskIds(): string[];
  /**
   * A task with all its attempts, or `undefined`.
   */
  task(taskId: string): BackgroundTask | undefined;
}

/**
 * The state of a background-tasks tab: feed it the messages of the extension, render its snapshot.
 *
 * ```js
 * const view = new BackgroundTaskView({ post: (message) => vscode.postMessage(message) });
 * window.addEventListener("message", ({ data }) => view.receive(data));
 * view.subscribe(() => render(view.getSnapshot()));
 * ```
 */
export class BackgroundTaskView {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * The person wants a task to stop: posts `cancelBackgroundTask`.
   */
  cancel(taskId: string): void;
  /**
   * The person closes the tab: the selection stays, but its progress is no longer asked for.
   */
  closeTab(): void;
  /**
   * The page is gone: no timer, no listener, no message any more. May be called again.
   */
  dispose(): void;
  /**
   * What to render. The same object until something changes; what did not change in it stays the same, too.
   */
  getSnapshot(): ViewSnapshot;
  /**
   * A view that knows nothing yet. `post` sends a message to the extension; `clock` takes the place of the page's.
   */
  constructor(options?: ViewOptions);
  /**
   * The person opens the tab.
   */
  openTab(): void;
  /**
   * Takes a message of the extension. Never throws, whatever arrives; tells whether the message was understood,
   * and if it changed nothing, why.
   */
  receive(message: unknown): Received;
  /**
   * Becomes what was saved, and asks the extension for what may have been missed. `false`, and nothing changes,
   * if it is nothing that was saved.
   */
  restoreState(saved: unknown): boolean;
  /**
   * All that the view knows, for `vscode.setState`.
   */
  saveState(): unknown;
  /**
   * The person looks at a task, or at none. One that has ended opens in replay, an active one live.
   */
  select(taskId: string | null): void;
  /**
   * Counts of progress, of one task or of all that were looked at.
   */
  stats(taskId?: string): ProgressStats;
  /**
   * Calls the listener after every change, when the call that made the change has returned. Gives a function
   * that ends it.
   */
  subscribe(listener: () => void): () => void;
  /**
   * What the parents of the tasks are to be told; each notice once.
   */
  takeNotices(): Notice[];
  /**
   * A task with all its attempts, for `formatTimeline`; `undefined` if none is known.
   */
  task(taskId: string): BackgroundTask | undefined;
}

/**
 * Lets progress through in windows: at most one batch per task and window, a few updates each, the important
 * ones first.
 *
 * ```js
 * const throttler = new ProgressThrottler();
 * throttler.push("task", { kind: "tool_call", timestamp: 1, toolName: "read_file" }, Date.now());
 * // at throttler.nextDeadline(), or later:
 * for (const batch of throttler.flush(Date.now())) show(throttler.recent(batch.taskId));
 * ```
 */
export class ProgressThrottler {
  free(): void;
  [Symbol.dispose](): void;
  /**
   * Nobody looks at the task any more: what is buffered is dropped, and no late batch comes.
   */
  discard(taskId: string): void;
  /**
   * Everything that is buffered, of one task or of all, at once.
   */
  drain(taskId?: string): ProgressBatch[];
  /**
   * From the deadline on: a batch for each task that has something buffered. Before: `[]`.
   */
  flush(now: Time): ProgressBatch[];
  /**
   * An empty throttler: windows of 500 ms, 5 updates a batch, the last 20 kept, unless `options` say otherwise.
   */
  constructor(options?: ThrottlerOptions);
  /**
   * When to call `flush`, in epoch milliseconds; `undefined` while nothing is buffered.
   */
  nextDeadline(): number | undefined;
  /**
   * Buffers an update. `false`, and counted as rejected, if it is malformed or of an unknown kind.
   */
  push(taskId: string, update: BackgroundTaskUpdate, now: Time): boolean;
  /**
   * The last delivered updates of a task, in order of arrival.
   */
  recent(taskId: string): DeliveredUpdate[];
  /**
   * Counts, of one task or of all. Always `pushed = delivered + dropped + buffered`.
   */
  stats(taskId?: string): ProgressStats;
}

/**
 * What a person needs to know of an error, in one line: without escape sequences, invisible characters and
 * secrets, the message dug out of JSON, HTML and tracebacks. `undefined` if there is no error.
 *
 * ```js
 * errorLine('429 {"error":{"message":"Too many requests"}}'); // "429: Too many requests"
 * ```
 */
export function errorLine(error: unknown, options?: ErrorLineOptions): string | undefined;

/**
 * A time span as a person reads it: `<1s`, `42s`, `3m 5s`, `2h 3m`, `1d 4h`.
 *
 * ```js
 * formatDuration(63_000); // "1m 3s"
 * ```
 */
export function formatDuration(ms: number): string;

/**
 * A notice as text for the parent chat.
 *
 * ```js
 * for (const notice of ledger.takeNotices()) parent.say(formatNotice(notice, { markdown: true }));
 * ```
 */
export function formatNotice(notice: Notice, options?: TimelineOptions): string;

/**
 * The timeline of a task as text: one line per attempt, its error in one readable line, the outcome last.
 *
 * ```js
 * formatTimeline(task, { style: "compact", durations: true });
 * ```
 */
export function formatTimeline(task: BackgroundTask, options?: TimelineOptions): string;

/**
 * The timeline of a task as data, for a page that renders it itself.
 *
 * ```js
 * for (const { attemptNumber, status, model, error } of timelineRows(task)) show(attemptNumber, status, model, error);
 * ```
 */
export function timelineRows(task: BackgroundTask): TimelineRow[];
