// What a task does while it runs: the types of `ProgressThrottler`.
import type { Time } from "./attempts.js";

/**
 * A step of a task that runs, as its extension sends it.
 *
 * @example
 * ```ts
 * throttler.push("task", { kind: "tool_call", timestamp: Date.now(), toolName: "read_file", status: "started" }, Date.now());
 * ```
 */
export interface BackgroundTaskUpdate {
  kind: "tool_call" | "tool_result" | "status_change" | "error";
  timestamp: Time;
  toolName?: string;
  status?: string;
  errorMessage?: string;
}

/**
 * An update that has come through the throttler.
 *
 * @example
 * ```ts
 * for (const { seq, kind, toolName } of throttler.recent("task")) console.log(seq, kind, toolName);
 * ```
 */
export interface DeliveredUpdate extends BackgroundTaskUpdate {
  timestamp: number;
  /** Its number within its task, in order of arrival, from 1. */
  seq: number;
}

/**
 * What a window of the throttler gives for a task.
 *
 * @example
 * ```ts
 * for (const { taskId, updates, dropped } of throttler.flush(Date.now())) append(taskId, updates, dropped);
 * ```
 */
export interface ProgressBatch {
  taskId: string;
  /** By priority, then by arrival. */
  updates: DeliveredUpdate[];
  /** Since this task's previous batch. */
  dropped: number;
}

/**
 * How much comes through, and how often.
 *
 * @example
 * ```ts
 * const throttler = new ProgressThrottler({ windowMs: 250, maxPerBatch: 3 });
 * ```
 */
export interface ThrottlerOptions {
  /** 500 */
  windowMs?: number;
  /** 5 */
  maxPerBatch?: number;
  /** 20 */
  keepLast?: number;
}

/**
 * Always `pushed = delivered + dropped + buffered`; `rejected` counts beside them.
 *
 * @example
 * ```ts
 * const { pushed, delivered, dropped, buffered } = throttler.stats();
 * console.assert(pushed === delivered + dropped + buffered);
 * ```
 */
export interface ProgressStats {
  pushed: number;
  delivered: number;
  dropped: number;
  buffered: number;
  rejected: number;
}
