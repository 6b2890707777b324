// A page of nothing but the element, on a clock that goes when it is told to. `tab` is what the tests talk to.
import { BackgroundTaskView, errorLine } from "./inline.js";
import { SimulatedClock } from "./testing.js";

export const START = Date.UTC(2026, 3, 27, 9, 30);

const clock = new SimulatedClock(START);
const posts = [];
const events = [];
const element = document.querySelector("background-tasks");
const view = new BackgroundTaskView({ clock, post: (message) => posts.push(message) });
view.openTab();

// Before the element is defined: a page need not know when that is.
Object.assign(element, { view, errorLine, now: () => clock.now() });
const { defaultLabels } = await import("./element.js");

for (const type of ["cancel-task", "open-session", "open-replay", "copy-timeline"]) {
  document.addEventListener(type, ({ detail }) => events.push({ type, ...detail }));
}

const model = (name) => {
  const [providerID, modelID] = name.split("/");
  return { providerID, modelID };
};

const tab = {
  clock, posts, events, element, view, defaultLabels,

  attempt: (taskId, event, fields) => view.receive({ type: "backgroundTaskAttempt", taskId, event, at: clock.now(), ...fields }),

  launch(taskId, { name = "openai/gpt-5.4-mini", description = `About ${taskId}`, parentTaskId } = {}) {
    tab.attempt(taskId, "launched", { attemptID: `${taskId}_1`, model: model(name), description, ...(parentTaskId && { parentTaskId }) });
    tab.attempt(taskId, "session_ready", { attemptID: `${taskId}_1`, sessionID: `ses_${taskId}_1` });
  },

  /** The attempt of that number failed, and the next one runs. */
  retry(taskId, number, error, name = "anthropic/claude-haiku-4.5") {
    const next = `${taskId}_${number + 1}`;
    tab.attempt(taskId, "retry_scheduled", { attemptID: `${taskId}_${number}`, error, nextAttemptID: next, nextModel: model(name) });
    tab.attempt(taskId, "session_ready", { attemptID: next, sessionID: `ses_${next}` });
  },

  finish(taskId, number = 1, status = "completed", error = undefined) {
    tab.attempt(taskId, "finished", { attemptID: `${taskId}_${number}`, status, ...(error && { error }) });
  },

  progress: (taskId, update) =>
    view.receive({ type: "backgroundTaskProgress", taskId, update: { timestamp: clock.now(), kind: "tool_call", ...update } }),

  /** A tool's call and its answer, delivered. */
  run(taskId, toolName, error) {
    tab.progress(taskId, { toolName, status: "started" });
    if (error) tab.progress(taskId, { kind: "error", toolName, status: "errored", errorMessage: error });
    tab.progress(taskId, { kind: "tool_result", toolName, status: "completed" });
    clock.advance(500);
  },

  messages: (taskId, messages) => view.receive({ type: "backgroundTaskMessages", taskId, messages }),

  history: (...items) => view.receive({ type: "taskHistoryUpdated", taskHistory: items.map((item) => ({ ts: START, number: 1, parentTaskId: "root", ...item })) }),

  /** Every change below a node from now on, in the order of their deliveries. */
  watch(node) {
    const deliveries = [];
    const describe = ({ type, target, attributeName, addedNodes, removedNodes }) => ({
      type, attributeName, target, added: [...addedNodes], removed: [...removedNodes],
    });
    new MutationObserver((records) => deliveries.push(records.map(describe))).observe(node, {
      subtree: true, childList: true, characterData: true, attributes: true,
    });
    return deliveries;
  },

  $: (selector) => element.shadowRoot.querySelector(selector),
  $$: (selector) => [...element.shadowRoot.querySelectorAll(selector)],
  settled: async () => {
    await new Promise((resolve) => setTimeout(resolve));
    await element.updateComplete;
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  },
};
window.tab = tab;
