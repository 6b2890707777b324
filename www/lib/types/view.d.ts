// What a page shows: the types of `BackgroundTaskView`.
import type { AttemptStatus, PendingReason } from "./attempts.js";
import type { WebviewMessage } from "./messages.js";
import type { DeliveredUpdate, ThrottlerOptions } from "./progress.js";
import type { TimelineRow } from "./timeline.js";

/**
 * Time and timers, for instead of the page's: a simulated clock in a test, for example.
 *
 * @example
 * ```ts
 * const clock: Clock = {
 *   now: () => Date.now(),
 *   setTimeout: (run, ms) => setTimeout(run, ms),
 *   clearTimeout: (id) => clearTimeout(id as number),
 * };
 * ```
 */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

/**
 * Options of a `BackgroundTaskView`.
 *
 * @example
 * ```ts
 * const view = new BackgroundTaskView({ post: (message) => vscode.postMessage(message), dialect: "roo" });
 * ```
 */
export interface ViewOptions {
  /** Sends a message to the extension. */
  post?: (message: WebviewMessage) => void;
  /** The page's, unless said otherwise. */
  clock?: Clock;
  /** How messages to the extension are spelt; `"tasklight"` unless said otherwise. */
  dialect?: "tasklight" | "roo";
  throttle?: ThrottlerOptions;
}

/**
 * A task as a list shows it.
 *
 * @example
 * ```ts
 * const label = ({ description, status, attempts }: TaskSummary) => `${description}: ${status}, ${attempts} attempts`;
 * ```
 */
export interface TaskSummary {
  readonly taskId: string;
  /** If that task is known, and not below this one. */
  readonly parentTaskId?: string;
  readonly description: string;
  readonly status: AttemptStatus | "paused" | "unknown";
  /** Only while pending. */
  readonly pendingReason?: PendingReason;
  readonly attempts: number;
  readonly model?: string;
  readonly startedAt?: number;
  readonly completedAt?: number;
  /** It ended in an error, and nobody looked at it since. */
  readonly hasUnseenError: boolean;
}

/**
 * A run of a tool: its call and its result.
 *
 * @example
 * ```ts
 * for (const { toolName, status } of view.getSnapshot().live?.activity ?? []) addRow(toolName, status);
 * ```
 */
export interface ActivityRow {
  readonly seq: number;
  readonly toolName: string;
  readonly status: "started" | "completed" | "errored";
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly errorMessage?: string;
}

/**
 * What a page renders. Frozen; what did not change keeps its object.
 *
 * @example
 * ```ts
 * view.subscribe(() => {
 *   const { active, finished, badge } = view.getSnapshot();
 *   render([...active, ...finished], badge.errors);
 * });
 * ```
 */
export interface ViewSnapshot {
  readonly version: number;
  readonly tab: "open" | "closed";
  readonly selectedTaskId: string | null;
  readonly viewMode: "replay" | "live" | null;
  /** Pending, running or paused; newest first. */
  readonly active: readonly TaskSummary[];
  /** All others; newest first. */
  readonly finished: readonly TaskSummary[];
  readonly badge: { readonly running: number; readonly errors: number };
  /** Of the selected task. */
  readonly timeline: readonly TimelineRow[];
  readonly live: {
    readonly status: string;
    readonly updates: readonly DeliveredUpdate[];
    readonly activity: readonly ActivityRow[];
    readonly dropped: number;
  } | null;
  readonly replay: {
    readonly state: "loading" | "ready" | "empty" | "unreadable";
    readonly messages: readonly unknown[];
  } | null;
}
