/// <reference lib="dom" />
import type { ViewSnapshot } from "./types.js";

/**
 * What the element needs of a `BackgroundTaskView`, whichever entry that comes from.
 *
 * ```ts
 * const tab = document.createElement("background-tasks");
 * tab.view = view satisfies TabView;
 * ```
 */
export interface TabView {
  getSnapshot(): ViewSnapshot;
  subscribe(listener: () => void): () => void;
  select(taskId: string | null): void;
}

/**
 * `<background-tasks>`: the tab of the background tasks, from list to replay. It shows what its view holds, and selects
 * tasks in it. Whatever else a person asks for is an event, which bubbles out of every shadow tree, for the page to
 * carry out; the element itself posts nothing.
 *
 * ```js
 * import { BackgroundTaskView, errorLine, formatTimeline } from "tasklight/inline";
 * import "tasklight/element";
 *
 * const vscode = acquireVsCodeApi();
 * const view = new BackgroundTaskView({ post: (message) => vscode.postMessage(message) });
 * window.addEventListener("message", ({ data }) => view.receive(data));
 * view.openTab();
 *
 * const tab = document.querySelector("background-tasks");
 * Object.assign(tab, { view, errorLine });
 * tab.addEventListener("cancel-task", ({ detail }) => view.cancel(detail.taskId));
 * tab.addEventListener("open-replay", ({ detail }) => view.select(detail.taskId));
 * tab.addEventListener("copy-timeline", ({ detail }) => {
 *   navigator.clipboard.writeText(formatTimeline(view.task(detail.taskId)));
 * });
 * ```
 *
 * It fills the height of what it is in. From 560 px on, the list stands beside the task; below that, the task takes its
 * place. Colours are those of VS Code (`--vscode-*`) where they are defined. It needs no `'unsafe-inline'` in a policy.
 */
export class BackgroundTasksElement extends HTMLElement {
  /** What it shows. May be set before the element is defined, and replaced at any time. */
  view: TabView | undefined;
  /** Words that take the place of the English ones. */
  labels: Partial<ElementLabels> | undefined;
  /**
   * Makes one readable line of an error: the package's `errorLine`, which also takes out keys and tokens. Without it,
   * errors of tools are shown as they come, in one line.
   */
  errorLine: ((error: unknown, options?: { maxWidth?: number }) => string | undefined) | undefined;
  /** The time, in epoch milliseconds; `Date.now` unless said otherwise. */
  now: (() => number) | undefined;

  addEventListener<K extends keyof BackgroundTasksEventMap>(
    type: K,
    listener: (this: BackgroundTasksElement, event: BackgroundTasksEventMap[K]) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof BackgroundTasksEventMap>(
    type: K,
    listener: (this: BackgroundTasksElement, event: BackgroundTasksEventMap[K]) => void,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

/**
 * What a person may ask for, beside the events of every element.
 *
 * ```js
 * tab.addEventListener("open-session", ({ detail }) => vscode.postMessage({ type: "openSession", ...detail }));
 * ```
 */
export interface BackgroundTasksEventMap extends HTMLElementEventMap {
  /** To end a task that is active: `view.cancel(taskId)`. */
  "cancel-task": CustomEvent<{ taskId: string }>;
  /** To see the session of an attempt, wherever the page shows such. */
  "open-session": CustomEvent<{ taskId: string; attemptID: string; sessionID: string }>;
  /** To see the conversation of a task that has ended: `view.select(taskId)`. Also to have it read again. */
  "open-replay": CustomEvent<{ taskId: string }>;
  /** To have the timeline in the clipboard: `formatTimeline(view.task(taskId))`. */
  "copy-timeline": CustomEvent<{ taskId: string }>;
}

/**
 * Every word that it shows, in English.
 *
 * ```js
 * const untranslated = Object.keys(defaultLabels).filter((key) => !(key in german));
 * ```
 */
export const defaultLabels: Readonly<ElementLabels>;

/**
 * Every word that the element shows. `{n}` and its like are filled in; a count has one label for one and one for more.
 *
 * ```js
 * tab.labels = { title: "Hintergrundaufgaben", oneRunning: "1 läuft", manyRunning: "{n} laufen" };
 * ```
 */
export interface ElementLabels {
  /** "Background tasks" */
  title: string;
  /** "1 running" */
  oneRunning: string;
  /** "{n} running" */
  manyRunning: string;
  /** "1 new error" */
  oneNewError: string;
  /** "{n} new errors" */
  manyNewErrors: string;
  /** "Active" */
  active: string;
  /** "Finished" */
  finished: string;
  /** "No background tasks yet." */
  noTasks: string;
  /** "Nothing runs at the moment." */
  nothingActive: string;
  /** "Choose a task to see what it does." */
  chooseTask: string;
  /** "new" */
  newError: string;
  /** "part of: {task}" */
  partOf: string;
  /** "Back to all tasks" */
  back: string;
  /** "Pending" */
  pending: string;
  /** "Queued" */
  queued: string;
  /** "Retry scheduled" */
  retryScheduled: string;
  /** "Session failed" */
  sessionFailed: string;
  /** "Running" */
  running: string;
  /** "Completed" */
  completed: string;
  /** "Failed" */
  error: string;
  /** "Cancelled" */
  cancelled: string;
  /** "Interrupted" */
  interrupt: string;
  /** "Paused" */
  paused: string;
  /** "Unknown" */
  unknown: string;
  /** "{task}: Background task completed after {attempts}." */
  outcomeCompleted: string;
  /** "{task}: Background task failed after {attempts}." */
  outcomeError: string;
  /** "{task}: Background task cancelled after {attempts}." */
  outcomeCancelled: string;
  /** "{task}: Background task interrupted after {attempts}." */
  outcomeInterrupt: string;
  /** "Cancel" */
  cancel: string;
  /** "Copy timeline" */
  copyTimeline: string;
  /** "Open session {session}" */
  openSession: string;
  /** "Attempts" */
  attempts: string;
  /** "Attempt {n}" */
  attempt: string;
  /** "Attempts {first}–{last}" */
  attemptRange: string;
  /** "1 attempt" */
  oneAttempt: string;
  /** "{n} attempts" */
  manyAttempts: string;
  /** "{n} models" */
  manyModels: string;
  /** "no session" */
  noSession: string;
  /** "Nothing is known of its attempts." */
  noAttempts: string;
  /** "{attempts} in {duration}" */
  chart: string;
  /** "Show the whole error" */
  showError: string;
  /** "Whole error" */
  wholeError: string;
  /** "Activity" */
  activity: string;
  /** "Waiting for its first progress…" */
  waiting: string;
  /** "No progress was seen." */
  noActivity: string;
  /** "1 update was left out" */
  oneDropped: string;
  /** "{n} updates were left out" */
  manyDropped: string;
  /** "Go to the newest" */
  goToNewest: string;
  /** "started" */
  started: string;
  /** "completed" */
  done: string;
  /** "failed" */
  failed: string;
  /** "ended" */
  over: string;
  /** "Conversation" */
  conversation: string;
  /** "Show the conversation" */
  showConversation: string;
  /** "Loading the conversation…" */
  loading: string;
  /** "No messages of this task were saved." */
  empty: string;
  /** "The saved conversation cannot be read. The task itself is not affected." */
  unreadable: string;
  /** "Ask again" */
  askAgain: string;
  /** "the last {n}" */
  lastOnes: string;
  /** "Show earlier ones" */
  showEarlier: string;
  /** "Show all" */
  showAll: string;
  /** "Show less" */
  showLess: string;
  /** "Task" */
  messageTask: string;
  /** "Assistant" */
  messageText: string;
  /** "Reasoning" */
  messageReasoning: string;
  /** "Result" */
  messageResult: string;
  /** "You" */
  messageUser: string;
  /** "Question" */
  messageQuestion: string;
  /** "Tool" */
  messageTool: string;
  /** "Command" */
  messageCommand: string;
  /** "Output" */
  messageOutput: string;
  /** "Error" */
  messageError: string;
  /** "Retried" */
  messageRetry: string;
  /** "A message of an unknown form" */
  messageUnknown: string;
  /** "<1s" */
  lessThanASecond: string;
  /** "{s}s" */
  seconds: string;
  /** "{m}m {s}s" */
  minutes: string;
  /** "{h}h {m}m" */
  hours: string;
  /** "{d}d {h}h" */
  days: string;
}

declare global {
  interface HTMLElementTagNameMap {
    "background-tasks": BackgroundTasksElement;
  }
}
