// What an extension and its webview post to each other.
import type { BackgroundTask, IgnoredReason, ModelRef, TerminalStatus, Time } from "./attempts.js";
import type { BackgroundTaskUpdate } from "./progress.js";

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

/**
 * What the view asks the extension for. In the dialect `roo`, the id of the first two is in `text`.
 *
 * @example
 * ```ts
 * webview.onDidReceiveMessage((message: WebviewMessage) => {
 *   if (message.type === "cancelBackgroundTask") agent.cancel(message.taskId);
 * });
 * ```
 */
export type WebviewMessage =
  | { type: "requestBackgroundTaskMessages" | "subscribeToBackgroundTask"; taskId: string }
  | { type: "requestBackgroundTaskMessages" | "subscribeToBackgroundTask"; text: string }
  | {
      type: "unsubscribeFromBackgroundTask" | "cancelBackgroundTask" | "requestBackgroundTaskSnapshot";
      taskId: string;
    };

/**
 * What became of a message.
 *
 * @example
 * ```ts
 * const { handled, reason, detail } = view.receive(data);
 * if (reason === "malformed") console.warn(detail);
 * ```
 */
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
