// What becomes of attempts: the types of `AttemptLedger`.

/**
 * Epoch milliseconds, an ISO 8601 text, or a `Date`. What comes out is always epoch milliseconds.
 *
 * @example
 * ```ts
 * ledger.finalizeAttempt("att_1", "completed", { at: Date.now() });
 * ledger.finalizeAttempt("att_1", "completed", { at: "2026-05-04T10:00:00Z" });
 * ```
 */
export type Time = number | string | Date;

/**
 * How an attempt stands. `interrupt`: ended from outside.
 *
 * @example
 * ```ts
 * if (task.status === "pending" || task.status === "running") showSpinner();
 * ```
 */
export type AttemptStatus = "pending" | "running" | "completed" | "error" | "cancelled" | "interrupt";

/**
 * How an attempt ends. It never changes after that.
 *
 * @example
 * ```ts
 * const status: TerminalStatus = exitCode === 0 ? "completed" : "error";
 * ```
 */
export type TerminalStatus = Exclude<AttemptStatus, "pending" | "running">;

/**
 * What a pending attempt waits for: its turn, its retry, or another try at its session.
 *
 * @example
 * ```ts
 * if (attempt.pendingReason === "session_failed") offerAnotherTry(attempt.attemptID);
 * ```
 */
export type PendingReason = "queued" | "retry_scheduled" | "session_failed";

/**
 * A model as its provider names it.
 *
 * @example
 * ```ts
 * const model: ModelRef = { providerID: "openai", modelID: "gpt-5.4-mini", variant: "high" };
 * ```
 */
export interface ModelRef {
  providerID?: string;
  modelID?: string;
  variant?: string;
}

/**
 * One try at a task, with its own model, session and outcome.
 *
 * @example
 * ```ts
 * const failed = task.attempts.filter((attempt) => attempt.status === "error");
 * ```
 */
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

/**
 * A task. Its own status, session, model, error and times are those of the current attempt, the last one.
 *
 * @example
 * ```ts
 * const task = ledger.task("task");
 * if (task?.status === "error") console.log(errorLine(task.error), task.attempts.length);
 * ```
 */
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

/**
 * An attemptID, or the child session that an event came from.
 *
 * @example
 * ```ts
 * const ref: AttemptRef = { sessionID: "ses_aaa" };
 * ledger.finalizeAttempt(ref, "completed", { at: Date.now() });
 * ```
 */
export type AttemptRef = string | { sessionID: string };

/**
 * Why a call was ignored.
 *
 * @example
 * ```ts
 * if (!outcome.applied && outcome.reason === "superseded") log("an event of an attempt that was retried");
 * ```
 */
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

/**
 * What a call did. A call that was not applied changed nothing.
 *
 * @example
 * ```ts
 * const outcome = ledger.bindAttemptSession(attemptID, sessionID, { at: Date.now() });
 * if (!outcome.applied && outcome.abortSession) await abort(sessionID);
 * ```
 */
export type Outcome =
  | { applied: true; attemptID: string }
  | { applied: false; reason: IgnoredReason; abortSession?: true };

/**
 * Options of an `AttemptLedger`.
 *
 * @example
 * ```ts
 * const ledger = new AttemptLedger({ ids: "sequential" }); // att_1, att_2 … in a test
 * ```
 */
export interface LedgerOptions {
  /** `"uuid"` unless said otherwise. */
  ids?: "uuid" | "sequential";
}

/**
 * What is known of a task, or of its resume, when it is launched.
 *
 * @example
 * ```ts
 * const options: StartOptions = { at: Date.now(), model: { modelID: "gpt-5.4-mini" }, description: "Fix the tests" };
 * ```
 */
export interface StartOptions {
  at: Time;
  model?: ModelRef;
  attemptID?: string;
  description?: string;
  parentTaskId?: string;
}

/**
 * When the session came, and its model.
 *
 * @example
 * ```ts
 * ledger.bindAttemptSession(attemptID, sessionID, { at: Date.now() });
 * ```
 */
export interface BindOptions {
  at: Time;
  /** Replaces the scheduled model as a whole. */
  model?: ModelRef;
}

/**
 * When something failed, and why.
 *
 * @example
 * ```ts
 * ledger.sessionFailed(attemptID, { at: Date.now(), error: String(error) });
 * ```
 */
export interface FailOptions {
  at: Time;
  error?: string;
}

/**
 * When an attempt failed, why, and what follows.
 *
 * @example
 * ```ts
 * ledger.scheduleRetry(attemptID, { at: Date.now(), error: "Too Many Requests", nextModel: { modelID: "claude-haiku-4.5" } });
 * ```
 */
export interface RetryOptions extends FailOptions {
  nextModel?: ModelRef;
  /** Of the new attempt. */
  attemptID?: string;
}

/**
 * The attempt that a session belongs to.
 *
 * @example
 * ```ts
 * const found = ledger.resolveSession(event.sessionID);
 * if (found?.isCurrent) show(found.taskId, event);
 * ```
 */
export interface ResolvedSession {
  taskId: string;
  attemptID: string;
  attemptNumber: number;
  isCurrent: boolean;
}

/**
 * A ledger as plain JSON, for `restore`.
 *
 * @example
 * ```ts
 * const text = JSON.stringify(ledger.snapshot());
 * const restored = new AttemptLedger();
 * restored.restore(JSON.parse(text));
 * ```
 */
export interface LedgerSnapshot {
  version: number;
  nextAttempt: number;
  tasks: { taskId: string; description?: string; parentTaskId?: string; lastAt: number; attempts: Attempt[] }[];
  notices: Notice[];
}

/**
 * What the parent of a task is to be told.
 *
 * @example
 * ```ts
 * for (const notice of ledger.takeNotices()) {
 *   if (notice.kind === "final_summary") tellParent(notice.task.parentTaskId, formatNotice(notice));
 * }
 * ```
 */
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
