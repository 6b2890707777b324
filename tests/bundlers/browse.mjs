// Opens a page, and keeps whatever the browser complains about.

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @returns {Promise<{ value: any, complaints: string[] }>} what the page reported; null if nothing came
 */
export async function visit(browser, url, { timeout = 10_000 } = {}) {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const complaints = complaintsOf(page);
    await page.goto(url);
    return { value: await result(page, complaints, timeout), complaints };
  } finally {
    await context.close();
  }
}

/** Whatever is written to the console, thrown, refused or not found. */
export function complaintsOf(page) {
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
