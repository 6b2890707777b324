// What attempts look like as text: the types of `formatTimeline` and its like.
import type { AttemptStatus, PendingReason } from "./attempts.js";

/**
 * How a timeline is written.
 *
 * @example
 * ```ts
 * formatTimeline(task, { style: "compact", durations: true, markdown: true });
 * ```
 */
export interface TimelineOptions {
  /** `"balanced"` unless said otherwise. */
  style?: "balanced" | "compact";
  /** The heading; unless said otherwise, in the balanced style. */
  header?: boolean;
  /** Spaces before every line but the heading. */
  indent?: number;
  /** Escapes what Markdown would read as markup. */
  markdown?: boolean;
  /** How long each attempt ran. */
  durations?: boolean;
  /** From this many attempts on, runs of equal outcomes fold to a line each. */
  collapseAfter?: number;
  /** Display columns, 160. */
  errorMaxWidth?: number;
  /** Every word, for translation. */
  labels?: Partial<Labels>;
}

/**
 * How an error becomes a line.
 *
 * @example
 * ```ts
 * errorLine(error, { maxWidth: 80 });
 * ```
 */
export interface ErrorLineOptions {
  /** Display columns, 160. */
  maxWidth?: number;
  /** `false` keeps keys and tokens. */
  redact?: boolean;
}

/**
 * An attempt as a row of a timeline.
 *
 * @example
 * ```ts
 * for (const row of timelineRows(task)) addRow(row.attemptNumber, row.status, row.model, row.error);
 * ```
 */
export interface TimelineRow {
  attemptID: string;
  attemptNumber: number;
  status: AttemptStatus;
  pendingReason?: PendingReason;
  /** `provider/model (variant)`, or what is known of it. */
  model: string;
  sessionID?: string;
  /** One line, unless the attempt completed. */
  error?: string;
  /** As it came, but for secrets. */
  fullError?: string;
  startedAt?: number;
  completedAt?: number;
  /** Once it has ended. */
  durationMs?: number;
}

/**
 * Every word that a timeline or a notice prints. `{n}`, `{status}` and `{attempts}` are filled in.
 *
 * @example
 * ```ts
 * formatTimeline(task, { labels: { attempt: "Versuch", tagError: "FEHLER" } });
 * ```
 */
export interface Labels {
  /** "Background task attempts" */
  header: string;
  /** "Attempt" */
  attempt: string;
  /** "Attempts" */
  attempts: string;
  /** "PENDING" */
  tagPending: string;
  /** "RUNNING" */
  tagRunning: string;
  /** "COMPLETED" */
  tagCompleted: string;
  /** "ERROR" */
  tagError: string;
  /** "CANCELLED" */
  tagCancelled: string;
  /** "INTERRUPT" */
  tagInterrupt: string;
  /** "pending" */
  pending: string;
  /** "running" */
  running: string;
  /** "completed" */
  completed: string;
  /** "failed" */
  failed: string;
  /** "cancelled" */
  cancelled: string;
  /** "interrupted" */
  interrupted: string;
  /** "queued" */
  queued: string;
  /** "retry scheduled" */
  retryScheduled: string;
  /** "session failed" */
  sessionFailed: string;
  /** "session" */
  session: string;
  /** "no session" */
  noSession: string;
  /** "unknown model" */
  unknownModel: string;
  /** "{n} models" */
  models: string;
  /** "Error" */
  error: string;
  /** "Unknown error" */
  unknownError: string;
  /** "s" */
  seconds: string;
  /** "m" */
  minutes: string;
  /** "h" */
  hours: string;
  /** "d" */
  days: string;
  /** "Background task failed, and its next attempt is queued" */
  retryNotice: string;
  /** "Failed session" */
  failedSession: string;
  /** "Failed model" */
  failedModel: string;
  /** "Next model" */
  nextModel: string;
  /** "Background task retry has its session" */
  sessionNotice: string;
  /** "Session" */
  sessionField: string;
  /** "Model" */
  model: string;
  /** "Background task {status} after {attempts}." */
  summary: string;
  /** "1 attempt" */
  oneAttempt: string;
  /** "{n} attempts" */
  manyAttempts: string;
}
