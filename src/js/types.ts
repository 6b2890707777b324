/** Epoch milliseconds, an ISO 8601 text, or a `Date`. What comes out is always epoch milliseconds. */
export type Time = number | string | Date;

export type AttemptStatus = "pending" | "running" | "completed" | "error" | "cancelled" | "interrupt";
export type TerminalStatus = Exclude<AttemptStatus, "pending" | "running">;
export type PendingReason = "queued" | "retry_scheduled" | "session_failed";

/** A model as its provider names it. */
export interface ModelRef {
  providerID?: string;
  modelID?: string;
  variant?: string;
}

/** One try at a task, with its own model, session and outcome. */
export interface Attempt extends ModelRef {
  attemptID: string;
  /** From 1, without gaps. */
  attemptNumber: number;
  sessionID?: string;
  status: AttemptStatus;
  /** Only while pending. */
  pendingReason?: PendingReason;
  /** Up to 64 KiB. */
  error?: string;
  startedAt?: number;
  completedAt?: number;
}

/** A task. Its own status, session, model, error and times are those of the current attempt, the last one. */
export interface BackgroundTask {
  taskId: string;
  description?: string;
  parentTaskId?: string;
  status: AttemptStatus;
  sessionID?: string;
  model?: ModelRef;
  error?: string;
  startedAt?: number;
  completedAt?: number;
  currentAttemptID: string;
  attempts: Attempt[];
}

/** An attemptID, or the child session that an event came from. */
export type AttemptRef = string | { sessionID: string };

/** Why a call was ignored. */
export type IgnoredReason =
  | "unknown_task"
  | "unknown_attempt"
  | "unknown_session"
  | "superseded"
  | "already_terminal"
  | "already_bound"
  | "session_in_use"
  | "attempt_in_use"
  | "task_active"
  | "duplicate";

/** What a call did. A call that was not applied changed nothing. */
export type Outcome =
  | { applied: true; attemptID: string }
  | { applied: false; reason: IgnoredReason; abortSession?: true };

export interface LedgerOptions {
  /** `"uuid"` unless said otherwise. */
  ids?: "uuid" | "sequential";
}

export interface StartOptions {
  at: Time;
  model?: ModelRef;
  attemptID?: string;
  description?: string;
  parentTaskId?: string;
}

export interface BindOptions {
  at: Time;
  /** Replaces the scheduled model as a whole. */
  model?: ModelRef;
}

export interface FailOptions {
  at: Time;
  error?: string;
}

export interface RetryOptions extends FailOptions {
  nextModel?: ModelRef;
  /** Of the new attempt. */
  attemptID?: string;
}

export interface ResolvedSession {
  taskId: string;
  attemptID: string;
  attemptNumber: number;
  isCurrent: boolean;
}

/** A ledger as plain JSON, for `restore`. */
export interface LedgerSnapshot {
  version: number;
  nextAttempt: number;
  tasks: { taskId: string; description?: string; parentTaskId?: string; lastAt: number; attempts: Attempt[] }[];
  notices: Notice[];
}

/** What the parent of a task is to be told. */
export type Notice =
  | {
      kind: "retry_scheduled";
      taskId: string;
      failedAttemptID: string;
      failedSessionID?: string;
      failedModel?: ModelRef;
      failedError?: string;
      attemptID: string;
      nextModel?: ModelRef;
      at: number;
    }
  | {
      kind: "retry_session_ready";
      taskId: string;
      attemptID: string;
      attemptNumber: number;
      sessionID: string;
      model?: ModelRef;
      at: number;
    }
  | { kind: "final_summary"; taskId: string; status: TerminalStatus; task: BackgroundTask; at: number };

export interface BackgroundTaskUpdate {
  kind: "tool_call" | "tool_result" | "status_change" | "error";
  timestamp: Time;
  toolName?: string;
  status?: string;
  errorMessage?: string;
}

export interface DeliveredUpdate extends BackgroundTaskUpdate {
  timestamp: number;
  /** Its number within its task, in order of arrival, from 1. */
  seq: number;
}

export interface ProgressBatch {
  taskId: string;
  /** By priority, then by arrival. */
  updates: DeliveredUpdate[];
  /** Since this task's previous batch. */
  dropped: number;
}

export interface ThrottlerOptions {
  /** 500 */
  windowMs?: number;
  /** 5 */
  maxPerBatch?: number;
  /** 20 */
  keepLast?: number;
}

/** Always `pushed = delivered + dropped + buffered`; `rejected` counts beside them. */
export interface ProgressStats {
  pushed: number;
  delivered: number;
  dropped: number;
  buffered: number;
  rejected: number;
}

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

export interface ErrorLineOptions {
  /** Display columns, 160. */
  maxWidth?: number;
  /** `false` keeps keys and tokens. */
  redact?: boolean;
}

/** An attempt as a row of a timeline. */
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

/** Every word that a timeline or a notice prints. `{n}`, `{status}` and `{attempts}` are filled in. */
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

/** Time and timers, for instead of the page's: a simulated clock in a test, for example. */
export interface Clock {
  now(): number;
  setTimeout(run: () => void, ms: number): unknown;
  clearTimeout(id: unknown): void;
}

export interface ViewOptions {
  /** Sends a message to the extension. */
  post?: (message: WebviewMessage) => void;
  /** The page's, unless said otherwise. */
  clock?: Clock;
  /** How messages to the extension are spelt; `"tasklight"` unless said otherwise. */
  dialect?: "tasklight" | "roo";
  throttle?: ThrottlerOptions;
}

/** What the view asks the extension for. In the dialect `roo`, the id of the first two is in `text`. */
export type WebviewMessage =
  | { type: "requestBackgroundTaskMessages" | "subscribeToBackgroundTask"; taskId: string }
  | { type: "requestBackgroundTaskMessages" | "subscribeToBackgroundTask"; text: string }
  | {
      type: "unsubscribeFromBackgroundTask" | "cancelBackgroundTask" | "requestBackgroundTaskSnapshot";
      taskId: string;
    };

/** What became of a message. */
export interface Received {
  /** Whether it was one of ours, and well-formed. */
  handled: boolean;
  /** Why it changed nothing, or nothing yet. */
  reason?:
    | IgnoredReason
    | "stale"
    | "waiting_for_snapshot"
    | "not_selected"
    | "not_requested"
    | "conflict"
    | "malformed"
    | "disposed";
  /** What is wrong with a malformed message. */
  detail?: string;
  /** A session was created for nothing: as the outcome of `bindAttemptSession` says. */
  abortSession?: true;
}

/** A task as a list shows it. */
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

/** A run of a tool: its call and its result. */
export interface ActivityRow {
  readonly seq: number;
  readonly toolName: string;
  readonly status: "started" | "completed" | "errored";
  readonly startedAt?: number;
  readonly endedAt?: number;
  readonly errorMessage?: string;
}

/** What a page renders. Frozen; what did not change keeps its object. */
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

/**
 * What an extension posts to its webview; `docs/protocol.md` says when. The view reads more than that: the spellings of
 * Roo Code, and its history.
 *
 * @example
 * ```ts
 * const message: ExtensionMessage = { type: "backgroundTaskSnapshot", taskId, task: ledger.task(taskId)!, seq };
 * webview.postMessage(message);
 * ```
 */
export type ExtensionMessage =
  | AttemptMessage
  | { type: "backgroundTaskSnapshot"; taskId: string; task: BackgroundTask; seq?: number }
  | { type: "backgroundTaskProgress"; taskId: string; update: BackgroundTaskUpdate }
  | { type: "backgroundTaskMessages"; taskId: string; messages?: readonly unknown[] | null };

/**
 * Something happened to an attempt. With `seq`, its number among such messages of its task, what is lost is noticed.
 *
 * @example
 * ```ts
 * const message: AttemptMessage = { type: "backgroundTaskAttempt", taskId, seq: 1, at: Date.now(), event: "launched", attemptID };
 * ```
 */
export type AttemptMessage = { type: "backgroundTaskAttempt"; taskId: string; at: Time; seq?: number } & (
  | { event: "launched"; attemptID: string; model?: ModelRef; description?: string; parentTaskId?: string }
  | { event: "session_ready"; attemptID: string; sessionID: string; model?: ModelRef }
  | { event: "session_failed"; attemptID: string; error?: string }
  | ({ event: "retry_scheduled"; error?: string; nextAttemptID: string; nextModel?: ModelRef } & AttemptSubject)
  | ({ event: "finished"; status: TerminalStatus; error?: string } & AttemptSubject)
);

/**
 * Which attempt an event is about: itself, or the session that the event came from.
 *
 * @example
 * ```ts
 * const subject: AttemptSubject = { sessionID: "ses_aaa" };
 * ```
 */
export type AttemptSubject = { attemptID: string } | { sessionID: string };
