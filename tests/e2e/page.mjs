// Opens the demo page in a browser, and fails the test for whatever the browser complains about.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { chromium } from "playwright-core";

const path = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const ARGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking " +
  "--disable-component-update --disable-sync";

// The files of tests run side by side, so each process has a page of its own.
const folder = path(`target/e2e/${process.pid}`);

/** The demo page. */
export const demoPage = () => served(buildDemo);

/**
 * A page, built and served for the tests of a file, and a browser to open it in.
 *
 * @param {(folder: string) => Promise<void>} build
 * @returns {{ on: (options: object, body: (page: import("playwright-core").Page) => Promise<void>) => Promise<void>, url: () => string }}
 */
export function served(build) {
  let browser;
  let server;
  before(async () => {
    await build(folder);
    [server, browser] = await Promise.all([serve(), launch()]);
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    await rm(folder, { recursive: true, force: true });
  });
  return { on: (options, body) => onPage(browser, server.url, options, body), url: () => server.url };
}

/** From what lies in pkg/. */
async function buildDemo() {
  const child = spawn(process.execPath, [path("www/demo/build.mjs"), folder], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  assert.equal(code, 0, "the demo page could not be built; is there a pkg/? (make pkg)");
}

/** @returns what the server printed, where it is, and how to end it */
export async function serve(port = 0) {
  const child = spawn(process.execPath, [path("www/serve.mjs"), folder], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const printed = [];
  const lines = createInterface({ input: child.stdout }).on("line", (line) => printed.push(line));
  await once(lines, "line");
  const stop = async (signal = "SIGTERM") => {
    const exited = once(child, "exit");
    child.kill(signal);
    return exited;
  };
  return { printed, url: printed[0].match(/http:\S+/)[0], stop };
}

function launch() {
  const executablePath = process.env.TASKLIGHT_BROWSER || "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ARGS.split(" ") });
}

/**
 * Runs a test on a page of its own.
 *
 * @param {object} options of the browser context, and
 * @param {string} [options.hash] which scenario is played
 * @param {(page: import("playwright-core").Page) => Promise<void>} [options.before] runs before the page is loaded
 * @param {(page: import("playwright-core").Page) => Promise<void>} body
 */
async function onPage(browser, url, { hash = "", before, ...options }, body) {
  const complaints = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, timezoneId: "UTC", locale: "en-GB", ...options });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(20_000);
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`page error: ${error.stack}`));
    page.on("requestfailed", (request) => complaints.push(`request failed: ${request.url()}`));
    page.on("response", (response) => {
      if (!response.ok()) complaints.push(`${response.status()}: ${response.url()}`);
    });
    await page.exposeFunction("complain", (what) => complaints.push(what));
    await page.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        window.complain(`policy: ${event.violatedDirective} ${event.blockedURI}`);
      });
    });
    await before?.(page);
    await page.goto(url + hash);
    await body(page);
    assert.deepEqual(complaints, []);
  } catch (error) {
    // It may well be why the page never came to what was waited for.
    if (complaints.length > 0) error.message += `\nThe browser complained:\n${complaints.join("\n")}`;
    throw error;
  } finally {
    await context.close();
  }
}

/** Plays what is chosen to its end, as fast as it goes, and waits until all of it is on the page. */
export async function playToEnd(page) {
  await page.selectOption("#speed", { label: "Max" });
  await settled(page);
}

export async function settled(page) {
  await page.waitForSelector('.transport[data-state="ended"]');
  await page.waitForFunction(() => {
    const counter = (name) => document.querySelector(`[data-counter="${name}"]`)?.textContent.replaceAll(",", "");
    const [, total] = document.querySelector("#posted").textContent.replaceAll(",", "").match(/of (\d+)/);
    // The extension answers beside what the scenario posts.
    const expected = Number(total) + Number(counter("answers") ?? 0);
    return Number(counter("messages")) === expected && counter("buffered") === "0";
  });
}

export const timelineText = (page) => page.locator("#timeline-text").textContent();

/** The rows of the attempts, each as its status and its text. */
export function attemptRows(page) {
  return page.locator(".attempt").evaluateAll((rows) =>
    rows.map((row) => {
      const text = (selector) => row.querySelector(selector)?.textContent.trim();
      return [text("strong"), text(".status"), text(".model"), text(".session")].join(" | ");
    }),
  );
}

/** Asks until the answer is the one that is expected. */
export async function eventually(ask, expected) {
  for (const until = Date.now() + 15_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    const answer = await ask();
    if (isDeepStrictEqual(answer, expected)) return;
    if (Date.now() > until) assert.deepEqual(answer, expected);
  }
}

/** Waits until there are so many. */
export const haveCount = (locator, count) => eventually(() => locator.count(), count);

/** Waits until a counter of the status bar has come to so much. */
export function atLeast(page, name, least) {
  const reached = ([name, least]) =>
    Number(document.querySelector(`[data-counter="${name}"]`)?.textContent.replaceAll(",", "")) >= least;
  return page.waitForFunction(reached, [name, least]);
}

/** The counters of the status bar, read in one go. */
export function counters(page) {
  return page.locator("[data-counter]").evaluateAll((all) =>
    Object.fromEntries(all.map((one) => [one.dataset.counter, Number(one.textContent.replaceAll(",", ""))])),
  );
}
