// The extension: joins the runner to the views, the files, the output channel and the commands.
import * as vscode from "vscode";
import { formatNotice } from "tasklight/inline";
import { AgentRunner } from "./runner.js";
import { sampleHistory } from "./sample-history.js";
import { scenarios } from "./scenarios.js";
import { Transcripts } from "./transcripts.js";
import { UnseenErrors } from "./unseen.js";
import { TasksView } from "./view.js";

const SAVED = "tasklight.runner";

export function activate(context) {
  const runner = new AgentRunner();
  const transcripts = new Transcripts(context);
  const output = vscode.window.createOutputChannel("Tasklight: parent chat");
  const unseen = new UnseenErrors(context.workspaceState, () => views.forEach((view) => view.updateBadge()));

  const history = () => ({ type: "taskHistoryUpdated", taskHistory: [...sampleHistory, ...runner.historyItems()] });
  const view = (retain) => new TasksView({ extensionUri: context.extensionUri, runner, history, transcripts, unseen, retain });
  const views = [view(false), view(true)];
  const post = (message) => views.forEach((view) => view.post(message));

  runner.on("attempt", post);
  runner.on("changed", () => context.workspaceState.update(SAVED, runner.save()));
  runner.on("progress", (taskId, update) => views.forEach((view) => view.postProgress(taskId, update)));
  runner.on("message", (taskId, message) => transcripts.append(taskId, message));
  runner.on("notice", (notice) => {
    output.appendLine(formatNotice(notice));
    output.appendLine("");
    if (notice.kind !== "final_summary") return;
    post(history());
    if (notice.status === "error" && !views.some((view) => view.isLookingAt(notice.taskId))) unseen.add(notice.taskId);
  });
  runner.on("ignored", (taskId, event, reason) => {
    output.appendLine(`Ignored: ${event.event} of ${event.sessionID ?? event.attemptID} (${reason})\n`);
  });

  try {
    runner.restore(context.workspaceState.get(SAVED));
  } catch (error) {
    // A ledger takes back only what it could have written itself. Better to begin anew than not at all.
    output.appendLine(`The tasks of the last time cannot be read: ${error.message}\n`);
  }

  context.subscriptions.push(
    output,
    vscode.window.registerWebviewViewProvider("tasklight.tasks", views[0]),
    vscode.window.registerWebviewViewProvider("tasklight.retainedTasks", views[1], {
      webviewOptions: { retainContextWhenHidden: true },
    }),
    vscode.commands.registerCommand("tasklight.start", () => start(runner)),
    vscode.commands.registerCommand("tasklight.step", () => runner.step()),
    vscode.commands.registerCommand("tasklight.foreground", () => chooseForeground(runner)),
    vscode.commands.registerCommand("tasklight.showNotices", () => output.show()),
    vscode.commands.registerCommand("tasklight.toggleRetain", toggleRetain),
    ticker(runner),
  );
}

async function start(runner) {
  const items = Object.entries(scenarios).map(([name, { label, detail }]) => ({ label, detail, name }));
  const chosen = await vscode.window.showQuickPick(items, { title: "Start a background task" });
  if (chosen) runner.start(chosen.name, "task_main");
}

async function chooseForeground(runner) {
  const items = runner.activeTaskIds().map((taskId) => ({ label: runner.task(taskId).description, description: taskId, taskId }));
  items.push({ label: "None of them", description: "all run in the background", taskId: null });
  const chosen = await vscode.window.showQuickPick(items, { title: "Which task's chat is in front?" });
  if (chosen) runner.foregroundTaskId = chosen.taskId;
}

function toggleRetain() {
  const settings = vscode.workspace.getConfiguration("tasklight");
  const retain = settings.get("retainContextWhenHidden");
  return settings.update("retainContextWhenHidden", !retain, vscode.ConfigurationTarget.Global);
}

/** Steps of themselves, at the speed that is set, and at the new one as soon as that changes. */
function ticker(runner) {
  let timer;
  const set = () => {
    clearInterval(timer);
    const ms = vscode.workspace.getConfiguration("tasklight").get("stepMs");
    timer = ms > 0 ? setInterval(() => runner.step(), ms) : undefined;
  };
  set();
  const changes = vscode.workspace.onDidChangeConfiguration((event) => event.affectsConfiguration("tasklight.stepMs") && set());
  return { dispose: () => (clearInterval(timer), changes.dispose()) };
}
