// What every project does with the package: a task of three attempts as text, and a view whose window closes on the
// timers of the page. The tests say what must come of it.

/** @returns {Promise<object>} what came of it, as JSON has it */
export async function check({ AttemptLedger, BackgroundTaskView, TasklightError, formatTimeline }) {
  return {
    timeline: timeline(AttemptLedger, formatTimeline),
    view: await live(BackgroundTaskView),
    codes: codes(AttemptLedger, TasklightError),
  };
}

function timeline(AttemptLedger, formatTimeline) {
  const ledger = new AttemptLedger({ ids: "sequential" });
  let { attemptID } = ledger.startAttempt("t", { at: 1, model: { providerID: "openai", modelID: "gpt-5.4-mini" } });
  ledger.bindAttemptSession(attemptID, "ses_aaa", { at: 2 });
  const nextModel = { providerID: "anthropic", modelID: "claude-haiku-4.5" };
  ({ attemptID } = ledger.scheduleRetry(attemptID, { at: 3, error: '{"error":{"message":"Too Many Requests"}}', nextModel }));
  ledger.bindAttemptSession(attemptID, "ses_bbb", { at: 4 });
  ledger.finalizeAttempt({ sessionID: "ses_aaa" }, "error", { at: 5 });
  ledger.finalizeAttempt({ sessionID: "ses_bbb" }, "completed", { at: 6 });
  const text = formatTimeline(ledger.task("t"));
  ledger.free();
  return text;
}

async function live(BackgroundTaskView) {
  const posts = [];
  const view = new BackgroundTaskView({ post: (message) => posts.push(message), throttle: { windowMs: 20 } });
  const shown = new Promise((resolve) => {
    view.subscribe(() => view.getSnapshot().live?.updates.length === 2 && resolve(view.getSnapshot()));
  });
  const attempt = (event, fields) => view.receive({ type: "backgroundTaskAttempt", taskId: "t", event, attemptID: "a", at: 1, ...fields });
  attempt("launched");
  attempt("session_ready", { sessionID: "ses" });
  view.select("t");
  const progress = (update) => view.receive({ type: "backgroundTaskProgress", taskId: "t", update: { timestamp: 1, ...update } });
  progress({ kind: "tool_call", toolName: "read_file" });
  progress({ kind: "tool_result", toolName: "read_file", status: "completed" });
  const before = view.getSnapshot().live.updates.length;
  const { live } = await shown;
  view.dispose();
  return { posts, before, updates: live.updates.map(({ kind, seq }) => `${seq} ${kind}`) };
}

/** What errors say. That of a ledger that is gone comes from a side effect of the package, which no bundler may drop. */
function codes(AttemptLedger, TasklightError) {
  const code = (call) => {
    try {
      call();
    } catch (error) {
      return error instanceof TasklightError && error.code;
    }
  };
  const ledger = new AttemptLedger();
  const refused = code(() => ledger.startAttempt("t", { at: Number.NaN }));
  ledger.free();
  return [refused, code(() => ledger.taskIds())];
}

/** Puts a result where the tests look for it: no policy forbids an attribute. */
export function report(result) {
  result.then(
    (value) => document.body.setAttribute("data-result", JSON.stringify(value)),
    (error) => document.body.setAttribute("data-result", JSON.stringify({ error: String(error) })),
  );
}
