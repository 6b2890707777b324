// The sample extension in a real VS Code. The agent steps only when told, so every state can be waited for.
import assert from "node:assert/strict";
import { after, afterEach, before, beforeEach, test } from "node:test";
import { buildExtension } from "../../www/vscode/build.mjs";
import { eventually, startCode } from "./harness.mjs";

let code;
before(async () => {
  await buildExtension();
  code = await startCode({ "tasklight.stepMs": 0 });
});
after(() => code?.close());
beforeEach(() => code.open());
afterEach(() => assert.deepEqual(code.complaints, [], "the console is clean"));

test("a task retries through its models and completes, its late events ignored", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.expectAttempts("queued");
  await code.step(3);
  await code.expectAttempts("error", "retry_scheduled");
  await code.view.locator(".attempt .attempt-error", { hasText: "403: Forbidden: Selected provider is forbidden" }).waitFor();
  await code.view.locator(".update[data-status='errored']", { hasText: "read_file" }).waitFor();
  await code.step(2); // its session, then an error of the first session, which is history by now
  await code.expectAttempts("error", "running");
  await code.step(3);
  await code.expectAttempts("error", "error", "retry_scheduled");
  await code.step(14);
  await code.expectAttempts("error", "error", "completed");
  // Shown live to its end, it offers the conversation; that has no input of any kind.
  await code.view.locator(".update[data-status='completed']", { hasText: "apply_diff" }).waitFor();
  await code.view.getByRole("button", { name: "Show the conversation" }).click();
  await code.view.locator(".message", { hasText: "Fixed: `build.sh`" }).waitFor();
  assert.equal(await code.view.locator("input, textarea, select, [contenteditable], .cancel").count(), 0);
  await code.view.getByRole("button", { name: "Back to all tasks" }).click();
  await code.row("nightly build").waitFor();
  assert.match(await code.row("nightly build").textContent(), /Completed · 3 attempts\s+google\/gemini-2\.5-flash-lite/);
});

test("progress is sent of the task that is looked at, and of no other", async () => {
  await code.start("One long attempt");
  await code.start("Retries twice");
  await code.row("date parser").click();
  await code.expectAttempts("queued");
  await code.recordMessages();
  await code.step(5);
  await code.expectAttempts("running");
  await code.view.locator(".update", { hasText: "list_files" }).first().waitFor();
  const ofBoth = await code.recorded();
  const [watched] = ofBoth.filter(({ type }) => type === "backgroundTaskProgress");
  const attempts = ofBoth.filter(({ type }) => type === "backgroundTaskAttempt");
  assert.equal(new Set(attempts.map(({ taskId }) => taskId)).size, 2, "attempts are told of both");
  for (const message of ofBoth.filter(({ type }) => type === "backgroundTaskProgress")) {
    assert.equal(message.taskId, watched.taskId, "progress of one only");
  }
  for (const taskId of new Set(attempts.map((message) => message.taskId))) {
    const numbers = attempts.filter((message) => message.taskId === taskId).map(({ seq }) => seq);
    assert.deepEqual(numbers, numbers.map((_, index) => numbers[0] + index), "numbered without a gap");
  }

  // Another is selected meanwhile: its timeline is its own, and the first one's progress ends.
  await code.view.getByRole("button", { name: "Back to all tasks" }).click();
  await code.row("nightly build").click();
  await code.expectAttempts("error", "running");
  await code.recordMessages();
  await code.step(2);
  await code.view.locator(".update", { hasText: "read_file" }).first().waitFor();
  const afterwards = (await code.recorded()).filter(({ type }) => type === "backgroundTaskProgress");
  assert.ok(afterwards.length > 0 && afterwards.every(({ taskId }) => taskId !== watched.taskId));
});

test("the foreground task sends no background progress", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.command("Tasklight: Choose the Foreground Task");
  await code.pick("nightly build");
  await code.recordMessages();
  await code.step(9); // until the third attempt has its session
  await code.expectAttempts("error", "error", "running");
  await code.step(13);
  await code.expectAttempts("error", "error", "completed");
  assert.deepEqual((await code.recorded()).filter(({ type }) => type === "backgroundTaskProgress"), []);
});

test("a person cancels a task", async () => {
  await code.start("One long attempt");
  await code.row("date parser").click();
  await code.step(2);
  await code.expectAttempts("running");
  await code.view.getByRole("button", { name: "Cancel" }).click();
  await code.expectAttempts("cancelled");
  await code.view.locator(".task-head .state", { hasText: "cancelled" }).waitFor();
  assert.equal(await code.view.getByRole("button", { name: "Cancel" }).count(), 0);
});

test("what a person asks for in the tab is carried out: a session, the timeline in the clipboard", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.step(3);
  await code.expectAttempts("error", "retry_scheduled");
  const session = code.view.locator(".attempt .session").first();
  const id = await session.innerText();
  await session.click();
  await code.page.locator(".notifications-toasts", { hasText: `Session ${id} of “Find out why the nightly build fails”` }).waitFor();
  await code.view.getByRole("button", { name: "Copy timeline" }).click();
  const copied = () => code.page.evaluate(() => navigator.clipboard.readText());
  await eventually(async () => (await copied()).startsWith("Background task attempts:\n- Attempt 1 — ERROR — openai/gpt-5.4-mini — "));
  assert.match(await copied(), /\n- Attempt 2 — PENDING — anthropic\/claude-haiku-4\.5 — no session \(retry scheduled\)$/);
});

test("an error that nobody saw is a badge on the icon, until somebody looks", async () => {
  await code.start("Every model fails");
  await code.step(2);
  await code.row("release notes").locator(".task-more", { hasText: "2 attempts" }).waitFor();
  assert.equal(await code.badge.isVisible(), false);
  await code.step(2);
  await code.badge.filter({ hasText: /^1$/ }).waitFor();
  await code.view.locator(".task.unseen", { hasText: "release notes" }).waitFor();
  await code.row("release notes").click();
  await code.expectAttempts("error", "error");
  await code.view.locator(".attempt .attempt-error", { hasText: "Model not found" }).waitFor();
  await code.badge.waitFor({ state: "hidden" });
  await code.view.getByRole("button", { name: "Back to all tasks" }).click();
  await code.row("release notes").waitFor();
  assert.equal(await code.view.locator(".unseen").count(), 0);
});

test("the parent chat is told of retries and outcomes", async () => {
  await code.start("Every model fails");
  await code.step(4);
  await code.command("Tasklight: Show Notices to the Parent Chat");
  const lines = code.page.locator(".part.panel .view-lines");
  const text = async () => (await lines.innerText()).replaceAll("\u00a0", " ");
  await eventually(async () => (await text()).includes("Background task failed after 2 attempts."));
  assert.match(await text(), /- Attempt 2 — ERROR — mistral\/mistral-small — no session/);
});

test("replays: read, corrupt, missing, and of an old version", async () => {
  const { view } = code;
  const back = view.getByRole("button", { name: "Back to all tasks" });

  await code.row("Sort the changelog").click();
  await view.locator(".replay[data-state='ready']").waitFor();
  await view.locator(".message[data-kind='retry']", { hasText: "429 Too Many Requests" }).waitFor();
  await view.locator(".message[data-kind='result']", { hasText: "added, changed, fixed" }).waitFor();
  assert.equal(await view.locator(".message[data-kind='other']").count(), 0);
  await back.click();

  await code.row("Rename the settings").click();
  await view.locator(".replay[data-state='unreadable']", { hasText: "cannot be read" }).waitFor();
  await back.click();
  await code.row("Rename the settings").waitFor();

  await code.row("Check the licences").click();
  await view.locator(".replay[data-state='empty']", { hasText: "No messages" }).waitFor();
  await back.click();

  await code.row("two landing pages").click();
  await view.locator(".message[data-kind='result']", { hasText: "loads faster" }).waitFor();
  assert.deepEqual(await view.locator(".message[data-kind='other'] .title").allTextContents(), [
    "task", "browser_action_launch", "browser_action_result", "A message of an unknown form", "A message of an unknown form",
    "A message of an unknown form", "__proto__",
  ]);
  await back.click();
});

test("the window is reloaded in the middle of a retry", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.step(3);
  await code.expectAttempts("error", "retry_scheduled");
  const before = await code.view.locator(".timeline").innerText();
  await code.saved("error", "pending");
  await code.reloadWindow();
  await code.expectAttempts("error", "retry_scheduled");
  assert.equal(await code.view.locator(".timeline").innerText(), before, "the same attempts, sessions and errors");
  await code.step(1);
  await code.expectAttempts("error", "running");
  await code.step(18);
  await code.expectAttempts("error", "error", "completed");
  await code.view.getByRole("button", { name: "Show the conversation" }).click();
  await code.view.locator(".message[data-kind='user']", { hasText: "Find out why the nightly build fails" }).waitFor();
  await code.view.locator(".message", { hasText: "Fixed: `build.sh`" }).waitFor();
  await code.view.getByRole("button", { name: "Back to all tasks" }).click();
});

test("the window crashes in the middle of a retry, with an old state of the webview, then with none", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.step(3);
  await code.expectAttempts("error", "retry_scheduled");
  await code.saved("error", "pending");
  await code.reloadWindow();
  await code.expectAttempts("error", "retry_scheduled");
  await code.step(1);
  await code.saved("error", "running");
  await code.crash();
  // The webview's state is that of the reload. The extension knows more, and brings it up to date.
  await code.expectAttempts("error", "running");
  await code.step(4);
  await code.expectAttempts("error", "error", "retry_scheduled");

  await code.open();
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.step(4);
  await code.saved("error", "running");
  await code.crash();
  // Without a state, the lists are where it starts.
  await code.row("nightly build").click();
  await code.expectAttempts("error", "running");
  await code.step(4);
  await code.expectAttempts("error", "error", "retry_scheduled");
});

for (const retained of [false, true]) {
  test(`the view is hidden and shown, ${retained ? "with" : "without"} retainContextWhenHidden`, async () => {
    if (retained) await code.swapView();
    await code.start("Retries twice");
    await code.row("nightly build").click();
    await code.step(2);
    await code.view.locator(".update", { hasText: "read_file" }).first().waitFor();
    await code.mark();
    await code.hideView();
    await code.command("Tasklight: Step");
    await code.command("Tasklight: Step");
    await code.openView();
    await code.expectAttempts("error", "running");
    assert.equal(await code.isMarked(), retained, "the document lives on only if it is retained");
    // It is looked at again, so its progress comes again.
    await code.step(3);
    await code.view.locator(".update[data-status='completed']", { hasText: "read_file" }).waitFor();

    // What fails while the view is hidden shows on its icon.
    await code.view.getByRole("button", { name: "Back to all tasks" }).click();
    await code.start("Every model fails");
    await code.row("release notes").waitFor();
    await code.hideView();
    for (let i = 0; i < 4; i++) await code.command("Tasklight: Step");
    await code.badge.filter({ hasText: /^1$/ }).waitFor();
    await code.openView();
    await code.row("release notes").click();
    await code.expectAttempts("error", "error");
    await code.badge.waitFor({ state: "hidden" });
    await code.view.getByRole("button", { name: "Back to all tasks" }).click();
    await code.step(12);
    await code.row("nightly build").locator(".task-more", { hasText: "completed" }).waitFor();
  });
}

test("the activity stays at its newest line, unless the reader has scrolled up", async () => {
  await code.page.setViewportSize({ width: 1100, height: 420 });
  await code.start("One long attempt");
  await code.row("date parser").click();
  await code.step(24);
  const activity = code.view.getByRole("log");
  const fromEnd = () => activity.evaluate((list) => Math.round(list.scrollHeight - list.clientHeight - list.scrollTop));
  const newest = () => activity.evaluate((list) => Number(list.querySelector("ol").lastElementChild.dataset.seq));
  const stepUntilNewer = async () => {
    const seq = await newest();
    await code.step(4);
    await eventually(async () => (await newest()) > seq);
  };
  await code.view.locator(".update").nth(9).waitFor();
  assert.ok(await activity.evaluate((list) => list.scrollHeight > list.clientHeight + 40), "there is something to scroll");
  assert.ok((await fromEnd()) <= 1);
  await activity.evaluate((list) => list.scrollTo(0, 0));
  await stepUntilNewer();
  assert.equal(await activity.evaluate((list) => list.scrollTop), 0, "it does not pull the reader away");
  await activity.evaluate((list) => list.scrollTo(0, list.scrollHeight));
  await stepUntilNewer();
  assert.ok((await fromEnd()) <= 1);
});

test("the view is moved to the panel, and goes on there", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.step(3);
  await code.expectAttempts("error", "retry_scheduled");
  await code.command("View: Move View");
  await code.pick("Background Tasks");
  await code.pick("New Panel Entry");
  await code.page.locator(".part.panel .composite.title", { hasText: /background tasks/i }).waitFor();
  await code.expectAttempts("error", "retry_scheduled");
  await code.command("Tasklight: Step");
  await code.expectAttempts("error", "running");
});

test("the agent steps of itself, at the speed that is set", async () => {
  const own = await startCode({ "tasklight.stepMs": 40 });
  try {
    await own.open();
    await own.start("Retries twice");
    await own.row("nightly build").click();
    await own.expectAttempts("error", "error", "completed");
    assert.deepEqual(own.complaints, []);
  } finally {
    await own.close();
  }
});

test("the webview has the policy that the README asks for, and not more", async () => {
  const policy = await code.view.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
  assert.match(policy, /^default-src 'none'; script-src 'nonce-[0-9a-f]{32}' 'wasm-unsafe-eval'; style-src [^;']+ 'self' [^;']+$/);
});
