// A real VS Code in headless Chromium, with the sample extension, and the few things that a person does there.
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { serve } from "../../www/vscode/serve.mjs";
import { isNoise } from "./noise.mjs";

const args = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

const size = { width: 1100, height: 760 };

/** The webview needs a service worker in a frame of another origin, which these permit. */
const preferences = {
  profile: {
    cookie_controls_mode: 0,
    block_third_party_cookies: false,
    default_content_setting_values: { cookies: 1 },
  },
};

export async function startCode(settings) {
  const { server, url } = await serve(0, settings);
  const profile = await mkdtemp(join(tmpdir(), "tasklight-vscode-"));
  await mkdir(join(profile, "Default"));
  await writeFile(join(profile, "Default", "Preferences"), JSON.stringify(preferences));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.TASKLIGHT_BROWSER, headless: true, args, viewport: size, permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(15_000);
  return new Code(context, server, url, profile);
}

class Code {
  /** What our code, or VS Code about our code, wrote to a console. Must stay empty. */
  complaints = [];

  constructor(context, server, url, profile) {
    Object.assign(this, { context, server, url, profile });
    this.page = context.pages()[0];
    this.page.on("console", (message) => {
      if (!["error", "warning"].includes(message.type())) return;
      const { url } = message.location();
      if (!isNoise(message.text(), url)) this.complaints.push(`${message.type()}: ${message.text()} (${url})`);
    });
    this.page.on("pageerror", (error) => this.complaints.push(`uncaught: ${error.stack}`));
  }

  async close() {
    await this.context.close();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
    await rm(this.profile, { recursive: true, force: true });
  }

  /** As on the first day: nothing is left of what ran before. */
  async open() {
    await this.page.goto("about:blank");
    const session = await this.context.newCDPSession(this.page);
    await session.send("Storage.clearDataForOrigin", { origin: new URL(this.url).origin, storageTypes: "indexeddb,local_storage" });
    await session.detach();
    this.complaints.length = 0;
    await this.page.setViewportSize(size);
    await this.page.goto(this.url);
    await this.openView();
  }

  /** The icon in the activity bar, with its badge. */
  get tab() {
    return this.page.locator(".activitybar .action-item:has(.action-label[aria-label^='Background Tasks'])");
  }

  get badge() {
    return this.tab.locator(".badge-content");
  }

  get sidebar() {
    return this.page.locator(".part.sidebar");
  }

  async openView() {
    // A click on the icon of the open view closes it, and VS Code may be about to open it again of itself:
    // so the click is repeated if it did not lead there.
    const restored = () => performance.getEntriesByName("code/didStartWorkbench").length > 0;
    await this.page.waitForFunction(restored, null, { timeout: 30_000 });
    await this.tab.waitFor({ timeout: 30_000 });
    await eventually(() => this.isOpened());
    await eventually(async () => (await this.isOpened()) && this.isRendered());
  }

  /** Opens the view if it is not open. */
  async isOpened() {
    if (await this.isViewOpen()) return true;
    await this.tab.click();
    return this.title("Background Tasks").waitFor({ timeout: 3000 }).then(() => true, () => false);
  }

  /** The view of the other kind takes the place of the one that is open. */
  async swapView() {
    await this.mark();
    await this.command("Tasklight: Keep or Drop the View While Hidden");
    await eventually(async () => (await this.isOpened()) && this.isRendered({ unmarked: true }), async () => {
      await this.page.screenshot({ path: "target/vscode-swap.png" });
      assert.fail("the other view never came");
    });
  }

  /** Asked again and again, not waited for: VS Code may replace the frames, and a wait inside one ends with it. */
  async isRendered({ unmarked = false } = {}) {
    const isRendered = (body, unmarked) => body.querySelector("background-tasks")?.shadowRoot?.querySelector(".tab-head") != null && !(unmarked && window.marked);
    try {
      return await this.view.locator("body").evaluate(isRendered, unmarked, { timeout: 1000 });
    } catch (error) {
      if (this.page.isClosed()) throw error;
      return false;
    }
  }

  async isViewOpen() {
    return this.title("Background Tasks").isVisible();
  }

  /** The heading of the side bar. */
  title(text) {
    return this.sidebar.locator(".composite.title", { hasText: text });
  }

  /** Another view of the side bar takes the place of ours. */
  async hideView() {
    await this.page.locator(".activitybar .action-label[aria-label^='Explorer']").click();
    await this.title("Explorer").waitFor();
  }

  /** What the webview shows. */
  get view() {
    return this.page.frameLocator("iframe.webview.ready").frameLocator("#active-frame");
  }

  /** A button in the title of our view. */
  titleButton(name) {
    return this.sidebar.locator(`.title-actions .action-label[aria-label^='${name}'], .actions .action-label[aria-label^='${name}']`).first();
  }

  async start(scenario) {
    await this.titleButton("Start Background Task").click();
    await this.pick(scenario);
  }

  async pick(label) {
    await this.page.locator(".quick-input-list .monaco-list-row", { hasText: label }).first().click();
  }

  async step(times = 1) {
    for (let i = 0; i < times; i++) await this.titleButton("Step").click();
  }

  async command(name) {
    await this.page.keyboard.press("F1");
    await this.page.locator(".quick-input-box input.input").fill(`>${name}`);
    await this.pick(name);
  }

  row(description) {
    // Active ones come first, then the newest.
    return this.view.locator(".task", { hasText: description }).first();
  }

  get attempts() {
    return this.view.locator(".attempt");
  }

  async attemptStates() {
    return this.attempts.evaluateAll((rows) => rows.map((row) => row.dataset.reason ?? row.dataset.status));
  }

  /** Leaves something in the document that goes with it. */
  async mark() {
    await this.view.locator("body").evaluate(() => (window.marked = true));
  }

  isMarked() {
    return this.view.locator("body").evaluate(() => window.marked === true);
  }

  /** As a person does it. VS Code then writes what the webview keeps, too. */
  async reloadWindow() {
    const loaded = this.page.waitForEvent("load");
    await this.command("Developer: Reload Window");
    await loaded;
    await this.openView();
  }

  /** As a browser does it that crashed: what VS Code has not written by then is lost. */
  async crash() {
    await this.page.reload();
    await this.openView();
  }

  /** Waits until VS Code has written what the extension keeps, up to attempts of the newest task that stand like that. */
  async saved(...statuses) {
    await eventually(async () => (await this.page.evaluate(readSavedStatuses)) === statuses.join());
  }

  /** What the extension posts to the webview from now on, by type. */
  async recordMessages() {
    await this.view.locator("body").evaluate(() => {
      window.recorded = [];
      window.addEventListener("message", ({ data }) => window.recorded.push(data));
    });
  }

  recorded() {
    return this.view.locator("body").evaluate(() => window.recorded);
  }

  /** Waits for the attempts of the chosen task to stand like that. */
  async expectAttempts(...states) {
    let last;
    await eventually(async () => {
      last = await this.attemptStates();
      return JSON.stringify(last) === JSON.stringify(states);
    }, () => assert.deepEqual(last, states));
  }
}

/** Runs in the page of VS Code, which stores what extensions keep in databases of the browser. */
async function readSavedStatuses() {
  const asked = (request) =>
    new Promise((resolve, reject) => Object.assign(request, { onsuccess: () => resolve(request.result), onerror: reject }));
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db-")) continue;
    const database = await asked(indexedDB.open(name));
    try {
      const value = await asked(database.transaction("ItemTable").objectStore("ItemTable").get("tasklight.tasklight-sample"));
      const task = value && JSON.parse(value)["tasklight.runner"]?.ledger.tasks.at(-1);
      if (task) return task.attempts.map(({ status }) => status).join();
    } finally {
      database.close();
    }
  }
}

/** Asks until the answer is yes; when that takes too long, `fail` tells what it was instead. */
export async function eventually(ask, fail = () => assert.fail(`never true: ${ask}`)) {
  for (const until = Date.now() + 30_000; Date.now() < until; ) {
    if (await ask()) return;
    await new Promise((resolve) => setTimeout(resolve, 30));
  }
  fail();
}
