// Opens a page, and keeps whatever the browser complains about.
import { chromium } from "playwright-core";

const ARGS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking " +
  "--disable-component-update --disable-sync";

export function launch() {
  const executablePath = process.env.TASKLIGHT_BROWSER || "/usr/bin/chromium";
  return chromium.launch({ executablePath, args: ARGS.split(" ") });
}

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @returns {Promise<{ value: any, complaints: string[] }>} what the page reported; null if nothing came
 */
export function visit(browser, url, { timeout = 10_000, before } = {}) {
  return onPage(browser, url, { before }, async (page, complaints) => ({ value: await result(page, complaints, timeout), complaints }));
}

/**
 * @template T
 * @param {{ before?: (page: import("playwright-core").Page) => Promise<void> }} options `before` runs before the page is loaded
 * @param {(page: import("playwright-core").Page, complaints: string[]) => Promise<T>} body
 */
export async function onPage(browser, url, { before }, body) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(10_000);
    const complaints = complaintsOf(page);
    await before?.(page);
    await page.goto(url);
    return await body(page, complaints);
  } finally {
    await context.close();
  }
}

/** Whatever is written to the console, thrown, refused or not found. */
function complaintsOf(page) {
  const complaints = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", (error) => complaints.push(`page error: ${error.stack}`));
  page.on("requestfailed", (request) => complaints.push(`request failed: ${request.url()}`));
  page.on("response", (response) => {
    if (!response.ok() && response.status() !== 304) complaints.push(`${response.status()}: ${response.url()}`);
  });
  return complaints;
}

/** Waits for a result; once there is a complaint, no longer than a page needs to say the rest. */
async function result(page, complaints, timeout) {
  const reported = page.locator("body[data-result]");
  let end = Date.now() + timeout;
  while (Date.now() < end) {
    if (await reported.count()) return JSON.parse(await reported.getAttribute("data-result"));
    await page.waitForTimeout(20);
    if (complaints.length) end -= 200;
  }
  return null;
}
