// The sample extension in a real VS Code. The agent steps only when told, so every state can be waited for.
import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { buildExtension } from "../../www/vscode/build.mjs";
import { startCode } from "./harness.mjs";

let code;
before(async () => {
  await buildExtension();
  code = await startCode({ "tasklight.stepMs": 0 });
  await code.open();
});
after(() => code?.close());
afterEach(() => assert.deepEqual(code.complaints, [], "the console is clean"));

test("a task retries through its models and completes, its late events ignored", async () => {
  await code.start("Retries twice");
  await code.row("nightly build").click();
  await code.expectAttempts("queued");
  await code.step(3);
  await code.expectAttempts("error", "retry_scheduled");
  await code.view.locator(".attempt .error", { hasText: "403: Forbidden: Selected provider is forbidden" }).waitFor();
  await code.step(2); // its session, then an error of the first session, which is history by now
  await code.expectAttempts("error", "running");
  await code.step(3);
  await code.expectAttempts("error", "error", "retry_scheduled");
  await code.step(14);
  await code.expectAttempts("error", "error", "completed");
  // Shown live to its end, it offers the conversation; that has no input of any kind.
  await code.view.locator(".tool[data-status='completed']", { hasText: "apply_diff" }).waitFor();
  await code.view.getByRole("button", { name: "Show the conversation" }).click();
  await code.view.locator(".message", { hasText: "Fixed: `build.sh`" }).waitFor();
  assert.equal(await code.view.locator("input, textarea, select, [contenteditable], .cancel").count(), 0);
  await code.view.getByRole("button", { name: "Back to all tasks" }).click();
  await code.row("nightly build").waitFor();
  assert.match(await code.row("nightly build").textContent(), /completed · attempt 3 · google\/gemini-2\.5-flash-lite/);
});
