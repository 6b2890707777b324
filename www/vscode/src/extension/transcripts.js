// The messages of a task, one JSON file each, as agents of this kind keep them: those of this extension's own tasks in
// its storage, those of the sample history in its folder replays/.
import * as vscode from "vscode";

export class Transcripts {
  #storage;
  #samples;
  /** taskId → messages of the tasks of this window. Also what is written: the file is only ever replaced whole. */
  #open = new Map();
  #writing = Promise.resolve();

  constructor(context) {
    this.#storage = vscode.Uri.joinPath(context.globalStorageUri, "tasks");
    this.#samples = vscode.Uri.joinPath(context.extensionUri, "replays");
  }

  append(taskId, message) {
    // One write after the other: two at a time could end with the older one.
    this.#writing = this.#writing.then(async () => {
      if (!this.#open.has(taskId)) this.#open.set(taskId, (await this.#readFrom(this.#storage, taskId)) ?? []);
      const messages = this.#open.get(taskId);
      messages.push(message);
      await vscode.workspace.fs.writeFile(this.#file(this.#storage, taskId), new TextEncoder().encode(JSON.stringify(messages)));
    });
    return this.#writing;
  }

  /** A list; `[]` where nothing was saved; `null` where what was saved cannot be read, which is not the same. */
  async read(taskId) {
    await this.#writing;
    for (const folder of [this.#storage, this.#samples]) {
      const messages = await this.#readFrom(folder, taskId);
      if (messages !== undefined) return messages;
    }
    return [];
  }

  /** `undefined` where there is no file. */
  async #readFrom(folder, taskId) {
    let bytes;
    try {
      bytes = await vscode.workspace.fs.readFile(this.#file(folder, taskId));
    } catch {
      return undefined;
    }
    try {
      const messages = JSON.parse(new TextDecoder().decode(bytes));
      return Array.isArray(messages) ? messages : null;
    } catch {
      return null;
    }
  }

  /** An id comes from a webview: it must not lead out of the folder. */
  #file(folder, taskId) {
    return vscode.Uri.joinPath(folder, `${encodeURIComponent(taskId).replaceAll(".", "%2E")}.json`);
  }
}
