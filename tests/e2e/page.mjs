// Opens the demo page in a browser, and fails the test for whatever the browser complains about.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const path = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const ARGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking " +
  "--disable-component-update --disable-sync";

// The files of tests run side by side, so each process has a page of its own.
const folder = path(`target/e2e/${process.pid}`);

/** Builds the page from what lies in pkg/. */
export async function build() {
  const child = spawn(process.execPath, [path("www/demo/build.mjs"), folder], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  assert.equal(code, 0, "the demo page could not be built; is there a pkg/? (make pkg)");
}

export const cleanUp = () => rm(folder, { recursive: true, force: true });

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

export function launch() {
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
export async function onPage(browser, url, { hash = "", before, ...options }, body) {
  const complaints = [];
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
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
    return counter("messages") === total && counter("buffered") === "0";
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

/** The counters of the status bar, read in one go. */
export function counters(page) {
  return page.locator("[data-counter]").evaluateAll((all) =>
    Object.fromEntries(all.map((one) => [one.dataset.counter, Number(one.textContent.replaceAll(",", ""))])),
  );
}
