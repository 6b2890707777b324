import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLog } from "../../www/demo/log.js";
import { attemptRows, counters, demoPage, playToEnd, settled, timelineText } from "./page.mjs";

const { on } = demoPage();
const report = (page) => page.locator("#log-report").innerText();
const lines = (...values) => values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).join("\n");
const attempt = (event, fields, at = 1_000) => ({ type: "backgroundTaskAttempt", taskId: "t", event, at, ...fields });

async function paste(page, text) {
  await page.selectOption("#speed", { label: "Max" });
  await page.getByLabel("Recorded log").fill(text);
  await page.getByRole("button", { name: "Play log" }).click();
  await page.waitForSelector("#log-report");
}

async function drop(page, name, text) {
  await page.selectOption("#speed", { label: "Max" });
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name));
      return transfer;
    },
    [name, text],
  );
  await page.dispatchEvent("main", "dragover", { dataTransfer });
  await page.dispatchEvent("main", "drop", { dataTransfer });
  await page.waitForSelector("#log-report");
}

test("a log is read line by line", () => {
  const bom = "\u{feff}";
  const { entries, start, bad } = parseLog(
    bom +
      lines(
        { type: "a", at: 5_000 },
        "",
        { at: "1970-01-01T00:00:06Z", message: { type: "b" } },
        { type: "c" },
        { type: "d", at: 5_500 },
        { type: "e", at: 60_000 },
        "{",
        "[]",
        "null",
        '"text"',
        {},
        { type: 3 },
        { type: "f", at: "yesterday" },
        { type: "g", at: {} },
      ).replaceAll("\n", "\r\n"),
  );
  assert.equal(start, 5_000);
  assert.deepEqual(
    entries.map(({ after, message }) => [message.type, after]),
    [["a", 0], ["b", 1_000], ["c", 250], ["d", 0], ["e", 5_000]],
  );
  assert.deepEqual(bad, [
    { line: 7, why: "not JSON" },
    ...[8, 9, 10].map((line) => ({ line, why: "not an object" })),
    ...[11, 12].map((line) => ({ line, why: "no type" })),
    ...[13, 14].map((line) => ({ line, why: "at is not a time" })),
  ]);
});

test("the sample is played; its bad line is named, what is not for Tasklight is counted", () =>
  on({}, async (page) => {
    await page.selectOption("#speed", { label: "Max" });
    await page.getByRole("button", { name: "Play the sample" }).click();
    await page.waitForSelector("#log-report");
    await settled(page);
    assert.match(await report(page), /sample\.jsonl: 23 messages, 1 bad line\.\s+Line 8: not JSON/);
    assert.deepEqual(await attemptRows(page), [
      "Attempt 1 | Failed | openai/gpt-5.4-mini | ses_9c2e",
      "Attempt 2 | Completed | anthropic/claude-haiku-4.5 | ses_a07d",
    ]);
    const all = await counters(page);
    assert.equal(all["not for tasklight"], 1);
    assert.equal(all.ignored, 1);
  }));

test("a pasted log with bad lines is played as far as it goes", () =>
  on({}, async (page) => {
    await paste(
      page,
      lines(
        attempt("launched", { attemptID: "a1", description: "Pasted" }),
        "not JSON at all",
        attempt("session_ready", { attemptID: "a1", sessionID: "s1" }),
        attempt("finished", { attemptID: "a1", status: "no such status" }),
        attempt("no such event", { attemptID: "a1" }),
        { type: "backgroundTaskAttempt" },
        { type: "backgroundTaskProgress", taskId: "t", update: { kind: "no such kind" } },
        { type: "backgroundTaskProgress", taskId: "t" },
        { type: "backgroundTaskProgress", update: null },
        { type: "demoRun", run: "forged" },
        attempt("finished", { sessionID: "s1", status: "completed" }),
      ),
    );
    await settled(page);
    assert.match(await report(page), /10 messages, 1 bad line\.\s+Line 2: not JSON/);
    assert.equal(await timelineText(page), "Background task attempts:\n- Attempt 1 — COMPLETED — unknown model — s1");
    assert.deepEqual(
      await page.locator(".ignored-event").evaluateAll((all) => all.map((one) => one.dataset.reason)),
      Array(6).fill("malformed"),
    );
  }));

test("a dropped file with hostile content stays text", () =>
  on({}, async (page) => {
    const hostile = '<img src=x onerror="complain(1)"><script>complain(2)</script>';
    await drop(
      page,
      `${"<b>".repeat(9)}.jsonl`,
      lines(
        attempt("launched", { taskId: hostile, attemptID: hostile, description: hostile, model: { providerID: hostile, modelID: "m".repeat(4_000) } }),
        attempt("session_ready", { taskId: hostile, attemptID: hostile, sessionID: hostile }),
        ...[hostile, "x".repeat(3_000), "\u{202e}\u{1b}[31mred", "{".repeat(5_000)].map((errorMessage, index) => ({
          type: "backgroundTaskProgress",
          taskId: hostile,
          update: { kind: "error", timestamp: 1_000 + index, toolName: hostile, status: hostile, errorMessage },
        })),
        attempt("launched", { taskId: "long", attemptID: "m".repeat(100_000) }),
        attempt("session_ready", { taskId: hostile, attemptID: "nobody", sessionID: hostile }),
        '{"type":"backgroundTaskAttempt","__proto__":{"taskId":"p"},"constructor":1}',
        attempt("finished", { taskId: hostile, sessionID: hostile, status: "error", error: hostile.repeat(2_000) }),
      ),
    );
    await settled(page);
    assert.match(await page.locator("#task-title").textContent(), /<img src=x onerror=/);
    assert.equal(await page.locator("img, body script, b").count(), 0);
    assert.equal(await page.locator(".update").count(), 4);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 1_280);
    await page.setViewportSize({ width: 320, height: 700 });
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320);
  }));

test("a chosen file; one that holds nothing, and one of bad lines only, change nothing", () =>
  on({}, async (page) => {
    await playToEnd(page);
    const before = await timelineText(page);
    const choose = (name, text) =>
      page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
    await choose("empty.jsonl", "\n\n");
    await page.waitForSelector("#log-report:has-text('empty.jsonl is empty.')");
    await choose("bad.jsonl", "x\n".repeat(300));
    await page.waitForSelector("#log-report:has-text('300 bad lines')");
    assert.match(await report(page), /Line 20: not JSON\s+and 280 more$/);
    assert.equal(await timelineText(page), before);
    await choose("good.jsonl", JSON.stringify(attempt("launched", { attemptID: "a" })));
    await page.waitForSelector("#playing:has-text('good.jsonl')");
    await settled(page);
    assert.deepEqual(await attemptRows(page), ["Attempt 1 | Queued | unknown model | no session"]);
  }));

test("a log may be pasted into the page itself", () =>
  on({}, async (page) => {
    await page.selectOption("#speed", { label: "Max" });
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
    }, JSON.stringify(attempt("launched", { attemptID: "a" })));
    await page.waitForSelector("#playing:has-text('Pasted log')");
    await settled(page);
    assert.equal(await page.locator(".task").count(), 1);
  }));
