// The webview: BackgroundTaskView holds the state, lit-html renders it. Nothing here awaits anything before the
// listener is attached: VS Code delivers what was posted meanwhile as soon as the document has loaded, and only once.
// That works since "tasklight/inline" is ready when its import is.
import { render } from "lit-html";
import { BackgroundTaskView } from "tasklight/inline";
import { page } from "./page.js";
import { keepAtEnd } from "./scroll.js";

const vscode = acquireVsCodeApi();
const app = document.getElementById("app");

const view = new BackgroundTaskView({ post: (message) => vscode.postMessage(message) });

window.addEventListener("message", ({ data }) => {
  // From the extension, for a view with retainContextWhenHidden: such a document cannot see that it is hidden.
  if (data?.type === "visibility") return data.visible ? view.openTab() : view.closeTab();
  view.receive(data);
});

view.subscribe(() => {
  show();
  // At any moment VS Code may drop the document; what was saved last is what comes back.
  vscode.setState(view.saveState());
});

const actions = {
  open(taskId) {
    view.select(taskId);
    focusSoon("#back");
  },
  back() {
    const { selectedTaskId } = view.getSnapshot();
    view.select(null);
    focusSoon(`[data-task="${CSS.escape(selectedTaskId)}"]`);
  },
  cancel: (taskId) => view.cancel(taskId),
};

// What was saved before the document was dropped, if that was ours. The view asks for what it missed.
view.restoreState(vscode.getState());
view.openTab();
show();
vscode.postMessage({ type: "ready" });

function show() {
  keepAtEnd(app, () => render(page(view.getSnapshot(), actions), app));
}

/** The keyboard follows the page: what was focused is gone once the other page is rendered. */
function focusSoon(selector) {
  const done = view.subscribe(() => {
    done();
    app.querySelector(selector)?.focus();
  });
}
