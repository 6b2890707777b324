// The webview: BackgroundTaskView holds the state, <background-tasks> shows it. Nothing here awaits anything before the
// listener is attached: VS Code delivers what was posted meanwhile as soon as the document has loaded, and only once.
// That works since "tasklight/inline" is ready when its import is.
import { BackgroundTaskView, errorLine, formatTimeline } from "tasklight/inline";
import "tasklight/element";

const vscode = acquireVsCodeApi();
const view = new BackgroundTaskView({ post: (message) => vscode.postMessage(message) });

window.addEventListener("message", ({ data }) => {
  // From the extension, for a view with retainContextWhenHidden: such a document cannot see that it is hidden.
  if (data?.type === "visibility") return data.visible ? view.openTab() : view.closeTab();
  view.receive(data);
});

// At any moment VS Code may drop the document; what was saved last is what comes back.
view.subscribe(() => vscode.setState(view.saveState()));

// What was saved before the document was dropped, if that was ours. The view asks for what it missed.
view.restoreState(vscode.getState());
view.openTab();

const tab = document.querySelector("background-tasks");
Object.assign(tab, { view, errorLine });

// What a person asks for in the tab. What only the extension can do is passed on to it.
tab.addEventListener("cancel-task", ({ detail }) => view.cancel(detail.taskId));
tab.addEventListener("open-replay", ({ detail }) => view.select(detail.taskId));
tab.addEventListener("open-session", ({ detail }) => vscode.postMessage({ type: "openSession", ...detail }));
tab.addEventListener("copy-timeline", ({ detail }) => {
  vscode.postMessage({ type: "copyText", text: formatTimeline(view.task(detail.taskId), { durations: true }) });
});

vscode.postMessage({ type: "ready" });
