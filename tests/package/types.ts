// Compiled, not run: what must and what must not be accepted.
import load, { AttemptLedger, BackgroundTaskView, ProgressThrottler, TasklightError, errorLine, formatDuration, formatNotice, formatTimeline, timelineRows } from "tasklight";
import { defaultLabels, type BackgroundTasksElement, type ElementLabels } from "tasklight/element";
import * as inline from "tasklight/inline";
import type { BackgroundTask, DeliveredUpdate, ErrorCode, LedgerSnapshot, Notice, Outcome, ProgressBatch, TimelineOptions, TimelineRow, ViewSnapshot, WebviewMessage } from "tasklight";

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
