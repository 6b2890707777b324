// Compiled, not run: what must and what must not be accepted.
import load, { AttemptLedger, BackgroundTaskView, ProgressThrottler, TasklightError, errorLine, formatDuration, formatNotice, formatTimeline, timelineRows } from "tasklight";
import { defaultLabels, type BackgroundTasksElement, type ElementLabels } from "tasklight/element";
import * as inline from "tasklight/inline";
import { useBackgroundTasks, type BackgroundTaskSource } from "tasklight/react";
import * as slim from "tasklight/slim";
import { ScriptedSource, SimulatedClock, type PostedMessage, type ReceivedMessage, type ScriptStep } from "tasklight/testing";
import wasm from "tasklight/wasm";
import type { ActivityRow, AttemptRef, AttemptStatus, BackgroundTask, BackgroundTaskUpdate, Clock, DeliveredUpdate, ErrorCode, ExtensionMessage, IgnoredReason, LedgerSnapshot, Notice, Outcome, PendingReason, ProgressBatch, Received, TaskSummary, TerminalStatus, TimelineOptions, TimelineRow, ViewSnapshot, WebviewMessage } from "tasklight";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(..._: Equal<A, B> extends true ? [] : [never]): void => {};

await load();
await load(new URL("x", "y"));
same<typeof inline.AttemptLedger, typeof AttemptLedger>();
// @ts-expect-error the inline entry has no loader
inline.default;

const ledger = new AttemptLedger({ ids: "sequential" });
// @ts-expect-error no such source of ids
new AttemptLedger({ ids: "random" });
const outcome = ledger.startAttempt("t", { at: new Date(), model: { modelID: "m" } });
same<typeof outcome, Outcome>();
if (outcome.applied) {
  outcome.attemptID.length;
  // @ts-expect-error only what was not applied has a reason
  outcome.reason;
} else {
  same<typeof outcome.abortSession, true | undefined>();
  // @ts-expect-error not a reason
  outcome.reason === "unknown";
}
// @ts-expect-error a time is required
ledger.startAttempt("t", {});
// @ts-expect-error exact optional properties: undefined is not a model
ledger.startAttempt("t", { at: 1, model: undefined });
ledger.bindAttemptSession("a", "s", { at: "2026-01-01T00:00:00Z" });
ledger.finalizeAttempt({ sessionID: "s" }, "completed", { at: 1 });
// @ts-expect-error not a terminal status
ledger.finalizeAttempt("a", "running", { at: 1 });
ledger.scheduleRetry("a", { at: 1, nextModel: {}, error: "e", attemptID: "b" });
same<ReturnType<AttemptLedger["task"]>, BackgroundTask | undefined>();
same<ReturnType<AttemptLedger["taskIds"]>, string[]>();
same<ReturnType<AttemptLedger["snapshot"]>, LedgerSnapshot>();
same<ReturnType<AttemptLedger["forgetTask"]>, boolean>();
ledger.restore(ledger.snapshot());
for (const notice of ledger.takeNotices()) {
  same<typeof notice, Notice>();
  if (notice.kind === "final_summary") same<typeof notice.task, BackgroundTask>();
  if (notice.kind === "retry_scheduled") same<typeof notice.failedSessionID, string | undefined>();
  same<ReturnType<typeof formatNotice>, string>();
}

const throttler = new ProgressThrottler({ windowMs: 1 });
same<ReturnType<ProgressThrottler["push"]>, boolean>();
throttler.push("t", { kind: "tool_call", timestamp: 1 }, 1);
// @ts-expect-error no such kind
throttler.push("t", { kind: "text", timestamp: 1 }, 1);
same<ReturnType<ProgressThrottler["flush"]>, ProgressBatch[]>();
same<ReturnType<ProgressThrottler["drain"]>, ProgressBatch[]>();
same<ReturnType<ProgressThrottler["recent"]>, DeliveredUpdate[]>();
same<ReturnType<ProgressThrottler["nextDeadline"]>, number | undefined>();
throttler.stats().rejected.toFixed();
throttler.drain("t");

const posted: WebviewMessage[] = [];
const view = new BackgroundTaskView({ post: (message) => posted.push(message), dialect: "roo", throttle: { keepLast: 5 } });
// @ts-expect-error no such dialect
new BackgroundTaskView({ dialect: "cline" });
same<ReturnType<BackgroundTaskView["getSnapshot"]>, ViewSnapshot>();
same<ViewSnapshot["viewMode"], "replay" | "live" | null>();
if (!view.receive({ type: "anything" }).handled) view.select(null);
// @ts-expect-error frozen
view.getSnapshot().active.push();
const unsubscribe: () => void = view.subscribe(() => view.openTab());
unsubscribe();
const restored: boolean = view.restoreState(view.saveState());
view.dispose();

const tab = document.createElement("background-tasks");
same<typeof tab, BackgroundTasksElement>();
tab.view = view;
tab.errorLine = errorLine;
tab.now = () => 1;
tab.labels = { title: "Aufgaben" };
tab.labels = { ...defaultLabels } satisfies ElementLabels;
// @ts-expect-error no such label
tab.labels = { titel: "Aufgaben" };
// @ts-expect-error not a view
tab.view = {};
tab.addEventListener("cancel-task", ({ detail }) => view.cancel(detail.taskId));
tab.addEventListener("open-session", ({ detail }) => [detail.taskId, detail.attemptID, detail.sessionID].join());
tab.addEventListener("click", (event) => event.clientX.toFixed());
// @ts-expect-error it has no session
tab.addEventListener("open-replay", ({ detail }) => detail.sessionID);

const options: TimelineOptions = { style: "compact", labels: { attempt: "Versuch" } };
same<ReturnType<typeof formatTimeline>, string>();
same<ReturnType<typeof timelineRows>, TimelineRow[]>();
same<ReturnType<typeof errorLine>, string | undefined>();
errorLine(Symbol());
errorLine("x", { maxWidth: 10, redact: false });
formatDuration(1);
// @ts-expect-error no such label
options.labels = { attempts: "Versuche", versuch: "x" };

const check = (error: unknown): ErrorCode | undefined => (error instanceof TasklightError ? error.code : undefined);
same<ErrorCode, "invalid_argument" | "disposed" | "corrupt_snapshot">();
check(1);
{
  using disposed = new AttemptLedger();
  disposed.free();
}

// The literals of the contract, no more and no less.
same<AttemptStatus, "pending" | "running" | "completed" | "error" | "cancelled" | "interrupt">();
same<TerminalStatus, "completed" | "error" | "cancelled" | "interrupt">();
same<PendingReason, "queued" | "retry_scheduled" | "session_failed">();
same<
  IgnoredReason,
  | "unknown_task"
  | "unknown_attempt"
  | "unknown_session"
  | "superseded"
  | "already_terminal"
  | "already_bound"
  | "session_in_use"
  | "attempt_in_use"
  | "task_active"
  | "duplicate"
>();
same<BackgroundTaskUpdate["kind"], "tool_call" | "tool_result" | "status_change" | "error">();
same<Notice["kind"], "retry_scheduled" | "retry_session_ready" | "final_summary">();
same<TaskSummary["status"], AttemptStatus | "paused" | "unknown">();
same<ActivityRow["status"], "started" | "completed" | "errored">();
same<NonNullable<ViewSnapshot["replay"]>["state"], "loading" | "ready" | "empty" | "unreadable">();
same<AttemptRef, string | { sessionID: string }>();
same<
  WebviewMessage["type"],
  | "requestBackgroundTaskMessages"
  | "subscribeToBackgroundTask"
  | "unsubscribeFromBackgroundTask"
  | "cancelBackgroundTask"
  | "requestBackgroundTaskSnapshot"
>();

// A switch over a discriminated union is complete when every member is there.
const about = (notice: Notice): string => {
  switch (notice.kind) {
    case "retry_scheduled":
      return notice.failedAttemptID;
    case "retry_session_ready":
      return notice.sessionID;
    case "final_summary":
      return notice.task.currentAttemptID;
  }
};
about({ kind: "final_summary", taskId: "t", status: "completed", task: {} as BackgroundTask, at: 1 });
// @ts-expect-error a retry has no outcome
about({ kind: "final_summary", taskId: "t", status: "pending", task: {} as BackgroundTask, at: 1 });

// Whichever entry a value comes from, it is of the same type.
same<typeof slim.BackgroundTaskView, typeof inline.BackgroundTaskView>();
same<typeof slim.TasklightError, typeof TasklightError>();
same<typeof inline.ready, Promise<void>>();
// @ts-expect-error nothing to wait for elsewhere
slim.ready;

const started: void = slim.init(new Uint8Array());
slim.init(new ArrayBuffer(8));
slim.init({} as WebAssembly.Module);
const later: Promise<void> = slim.init(fetch("x"));
same<ReturnType<() => typeof later>, Promise<void>>();
slim.init(Promise.resolve(new Uint8Array()));
// @ts-expect-error something must be given
slim.init();
same<typeof wasm, unknown>();
same<typeof started, void>();

const source: BackgroundTaskSource = view;
same<ReturnType<typeof useView>, ViewSnapshot>();
const useView = () => useBackgroundTasks(source);
const useErrors = () => useBackgroundTasks(view, ({ badge }) => badge.errors);
same<ReturnType<typeof useErrors>, number>();
const useIds = () => useBackgroundTasks(view, ({ active }) => active.map((task) => task.taskId), (a, b) => a.length === b.length);
same<ReturnType<typeof useIds>, string[]>();
// @ts-expect-error not a view
useBackgroundTasks({});
// @ts-expect-error compares what is selected
useBackgroundTasks(view, ({ version }) => version, (a: string, b: string) => a === b);

const clock: Clock & SimulatedClock = new SimulatedClock(1_000);
new BackgroundTaskView({ clock });
same<SimulatedClock["nextTimer"], number | undefined>();
// @ts-expect-error read only
clock.pending = 1;
const steps: readonly ScriptStep[] = [{ after: 1, message: {} }];
const script = new ScriptedSource(clock, steps).answer("requestBackgroundTaskMessages", (message) => ({ type: message.type }), 10);
// @ts-expect-error the view never asks for that
script.answer("launchTask", () => undefined);
new BackgroundTaskView({ post: script.post });
same<ReturnType<typeof script.connect>, () => void>();
script.connect(view)();
same<typeof script.posts, PostedMessage[]>();
same<ReceivedMessage["result"], Received>();
await script.run();

const sent: ExtensionMessage[] = [
  { type: "backgroundTaskAttempt", taskId: "t", at: 1, seq: 1, event: "launched", attemptID: "a" },
  { type: "backgroundTaskAttempt", taskId: "t", at: new Date(), event: "finished", sessionID: "s", status: "error", error: "e" },
  { type: "backgroundTaskSnapshot", taskId: "t", task: {} as BackgroundTask, seq: 2 },
  { type: "backgroundTaskMessages", taskId: "t", messages: null },
  // @ts-expect-error nobody failed
  { type: "backgroundTaskAttempt", taskId: "t", at: 1, event: "retry_scheduled", nextAttemptID: "b" },
  // @ts-expect-error not how an attempt ends
  { type: "backgroundTaskAttempt", taskId: "t", at: 1, event: "finished", attemptID: "a", status: "running" },
];
for (const message of sent) view.receive(message);
