import assert from "node:assert/strict";
import { createServer } from "node:http";
import { once } from "node:events";
import { describe, test } from "node:test";
import { atLeast, attemptRows, counters, demoPage, eventually, haveCount, playToEnd, serve, settled, timelineText } from "./page.mjs";

const { on, url } = demoPage();
const reasons = (page) => page.locator(".ignored-event").evaluateAll((all) => all.map((one) => one.dataset.reason));
const noticeHeads = (page) => page.locator(".notice-head").allTextContents();

describe("scenarios, played to their end", () => {
  test("forbidden provider, then a fallback", () =>
    on({ hash: "#forbidden" }, async (page) => {
      await playToEnd(page);
      assert.equal(
        await timelineText(page),
        "Background task attempts:\n" +
          "- Attempt 1 — ERROR — openai/gpt-5.4-mini — ses_aaa\n" +
          "  Error: Forbidden: Selected provider is forbidden\n" +
          "- Attempt 2 — COMPLETED — anthropic/claude-haiku-4.5 — ses_bbb",
      );
      assert.deepEqual(await attemptRows(page), [
        "Attempt 1 | Failed | openai/gpt-5.4-mini | ses_aaa",
        "Attempt 2 | Completed | anthropic/claude-haiku-4.5 | ses_bbb",
      ]);
      await page.getByLabel("Compact").check();
      await page.waitForFunction(() => document.querySelector("#timeline-text").textContent.startsWith("•"));
      assert.equal(
        await timelineText(page),
        "• Attempt 1 — failed — openai/gpt-5.4-mini — session ses_aaa\n" +
          "• Attempt 2 — completed — anthropic/claude-haiku-4.5 — session ses_bbb",
      );
      assert.deepEqual(await noticeHeads(page), [
        "Background task completed after 2 attempts.",
        "Background task retry has its session:",
        "Background task failed, and its next attempt is queued:",
      ]);
      assert.equal(
        await page.getByRole("status").and(page.locator("background-tasks *")).textContent(),
        "Find where session tokens are refreshed: Background task completed after 2 attempts.",
      );
      assert.equal(await page.locator(".ignored").count(), 0);
    }));

  test("seven attempts", () =>
    on({ hash: "#seven" }, async (page) => {
      await playToEnd(page);
      const missing = ["anthropic/claude-haiku-5", "google/gemini-3-flash-lite", "moonshotai/kimi-k2.7", "x-ai/grok-code-fast-2", "z-ai/glm-4.8-air"];
      assert.equal(
        await timelineText(page),
        [
          "Background task attempts:",
          "- Attempt 1 — ERROR — openai/gpt-5.4-mini — ses_1",
          "  Error: 502 Bad Gateway",
          ...missing.flatMap((model, index) => [
            `- Attempt ${index + 2} — ERROR — ${model} — ses_${index + 2}`,
            `  Error: Model not found: ${model}`,
          ]),
          "- Attempt 7 — COMPLETED — anthropic/claude-sonnet-4.5 — ses_7",
        ].join("\n"),
      );
      assert.equal((await attemptRows(page)).length, 7);
      // The whole error is there, as text.
      const first = page.locator(".attempt").first();
      await first.getByRole("button", { name: "502 Bad Gateway" }).click();
      assert.match(await first.locator("pre").textContent(), /<title>502 Bad Gateway<\/title>/);
      assert.ok(await first.locator("pre").isVisible());
      await page.getByLabel("Fold runs").check();
      await page.waitForFunction(() => document.querySelector("#timeline-text").textContent.includes("Attempts 2–6"));
      assert.match(await timelineText(page), /^- Attempts 2–6 — ERROR — 5 models — Model not found$/m);
      assert.equal((await noticeHeads(page)).length, 13);
    }));

  test("no fallback left", () =>
    on({ hash: "#exhausted" }, async (page) => {
      await playToEnd(page);
      assert.deepEqual(await attemptRows(page), [
        "Attempt 1 | Failed | anthropic/claude-haiku-4.5 | ses_d1",
        "Attempt 2 | Failed | google/gemini-2.5-flash-lite | ses_d2",
      ]);
      const lines = (await timelineText(page)).split("\n");
      assert.equal(lines.at(-1), "  Error: got status: 429 Too Many Requests: Resource has been exhausted (e.g. check quota).");
      assert.equal((await noticeHeads(page))[0], "Background task failed after 2 attempts.");
    }));

  test("cancelled while queued", () =>
    on({ hash: "#queued" }, async (page) => {
      await playToEnd(page);
      assert.deepEqual(await attemptRows(page), ["Attempt 1 | Completed | anthropic/claude-sonnet-4.5 (high) | ses_types"]);
      await page.locator(".task", { hasText: "Draft the changelog" }).click();
      await page.waitForFunction(() => document.querySelector("#timeline-text").textContent.includes("CANCELLED"));
      assert.equal(
        await timelineText(page),
        "Background task attempts:\n- Attempt 1 — CANCELLED — openai/gpt-5.4-mini — no session",
      );
      assert.equal(await page.getByRole("log").count(), 0);
      await page.waitForSelector('.replay[data-state="empty"]:has-text("No messages of this task were saved.")');
    }));

  test("session creation fails", () =>
    on({ hash: "#session" }, async (page) => {
      // Pending says why it is pending: after four messages both tasks wait for a session.
      await page.click("#play");
      await page.click("#restart");
      await steps(page, 4);
      await haveCount(page.locator(".task"), 2);
      await page.waitForFunction(() => document.querySelector("#timeline-text").textContent.includes("(session failed)"));
      assert.deepEqual(await attemptRows(page), ["Attempt 1 | Session failed | anthropic/claude-sonnet-4.5 (high) | no session"]);
      await page.click("#play");
      await playToEnd(page);
      assert.deepEqual(await attemptRows(page), [
        "Attempt 1 | Failed | anthropic/claude-sonnet-4.5 (high) | no session",
        "Attempt 2 | Completed | anthropic/claude-sonnet-4.5 (high) | ses_tests",
      ]);
      await page.locator(".task", { hasText: "Fix the lint warnings" }).click();
      await haveCount(page.locator(".attempt"), 1);
      assert.deepEqual(await attemptRows(page), ["Attempt 1 | Failed | openai/gpt-5.4-mini | no session"]);
    }));

  test("late events of old sessions are ignored, with the reason", () =>
    on({ hash: "#late" }, async (page) => {
      await playToEnd(page);
      assert.deepEqual(await reasons(page), [
        "already_terminal",
        "unknown_session",
        "duplicate",
        "superseded",
        "superseded",
        "superseded",
      ]);
      const twin = page.locator(".ignored-event", { hasText: "ses_twin" });
      assert.match(await twin.textContent(), /A newer attempt has taken over\..*The new session must be aborted\./s);
      assert.ok(await twin.isVisible());
      assert.deepEqual(await attemptRows(page), [
        "Attempt 1 | Failed | anthropic/claude-haiku-4.5 | ses_old",
        "Attempt 2 | Completed | openai/gpt-5.4-mini | ses_new",
      ]);
      assert.equal((await counters(page)).ignored, 6);
    }));
});

describe("playback", () => {
  test("pause, step and restart", () =>
    on({}, async (page) => {
      await page.click("#play");
      await page.waitForFunction(() => document.querySelector("#play").textContent.trim() === "Play");
      await page.click("#restart");
      await haveCount(page.locator(".task"), 0);
      assert.equal(await page.locator(".transport").getAttribute("data-state"), "paused");
      await steps(page, 4);
      assert.deepEqual(await attemptRows(page), [
        "Attempt 1 | Failed | openai/gpt-5.4-mini | ses_aaa",
        "Attempt 2 | Retry scheduled | anthropic/claude-haiku-4.5 | no session",
      ]);
      await page.click("#restart");
      await haveCount(page.locator(".task"), 0);
      assert.equal((await counters(page)).pushed, 0);
      // To the end by steps alone; what is buffered by then comes out.
      await steps(page, 20);
      assert.ok(await page.locator("#step").isDisabled());
      await page.waitForFunction(() => document.querySelector('[data-counter="buffered"]').textContent === "0");
      assert.match(await timelineText(page), /COMPLETED/);
      await page.click("#play");
      await page.waitForSelector('.transport[data-state="playing"]');
    }));

  test("a run that is replaced leaves nothing behind", () =>
    on({ hash: "#flood" }, async (page) => {
      await page.selectOption("#speed", { label: "Max" });
      await atLeast(page, "messages", 1_000);
      await page.getByRole("button", { name: "Forbidden, then a fallback" }).click();
      await page.waitForSelector("#playing:has-text('Forbidden')");
      await playToEnd(page);
      assert.equal(await page.locator(".task").count(), 1);
      const all = await counters(page);
      assert.deepEqual([all.messages, all.pushed, all["not viewed"], all.answers], [20, 15, undefined, undefined]);
    }));

  test("messages that come before the wasm is there are kept", () =>
    on({ before: holdWasm }, async (page) => {
      await playToEnd(page);
      assert.equal((await counters(page)).messages, 20);
      assert.match(await timelineText(page), /COMPLETED/);
    }));

  test("the progress list follows the newest, until the reader scrolls up", () =>
    on({ hash: "#flood", viewport: { width: 1280, height: 560 } }, async (page) => {
      const list = page.getByRole("log");
      await haveCount(page.locator(".update"), 20);
      await page.click("#play");
      const gap = () => list.evaluate((el) => el.scrollHeight - el.clientHeight - el.scrollTop);
      assert.ok((await gap()) <= 1);
      await list.evaluate((el) => (el.scrollTop = 0));
      await page.getByRole("button", { name: "Go to the newest" }).waitFor();
      const delivered = (await counters(page)).delivered;
      await page.click("#play");
      await atLeast(page, "delivered", delivered + 1);
      assert.ok((await gap()) > 8);
      await page.getByRole("button", { name: "Go to the newest" }).click();
      await eventually(async () => (await gap()) <= 1, true);
    }));

  test("it can be used with the keyboard alone", () =>
    on({ hash: "#session" }, async (page) => {
      await page.keyboard.press("k");
      await page.waitForSelector('.transport[data-state="paused"]');
      await page.keyboard.press("Space");
      await page.waitForSelector('.transport[data-state="playing"]');
      const tabTo = async (selector) => {
        for (let presses = 0; presses < 60; presses++) {
          await page.keyboard.press("Tab");
          const focused = page.locator(":focus").last();
          if (await focused.evaluate((el, wanted) => el.matches(wanted), selector)) {
            return focused.evaluate((el) => getComputedStyle(el).outlineStyle);
          }
        }
        throw new Error(`the Tab key does not come to ${selector}`);
      };
      assert.equal(await tabTo("#speed"), "solid");
      await page.keyboard.press("End");
      await settled(page);
      assert.equal(await tabTo(".task"), "solid");
      assert.match(await page.locator("#task-title").textContent(), /path matcher|lint/);
      const chosen = () => page.locator(".task").evaluateAll((all) => all.findIndex((one) => one.ariaCurrent === "true"));
      await page.keyboard.press("End");
      await page.keyboard.press("Enter");
      await eventually(chosen, 1);
      await page.keyboard.press("ArrowUp");
      await page.keyboard.press("Enter");
      await eventually(chosen, 0);
      // In the list, Space and K are not the player's.
      await page.keyboard.press("k");
      assert.equal(await page.locator(".transport").getAttribute("data-state"), "ended");
      await tabTo("[name=style]");
      await page.keyboard.press("ArrowRight");
      await page.waitForFunction(() => document.querySelector("#timeline-text").textContent.startsWith("•"));
    }));
});

describe("looks", () => {
  for (const theme of ["light", "dark", "hc-dark", "hc-light"]) {
    test(`theme ${theme}: text can be read`, () =>
      on({ hash: "#late" }, async (page) => {
        await page.selectOption("#theme", theme);
        await playToEnd(page);
        assert.equal(await page.locator("html").getAttribute("data-theme"), theme);
        assert.deepEqual(await page.evaluate(lowContrast), []);
        await page.getByRole("button", { name: "Session creation fails" }).click();
        await page.waitForSelector(".badge.errors");
        await settled(page);
        await page.click(".show-conversation");
        await page.waitForSelector('.replay[data-state="ready"]');
        assert.deepEqual(await page.evaluate(lowContrast), []);
      }));
  }

  test("unless chosen, the theme is the system's", () =>
    on({ colorScheme: "dark" }, async (page) => {
      const theme = (wanted) => page.waitForFunction((name) => document.documentElement.dataset.theme === name, wanted);
      await theme("dark");
      await page.emulateMedia({ colorScheme: "light" });
      await theme("light");
      await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
      await theme("hc-dark");
    }));

  test("nothing turns for those who want no motion", () =>
    on({ hash: "#flood", reducedMotion: "reduce" }, async (page) => {
      await page.waitForSelector(".task [data-icon=running]");
      const turning = await page.locator("[data-icon=running]").evaluateAll((all) => all.map((el) => getComputedStyle(el).animationName));
      assert.deepEqual([...new Set(turning)], ["none"]);
    }));

  for (const width of [320, 480, 700, 1000, 1200, 1600]) {
    test(`${width} px wide: nothing scrolls sideways`, () =>
      on({ hash: "#exhausted", viewport: { width, height: 700 } }, async (page) => {
        await playToEnd(page);
        const boxes = "body, main, .panes, .column, .pane, .scroll, pre, .side-bar, background-tasks, .tab, .list-pane, .task-pane, .timeline, .log, .transcript";
        const overflowing = () =>
          page.locator(boxes).evaluateAll((all) => all.filter((el) => el.scrollWidth > el.clientWidth).map((el) => el.className || el.localName));
        assert.deepEqual(await overflowing(), []);
        await page.click(".show-conversation");
        await page.waitForSelector(".transcript");
        assert.deepEqual(await overflowing(), []);
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
      }));
  }

  test("landmarks, headings and names", () =>
    on({}, async (page) => {
      await playToEnd(page);
      for (const role of ["banner", "navigation", "main", "contentinfo"]) {
        assert.equal(await page.getByRole(role).count(), 1, role);
      }
      assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Tasklight");
      const unnamed = await page.locator("button, select, input, textarea, a").evaluateAll((all) =>
        all.filter((el) => !(el.textContent.trim() || el.labels?.length || el.ariaLabel)).map((el) => el.outerHTML),
      );
      assert.deepEqual(unnamed, []);
    }));
});

describe("the server", () => {
  test("prints one line, takes the next free port, and ends on a signal", async () => {
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address();
    for (const signal of ["SIGINT", "SIGTERM"]) {
      const other = await serve(port);
      assert.ok(Number(new URL(other.url).port) > port);
      assert.deepEqual(other.printed, [`Tasklight demo: ${other.url}`]);
      assert.deepEqual(await other.stop(signal), [0, null]);
    }
    taken.close();
  });

  test("knows its types, and serves nothing else", async () => {
    const get = (path, options) => fetch(new URL(path, url()), options);
    const wasm = await get("tasklight_bg.wasm");
    assert.equal(wasm.headers.get("content-type"), "application/wasm");
    await wasm.arrayBuffer();
    assert.match((await get("")).headers.get("content-type"), /^text\/html/);
    for (const path of ["nothing.js", "%2e%2e/tools.env", "..%2ftools.env", "%", "%00"]) {
      assert.equal((await get(path)).status, 404, path);
    }
    assert.equal((await get("", { method: "POST" })).status, 405);
  });
});

/** Lets the .wasm through only when the first messages have been posted. */
async function holdWasm(page) {
  await page.route("**/*.wasm", async (route) => {
    await page.waitForFunction(() => /^Message [1-9]/.test(document.querySelector("#posted")?.textContent));
    await route.continue();
  });
}

/** Posts the first so many messages, one by one. */
async function steps(page, count) {
  for (let step = 1; step <= count; step++) {
    await page.click("#step");
    await page.waitForFunction((n) => document.querySelector('[data-counter="messages"]').textContent === String(n), step);
  }
}

/** Texts with a contrast below 4.5 to 1. */
function lowContrast() {
  const channels = (color) => color.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) =>
    [r, g, b]
      .map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4))
      .reduce((sum, c, index) => sum + c * [0.2126, 0.7152, 0.0722][index], 0);
  const behind = (el) => {
    // Out of the shadow tree, too.
    for (let at = el; at; at = at.parentElement ?? at.getRootNode().host) {
      const color = channels(getComputedStyle(at).backgroundColor);
      if (color[3] !== 0) return color;
    }
    return [255, 255, 255];
  };
  const all = (root) => [...root.querySelectorAll("*")].flatMap((el) => (el.shadowRoot ? [el, ...all(el.shadowRoot)] : [el]));
  return all(document.body)
    .filter((el) => [...el.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()) && !el.closest("option, style, :disabled"))
    .map((el) => {
      const [a, b] = [luminance(channels(getComputedStyle(el).color)), luminance(behind(el))];
      return [(Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05), el];
    })
    .filter(([ratio]) => ratio < 4.5)
    .map(([ratio, el]) => `${ratio.toFixed(2)} ${el.className || el.localName}: ${el.textContent.trim().slice(0, 40)}`);
}
