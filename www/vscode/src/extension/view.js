// One webview view: its HTML, its messages in and out, its badge. VS Code makes and drops webviews as it likes, so all
// that lasts is in the runner; a webview that starts says "ready" and is told everything.
import * as vscode from "vscode";

export class TasksView {
  #extensionUri;
  #runner;
  #history;
  #transcripts;
  #unseen;
  #retain;
  #view = null;
  /** The task that this webview looks at. Progress is sent of no other. */
  #viewedTaskId = null;

  constructor({ extensionUri, runner, history, transcripts, unseen, retain }) {
    this.#extensionUri = extensionUri;
    this.#runner = runner;
    this.#history = history;
    this.#transcripts = transcripts;
    this.#unseen = unseen;
    this.#retain = retain;
  }

  resolveWebviewView(view) {
    // VS Code resolves a view anew when it was moved or its document was dropped; nothing of the old one holds.
    this.#view = view;
    this.#viewedTaskId = null;
    view.webview.options = { enableScripts: true, localResourceRoots: [vscode.Uri.joinPath(this.#extensionUri, "dist"), vscode.Uri.joinPath(this.#extensionUri, "media")] };
    view.webview.onDidReceiveMessage((message) => this.#receive(message));
    view.onDidChangeVisibility(() => this.#visibilityChanged());
    view.onDidDispose(() => {
      if (this.#view !== view) return;
      this.#view = null;
      this.#viewedTaskId = null;
    });
    view.webview.html = this.#html(view.webview);
    this.updateBadge();
  }

  /** Posting to a webview that was dropped meanwhile is refused by VS Code; what it missed it asks for when it is back. */
  post(message) {
    this.#view?.webview.postMessage(message).then(undefined, () => {});
  }

  postProgress(taskId, update) {
    if (this.#viewedTaskId === taskId) this.post({ type: "backgroundTaskProgress", taskId, update });
  }

  isLookingAt(taskId) {
    return this.#viewedTaskId === taskId;
  }

  updateBadge() {
    if (!this.#view) return;
    const errors = this.#unseen.size;
    const tooltip = errors === 1 ? "1 background task failed" : `${errors} background tasks failed`;
    // Not `undefined` for none, as the documentation says: that leaves the old number where it is
    // (microsoft/vscode#162900, and pull request 331019). A zero takes it away.
    this.#view.badge = { value: errors, tooltip: errors ? tooltip : "" };
  }

  async #receive(message) {
    const { type, taskId } = message;
    switch (type) {
      case "ready":
        this.post(this.#history());
        for (const id of this.#runner.taskIds()) this.post(this.#runner.snapshotMessage(id));
        break;
      case "requestBackgroundTaskSnapshot":
        this.post(this.#runner.snapshotMessage(taskId) ?? this.#history());
        break;
      case "subscribeToBackgroundTask":
        this.#viewedTaskId = taskId;
        this.#unseen.delete(taskId);
        break;
      case "unsubscribeFromBackgroundTask":
        // Only the task that it names: a late one must not end the subscription of the next task.
        if (this.#viewedTaskId === taskId) this.#viewedTaskId = null;
        break;
      case "cancelBackgroundTask":
        this.#runner.cancel(taskId);
        break;
      case "openSession":
        // A real agent would show the chat of that session. The sessions of this one are but names.
        vscode.window.showInformationMessage(`Session ${message.sessionID} of “${this.#runner.task(taskId)?.description}”`);
        break;
      case "copyText":
        await vscode.env.clipboard.writeText(message.text);
        vscode.window.setStatusBarMessage("Timeline copied", 3_000);
        break;
      case "requestBackgroundTaskMessages":
        this.#unseen.delete(taskId);
        this.post({ type: "backgroundTaskMessages", taskId, messages: await this.#transcripts.read(taskId) });
        break;
    }
  }

  #visibilityChanged() {
    if (this.#retain) {
      // The document lives on while it is hidden, and cannot tell that it is: tell it.
      this.post({ type: "visibility", visible: this.#view.visible });
    } else if (!this.#view.visible) {
      // The document is gone, and could not say goodbye.
      this.#viewedTaskId = null;
    }
  }

  #html(webview) {
    const uri = (...path) => webview.asWebviewUri(vscode.Uri.joinPath(this.#extensionUri, ...path));
    const nonce = crypto.randomUUID().replaceAll("-", "");
    const policy = `default-src 'none'; script-src 'nonce-${nonce}' 'wasm-unsafe-eval'; style-src ${webview.cspSource}`;
    return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <link rel="stylesheet" href="${uri("media", "style.css")}">
    <title>Background tasks</title>
  </head>
  <body>
    <main><background-tasks></background-tasks></main>
    <script nonce="${nonce}" src="${uri("dist", "webview.js")}"></script>
  </body>
</html>`;
  }
}
