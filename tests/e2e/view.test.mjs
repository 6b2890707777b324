// What the page shows of the view beside attempts: which task streams, replays, errors that are news, lost events.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { atLeast, attemptRows, counters, demoPage, eventually, haveCount, playToEnd, settled, timelineText } from "./page.mjs";

const { on } = demoPage();
const select = (page, text) => page.locator(".task", { hasText: text }).click();
const replay = (page, state) => page.waitForSelector(`.replay[data-state="${state}"]`);
const seqs = (page) => page.locator(".update").evaluateAll((rows) => rows.map((row) => Number(row.dataset.seq)));
const shows = (page, taskId) => page.waitForSelector(`.task-id:text-is("${taskId}")`);

async function play(page, ...messages) {
  await page.getByLabel("Recorded log").fill(messages.map((message) => JSON.stringify(message)).join("\n"));
  await page.getByRole("button", { name: "Play log" }).click();
}
const item = (id, fields) => ({ id, ts: 1_000, number: 1, task: `About ${id}`, parentTaskId: "root", ...fields });
const ended = { type: "taskHistoryUpdated", taskHistory: [item("old", { status: "completed" })], at: 1_000 };

describe("a flood", () => {
  test("the selected task streams, what was pushed is accounted for, and the others cost nothing", () =>
    on({ hash: "#flood" }, async (page) => {
      await playToEnd(page);
      const all = await counters(page);
      // One task in twenty, looked at from the first message on.
      assert.deepEqual([all.pushed, all["not viewed"], all.buffered, all.ignored], [800, 15_200, 0, undefined]);
      assert.equal(all.pushed, all.delivered + all.dropped);
      // Five each half second for eight seconds, and what was buffered when it ended.
      assert.ok(all.delivered >= 80 && all.delivered <= 80 + 25, `${all.delivered} delivered`);
      assert.deepEqual(await seqs(page).then((all) => [all.length, all.at(-1)]), [20, 800]);
      assert.equal(await page.locator(".task").count(), 20);
      assert.equal(await page.locator('.task:has-text("Failed")').count(), 1);
    }));

  test("another task that is selected meanwhile streams instead", () =>
    on({ hash: "#flood" }, async (page) => {
      const sum = (all) => all.delivered + all.dropped + all.buffered;
      await page.selectOption("#speed", { label: "1×" });
      await atLeast(page, "delivered", 5);
      await page.click("#play");
      await page.waitForSelector('.transport[data-state="paused"]');
      const meanwhile = await counters(page);
      assert.equal(meanwhile.pushed, sum(meanwhile));
      assert.equal(meanwhile.messages, 40 + meanwhile.pushed + meanwhile["not viewed"]);
      assert.ok(meanwhile["not viewed"] >= 18 * meanwhile.pushed);
      await select(page, "Review search, part 1");
      await shows(page, "bg_03");
      // Nothing of the one before is left, nothing of this one was kept.
      await page.waitForFunction(() => document.querySelector('[data-counter="buffered"]').textContent === "0");
      assert.deepEqual(await seqs(page), []);
      const left = await counters(page);
      assert.deepEqual([left.pushed, left.delivered], [meanwhile.pushed, meanwhile.delivered]);
      assert.equal(left.dropped, meanwhile.dropped + meanwhile.buffered);
      await page.click("#play");
      await page.waitForSelector(".update");
      assert.ok((await seqs(page)).every((seq) => seq <= 800 - meanwhile.pushed + 20), "numbered as they were looked at");
      await playToEnd(page);
      const all = await counters(page);
      assert.equal(all.pushed, sum(all));
      assert.equal(all.pushed + all["not viewed"], 16_000);
      assert.ok(all.pushed >= 780 && all.pushed <= 820, "one task at a time");
      const numbers = await seqs(page);
      assert.equal(numbers.length, 20);
      assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
      assert.equal(numbers.at(-1), all.pushed - meanwhile.pushed);
    }));

  test("what comes of tasks that nobody looks at changes nothing in the panes", () =>
    on({ hash: "#flood" }, async (page) => {
      // The forty messages of the launches, and the first update of the first task.
      await page.click("#restart");
      await page.click("#play");
      await page.waitForSelector('.transport[data-state="paused"]');
      await page.click("#restart");
      for (let step = 1; step <= 41; step++) await page.click("#step");
      await atLeast(page, "messages", 41);
      await page.evaluate(() => {
        window.changes = 0;
        const observer = new MutationObserver((records) => (window.changes += records.length));
        const panes = document.querySelector(".panes");
        for (const root of [panes, panes.querySelector("background-tasks").shadowRoot]) {
          observer.observe(root, { subtree: true, childList: true, characterData: true, attributes: true });
        }
      });
      for (let step = 1; step <= 19; step++) await page.click("#step");
      await atLeast(page, "messages", 60);
      const all = await counters(page);
      assert.deepEqual([all.pushed, all["not viewed"]], [1, 19]);
      assert.equal(await page.evaluate(() => window.changes), 0);
    }));
});

describe("replay", () => {
  test("a task that ends while it is looked at stays live, and offers its replay", () =>
    on({}, async (page) => {
      await playToEnd(page);
      assert.equal(await page.locator("#live-heading").textContent(), "Activity");
      assert.equal(await page.locator(".update").count(), 15);
      await page.click(".show-conversation");
      await replay(page, "ready");
      await settled(page);
      assert.equal(await page.locator(".show-conversation").count(), 0);
      assert.match(await page.locator("#live-heading").textContent(), /^Conversation\s*15$/);
      const texts = await page.locator(".message").evaluateAll((all) =>
        all.map((one) => [".title", ".text", "time"].map((part) => one.querySelector(part).textContent)),
      );
      assert.deepEqual(texts.slice(0, 2), [["Tool", "running", "09:30:01"], ["Tool", "list_files · started", "09:30:05"]]);
      assert.equal(await page.locator(".update").count(), 0);
      const all = await counters(page);
      assert.deepEqual([all.answers, all.ignored], [1, undefined]);
    }));

  test("a finished task opens in replay, and an active one live", () =>
    on({ hash: "#session" }, async (page) => {
      await playToEnd(page);
      await select(page, "Fix the lint warnings");
      await replay(page, "empty");
      assert.equal(await page.locator(".replay .hint").textContent(), "No messages of this task were saved.");
      await select(page, "Write tests");
      await replay(page, "ready");
      assert.match(await page.locator('.message[data-kind="error"]').textContent(), /execute_command · errored · Command failed/);
      await page.getByRole("button", { name: "A flood of progress" }).click();
      await page.getByRole("log").waitFor();
      await select(page, "Review core, part 2");
      await shows(page, "bg_06");
      assert.match(await page.locator("#group-active").innerText(), /^Active\s*20$/i);
      assert.equal((await page.locator(".badge.running").innerText()).trim(), "20 running");
      await page.waitForSelector(".update");
      assert.equal(await page.locator(".replay").count(), 0);
    }));

  test("a recording answers with its own messages: loading, then read", () =>
    on({}, async (page) => {
      const hostile = '<img src=x onerror="complain(1)">';
      const messages = [{ ts: 2_000, type: "say", say: "text", text: hostile }, null, 7, { ts: 3_000, type: "ask", ask: "tool", text: "{bad" }];
      await page.selectOption("#speed", { label: "1×" });
      await play(page, ended, { type: "backgroundTaskMessages", backgroundTaskId: "old", backgroundTaskMessages: messages, at: 3_000 });
      await replay(page, "loading");
      assert.match(await page.locator(".replay .hint").textContent(), /^\s*Loading the conversation/);
      await replay(page, "ready");
      assert.equal(await page.locator(".message").count(), 4);
      assert.ok((await page.locator(".message").first().textContent()).includes(hostile));
      assert.equal(await page.locator("img").count(), 0);
      assert.deepEqual(await attemptRows(page), []);
      assert.equal(await page.locator("#task-title").innerText(), "About old");
      assert.equal(await page.locator(".task-more").first().textContent(), "Completed");
    }));

  test("one that cannot be read can be asked for again", () =>
    on({}, async (page) => {
      await page.selectOption("#speed", { label: "Max" });
      await play(page, ended, { type: "backgroundTaskMessages", taskId: "old", messages: "[{", at: 1_500 });
      await replay(page, "unreadable");
      await settled(page);
      await page.getByRole("button", { name: "Ask again" }).click();
      await atLeast(page, "answers", 1);
      await settled(page);
      await replay(page, "unreadable");
    }));

  test("a long one shows its end", () =>
    on({}, async (page) => {
      await page.selectOption("#speed", { label: "Max" });
      const messages = Array.from({ length: 1_200 }, (_, index) => ({ ts: index, type: "say", say: "text", text: `line ${index}` }));
      await play(page, ended, { type: "backgroundTaskMessages", taskId: "old", messages, at: 1_000 });
      await replay(page, "ready");
      assert.equal(await page.locator(".message").count(), 500);
      assert.match(await page.locator(".message").last().textContent(), /line 1199/);
      assert.match(await page.locator(".replay .section-head").innerText(), /1,200\s+the last 500/);
      await page.getByRole("button", { name: "Show earlier ones" }).click();
      await haveCount(page.locator(".message"), 1_000);
      assert.match(await page.locator(".message").last().textContent(), /line 1199/);
    }));
});

describe("what a person asks for in the tab is carried out", () => {
  test("a task is cancelled; what its agent says after that is ignored", () =>
    on({ hash: "#forbidden" }, async (page) => {
      await page.click("#play");
      await page.waitForSelector('.transport[data-state="paused"]');
      await page.click("#restart");
      for (let step = 1; step <= 3; step++) await page.click("#step");
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await eventually(() => attemptRows(page), ["Attempt 1 | Cancelled | openai/gpt-5.4-mini | ses_aaa"]);
      await page.click("#play");
      await playToEnd(page);
      assert.deepEqual(await attemptRows(page), ["Attempt 1 | Cancelled | openai/gpt-5.4-mini | ses_aaa"]);
      // The newest first: its retry comes too late, so that attempt never was; then the progress, and the end.
      const reasons = await page.locator(".ignored-event").evaluateAll((all) => all.map((one) => one.dataset.reason));
      assert.deepEqual(reasons, ["unknown_session", ...Array(14).fill("already_terminal"), "unknown_attempt", "stale"]);
    }));

  test("its timeline is copied, and its session named", () =>
    on({ hash: "#forbidden", permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
      await playToEnd(page);
      await page.getByRole("button", { name: "Copy timeline" }).click();
      await page.waitForSelector("#said:has-text('The timeline was copied.')");
      assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await timelineText(page));
      await page.getByRole("button", { name: "Open session ses_bbb" }).click();
      await page.waitForSelector("#said:has-text('ses_bbb')");
    }));
});

describe("the lists", () => {
  test("an error is news until somebody looks at its task", () =>
    on({ hash: "#session" }, async (page) => {
      await playToEnd(page);
      assert.equal((await page.locator(".badge.errors").textContent()).trim(), "1 new error");
      assert.deepEqual(await page.locator(".task.unseen .task-name").allTextContents(), ["Fix the lint warnings in packages/core"]);
      assert.equal(await page.locator(".task.unseen .task-more").first().textContent(), "Failed · 1 attempt · new");
      await select(page, "Fix the lint warnings");
      await haveCount(page.locator(".task.unseen"), 0);
      assert.equal(await page.locator(".badge.errors").count(), 0);
    }));

  test("histories and states of a recording: every status has its word", () =>
    on({}, async (page) => {
      await page.selectOption("#speed", { label: "Max" });
      const words = { completed: "Completed", interrupted: "Interrupted", timed_out: "Failed", delegated: "Paused", active: "Unknown", "": "Unknown" };
      await play(
        page,
        { type: "taskHistoryUpdated", taskHistory: Object.keys(words).map((status) => item(`t_${status}`, { status })), at: 1_000 },
        { type: "taskHistoryItemUpdated", taskHistoryItem: item("more", { status: "cancelled" }) },
        { type: "state", state: { backgroundTasks: [{ taskId: "busy", status: "active", startedAt: 900 }] } },
      );
      await page.waitForSelector("#playing:has-text('Pasted log')");
      await settled(page);
      const shown = await page.locator(".task").evaluateAll((all) =>
        Object.fromEntries(all.map((one) => [one.querySelector(".task-name").textContent, one.querySelector(".task-more").textContent.split(" · ")[0]])),
      );
      const expected = Object.fromEntries(Object.entries(words).map(([status, word]) => [`About t_${status}`, word]));
      assert.deepEqual(shown, { ...expected, "About more": "Cancelled", busy: "Running" });
      assert.equal((await counters(page))["not for tasklight"], undefined);
    }));
});

describe("a lost event", () => {
  test("is made up for by a snapshot that the extension is asked for", () =>
    on({ hash: "#gap" }, async (page) => {
      await playToEnd(page);
      assert.equal(
        await timelineText(page),
        "Background task attempts:\n" +
          "- Attempt 1 — ERROR — anthropic/claude-haiku-4.5 — ses_i1\n" +
          "  Error: 503 Service Unavailable: no healthy upstream\n" +
          "- Attempt 2 — COMPLETED — anthropic/claude-sonnet-4.5 (high) — ses_i2",
      );
      const all = await counters(page);
      assert.deepEqual([all["held back"], all.answers, all.ignored], [1, 1, undefined]);
    }));
});
