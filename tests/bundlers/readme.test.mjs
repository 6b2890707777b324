// What the README shows runs as it stands there.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { launch, onPage } from "./browse.mjs";
import { folder, script, setUp } from "./projects.mjs";
import { example } from "./readme.mjs";
import { serve } from "./serve.mjs";

const root = folder("readme");
const project = join(root, "readme");
let browser;
let server;

before(async () => {
  await setUp(root, ["readme"]);
  const write = (name, heading, language) => writeFile(join(project, "src", name), example("README.md", heading, language));
  await write("plain.js", "Plain JavaScript", "js");
  await write("react.jsx", "React", "jsx");
  await write("element.js", "The element", "js");
  await write("extension.js", "On the extension's side", "js");
  await write("testing.js", "Testing", "js");
  await script(project, "build");
  browser = await launch();
  server = await serve(root);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** What VS Code gives a webview: a way to post, and a state that outlives the page. */
function vscode(state) {
  window.posted = [];
  window.acquireVsCodeApi = () => ({
    postMessage: (message) => window.posted.push(message),
    getState: () => state,
    setState: (next) => {
      state = next;
      window.state = next;
    },
  });
}

/** Runs a quick start on a page, and fails for whatever the browser complains about. */
function quickStart(name, state, body) {
  const url = server.page(`readme/dist/${name}.js`, { policy: "roo", type: "classic" });
  return onPage(browser, url, { before: (page) => page.addInitScript(vscode, state) }, async (page, complaints) => {
    let at = 0;
    const attempt = (taskId, event, fields) =>
      page.evaluate((message) => window.postMessage(message, "*"), {
        type: "backgroundTaskAttempt", taskId, event, at: ++at, ...fields,
      });
    const posted = () => page.evaluate(() => window.posted);
    const texts = (selector, expected) =>
      page.waitForFunction(
        ([selector, expected]) => [...document.querySelectorAll(selector)].map((one) => one.textContent).join("\n") === expected,
        [selector, expected.join("\n")],
      );
    await body({ page, attempt, posted, texts });
    assert.deepEqual(complaints, []);
  });
}

const model = { providerID: "openai", modelID: "gpt-5.4-mini" };

describe("quick starts of the README", () => {
  test("plain JavaScript, and the page once more with what it had saved", async () => {
    let state;
    await quickStart("plain", undefined, async ({ page, attempt, posted, texts }) => {
      assert.deepEqual(await posted(), [{ type: "ready" }]);
      await attempt("t", "launched", { attemptID: "a", description: "Fix the tests", model });
      await texts("button", ["Fix the tests: pending"]);
      await attempt("t", "session_ready", { attemptID: "a", sessionID: "s" });
      await texts("button", ["Fix the tests: running"]);
      await page.click("button");
      await texts("p", ["1 · running · openai/gpt-5.4-mini"]);
      await attempt("t", "finished", { attemptID: "a", status: "error", error: '{"error":{"message":"Too Many Requests"}}' });
      await texts("button", ["Fix the tests: error"]);
      await texts("p", ["1 · error · openai/gpt-5.4-mini · Too Many Requests"]);
      assert.deepEqual((await posted()).slice(1), [{ type: "subscribeToBackgroundTask", taskId: "t" }]);
      state = await page.evaluate(() => window.state);
    });
    await quickStart("plain", state, async ({ texts }) => {
      await texts("button", ["Fix the tests: error"]);
      await texts("p", ["1 · error · openai/gpt-5.4-mini · Too Many Requests"]);
    });
  });

  test("React", () =>
    quickStart("react", undefined, async ({ page, attempt, posted, texts }) => {
      await texts("h1", ["0 errors"]);
      await attempt("t", "launched", { attemptID: "a", description: "Fix the tests", model });
      await attempt("u", "launched", { attemptID: "b", description: "Write the docs", model });
      await texts("button", ["Write the docs: pending", "Fix the tests: pending"]);
      await attempt("t", "finished", { attemptID: "a", status: "error", error: "no" });
      await texts("h1", ["1 errors"]);
      await texts("button", ["Write the docs: pending", "Fix the tests: error"]);
      await page.click("button");
      assert.deepEqual(await posted(), [{ type: "ready" }, { type: "subscribeToBackgroundTask", taskId: "u" }]);
    }));

  test("the element", () =>
    quickStart("element", undefined, async ({ page, attempt, posted }) => {
      const tab = page.locator("background-tasks");
      await page.evaluate(() => {
        window.copied = [];
        Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => window.copied.push(text) } });
      });
      await attempt("t", "launched", { attemptID: "a", description: "Fix the tests", model });
      await attempt("t", "session_ready", { attemptID: "a", sessionID: "ses_aaa" });
      await tab.getByText("Tasks in the background").first().waitFor();
      await tab.getByText("Fix the tests").first().click();
      await tab.getByRole("button", { name: "Copy timeline" }).click();
      await tab.getByRole("button", { name: "Open session ses_aaa" }).click();
      await tab.getByRole("button", { name: "Cancel", exact: true }).click();
      assert.deepEqual(await posted(), [
        { type: "ready" },
        { type: "subscribeToBackgroundTask", taskId: "t" },
        { type: "openSession", sessionID: "ses_aaa" },
        { type: "cancelBackgroundTask", taskId: "t" },
      ]);
      const text = "Background task attempts:\n- Attempt 1 — RUNNING — openai/gpt-5.4-mini — ses_aaa";
      assert.deepEqual(await page.evaluate(() => window.copied), [text]);
    }));

  test("on the extension's side", async () => {
    const printed = await script(project, "extension");
    const timeline = example("README.md", "On the extension's side", "text");
    assert.ok(printed.endsWith(`\n${timeline}`), printed);
    assert.match(printed, /^Background task failed, and its next attempt is queued:\n/);
  });

  test("testing", async () => {
    assert.equal(await script(project, "testing"), "1 50\n");
  });
});
