// What the element shows: texts of anybody, in any language and direction, long ones and many; and what it asks for.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { act, elementPage, states } from "./element-page.mjs";
import { eventually, haveCount } from "./page.mjs";

const { on } = elementPage();
const narrow = { viewport: { width: 320, height: 640 } };
const wide = { viewport: { width: 1_000, height: 700 } };

const sideways = (page) =>
  page.evaluate(() => {
    const all = [document.documentElement, tab.element, ...tab.$$("*")];
    const scrolls = (el) => el.scrollWidth > el.clientWidth && !["visible", "hidden", "clip"].includes(getComputedStyle(el).overflowX);
    const sticksOut = (el) => el.getBoundingClientRect().right > innerWidth + 0.5 || el.getBoundingClientRect().left < -0.5;
    const isCut = (el) => el.closest("svg, .visually-hidden");
    return all.filter((el) => el.checkVisibility() && !isCut(el) && (scrolls(el) || sticksOut(el))).map((el) => el.className || el.localName);
  });

describe("room", () => {
  for (const [name, enter] of Object.entries(states)) {
    for (const dir of ["ltr", "rtl"]) {
      test(`320 px, ${dir}, ${name}: nothing scrolls sideways`, () =>
        on(narrow, async (page) => {
          await page.evaluate((dir) => (document.documentElement.dir = dir), dir);
          await enter(page);
          assert.deepEqual(await sideways(page), []);
        }));
    }
  }

  test("from right to left, all of it is mirrored", () =>
    on(wide, async (page) => {
      await page.evaluate(() => (document.documentElement.dir = "rtl"));
      await states.live(page);
      const left = (selector) => page.locator(selector).first().evaluate((el) => el.getBoundingClientRect().left);
      assert.ok((await left(".list-pane")) > (await left(".task-pane")));
      assert.ok((await left(".task .icon")) > (await left(".task-name")));
      assert.ok((await left(".update .icon")) > (await left(".update time")));
      assert.ok((await left('.bar[data-status="error"]')) > (await left('.bar[data-status="running"]')), "time goes to the left");
      const right = (selector) => page.locator(selector).first().evaluate((el) => el.getBoundingClientRect().right);
      assert.ok(Math.abs((await right(".attempt .model")) - (await right(".attempt-error"))) < 1, "texts of another direction begin where the others do");
      const turned = await page.locator("[data-icon=call]").first().evaluate((el) => getComputedStyle(el).transform);
      assert.equal(turned, "matrix(-1, 0, 0, 1, 0, 0)");
    }));

  test("where there is room, the list stands beside the task", () =>
    on(wide, async (page) => {
      await states.live(page);
      assert.deepEqual([await page.locator(".list-pane").isVisible(), await page.locator(".task-pane").isVisible()], [true, true]);
      await page.setViewportSize({ width: 400, height: 700 });
      await eventually(() => page.locator(".list-pane").isVisible(), false);
      assert.equal(await page.locator(".back").isVisible(), true);
    }));
});

describe("texts of anybody", () => {
  const markup = '<img src=x onerror="complain(1)"><b>bold</b> **bold** [link](javascript:complain(2)) `code` &amp; ${tab}';
  const turned = "\u202egnp.exe\u2066 \u200bzero\u0007bell \u001b[31mred";

  test("are shown as text, and turn nothing", () =>
    on(wide, async (page) => {
      for (const hostile of [markup, turned]) {
        await act(page, (hostile) => {
          tab.launch(hostile, { name: `${hostile}/${hostile}`, description: hostile });
          tab.view.select(hostile);
          tab.retry(hostile, 1, `${hostile}\n${hostile}`);
          tab.progress(hostile, { toolName: hostile, status: hostile });
          tab.progress(hostile, { kind: "error", toolName: hostile, errorMessage: hostile });
          tab.progress(hostile, { kind: "status_change", status: hostile });
          tab.clock.advance(500);
        }, hostile);
        const texts = (selector) => page.locator(selector).allTextContents();
        const shown = [...(await texts(".task-name")), ...(await texts("#task-title")), ...(await texts(".model")), ...(await texts(".session")), ...(await texts("code"))];
        assert.ok(shown.length >= 7);
        if (hostile === markup) assert.ok(shown.every((text) => text.includes("<b>bold</b> **bold** [link]") || text.includes("anthropic/claude")), shown.join("\n"));
        assert.equal(await page.locator("img, b, a, [onerror]").count(), 0);
        assert.doesNotMatch(await page.evaluate(() => tab.$(".tab").textContent), /[\u202a-\u202e\u2066-\u2069\u200b\u0007\u001b]/);
        await act(page, (hostile) => {
          tab.finish(hostile, 2, "error", hostile);
          tab.view.select(hostile);
          tab.messages(hostile, [hostile, { ts: 1, say: hostile, text: hostile }, { say: "text", text: hostile }, { say: "tool", text: JSON.stringify({ tool: hostile, path: hostile }) }, { say: "error", text: hostile }]);
        }, hostile);
        await haveCount(page.locator(".message"), 5);
        assert.equal(await page.locator("img, b, a, [onerror]").count(), 0);
        assert.doesNotMatch(await page.evaluate(() => tab.$(".tab").textContent), /[\u202a-\u202e\u2066-\u2069\u200b\u0007\u001b]/);
      }
    }));

  test("no style is written into the markup, and the sheets apply under the policy", () =>
    on(wide, async (page) => {
      await states.live(page);
      assert.equal(await page.locator("background-tasks [style], background-tasks style").count(), 0);
      assert.ok(await page.evaluate(() => tab.element.shadowRoot.adoptedStyleSheets.length > 0));
      assert.equal(await page.locator(".task-pane").evaluate((el) => getComputedStyle(el).display), "flex");
    }));

  test("messages of unknown kinds, and broken ones, are rows among the others", () =>
    on(wide, async (page) => {
      await act(page, () => {
        tab.history({ id: "old", task: "Old", status: "completed" });
        tab.view.select("old");
        const cyclic = {};
        cyclic.self = cyclic;
        const trap = { get say() { throw new Error("trap"); } };
        tab.messages("old", [trap, null, 7, "text", [], { say: "__proto__", text: "trap" }, { say: 5, text: "x" }, { say: "api_req_started", text: "hidden" }, { say: "tool", text: "{bad" }, { say: "text", text: 4 }, cyclic, { ts: 1e300, say: "text", text: "late" }]);
      });
      assert.deepEqual(await page.locator(".message").evaluateAll((all) => all.map((one) => one.dataset.kind)), [
        "other", "other", "other", "other", "other", "other", "other", "tool", "other", "text",
      ]);
      await page.locator(".message", { hasText: "{bad" }).waitFor();
      await page.locator(".message", { hasText: "trap" }).waitFor();
    }));
});

describe("long things are cut, and all of them is at hand", () => {
  test("an error of an attempt, one of a tool, a message, a description", () =>
    on(narrow, async (page) => {
      const long = `First ${"word ".repeat(400)}last-word`;
      await act(page, (long) => {
        tab.launch("t", { description: long });
        tab.view.select("t");
        tab.retry("t", 1, `503 ${long}`);
        tab.run("t", "read_file", long);
      }, long);
      for (const place of [".task-head", ".attempt", ".update"]) {
        const cut = page.locator(place).filter({ has: page.locator("[aria-expanded]") }).first();
        assert.doesNotMatch(await cut.textContent(), /last-word/, place);
        const button = cut.locator("[aria-expanded]");
        assert.equal(await button.getAttribute("aria-expanded"), "false");
        await button.click();
        await eventually(async () => /last-word/.test(await cut.textContent()), true);
        assert.equal(await button.getAttribute("aria-expanded"), "true");
        await button.click();
        await eventually(async () => /last-word/.test(await cut.textContent()), false);
      }
      await act(page, (long) => {
        tab.finish("t", 2);
        tab.view.select("t");
        tab.messages("t", [{ say: "text", text: "short" }, { say: "text", text: long }]);
      }, long);
      assert.equal(await page.locator(".message .more").count(), 1);
      await page.getByRole("button", { name: "Show all" }).last().click();
      await page.locator(".message", { hasText: "last-word" }).waitFor();
    }));

  test("secrets stay out of an error of a tool, cut or whole", () =>
    on(wide, async (page) => {
      const secret = `sk-proj-${"A1b2C3d4".repeat(6)}`;
      await act(page, (secret) => {
        tab.launch("t");
        tab.view.select("t");
        tab.run("t", "fetch", `Incorrect API key provided: ${secret}. ${"Look it up. ".repeat(40)}`);
      }, secret);
      await page.locator(".update .fold").click();
      await page.locator(".update pre").waitFor();
      assert.ok(!(await page.evaluate(() => tab.$(".tab").textContent)).includes(secret));
    }));

  test("a text of megabytes costs nothing", () =>
    on(wide, async (page) => {
      await act(page, () => {
        const huge = "x".repeat(4_000_000);
        tab.launch("t", { description: huge });
        tab.view.select("t");
        tab.progress("t", { toolName: huge, status: huge });
        tab.clock.advance(500);
      });
      const size = await page.evaluate(() => tab.$(".tab").outerHTML?.length ?? 0);
      assert.ok(size > 1_000 && size < 60_000, String(size));
    }));
});

describe("many attempts", () => {
  const fail = (page, from, to, error) =>
    act(page, ([from, to, error]) => {
      for (let number = from; number <= to; number++) tab.retry("t", number, error.replace("{model}", `p/m-${number}`), `p/m-${number + 1}`);
    }, [from, to, error]);
  const start = (page) =>
    act(page, () => {
      tab.launch("t", { name: "p/m-1" });
      tab.view.select("t");
    });

  test("from ten on, equal runs fold; the last is always there", () =>
    on(wide, async (page) => {
      await start(page);
      await fail(page, 1, 8, "Model not found: {model}");
      assert.deepEqual([await page.locator(".attempt").count(), await page.locator(".run").count()], [9, 0]);
      await fail(page, 9, 9, "Too Many Requests");
      assert.deepEqual([await page.locator(".attempt").count(), await page.locator(".run").count()], [2, 1]);
      const fold = page.getByRole("button", { name: "Attempts 1–8" });
      assert.equal(await fold.getAttribute("aria-expanded"), "false");
      assert.match(await fold.innerText(), /Attempts 1–8\s+Failed\s+8 models\s+Model not found$/);
      await fold.click();
      await haveCount(page.locator(".attempt"), 10);
      assert.equal(await fold.getAttribute("aria-expanded"), "true");
      await fail(page, 10, 10, "Too Many Requests");
      assert.equal(await fold.getAttribute("aria-expanded"), "true", "it stays open while the task goes on");
      assert.deepEqual(await page.locator(".run").count(), 2);
      await act(page, () => tab.finish("t", 11, "error", "Too Many Requests"));
      assert.equal(await page.locator(".timeline > .attempt").last().getAttribute("data-attempt"), "t_11");
      await fold.click();
      await haveCount(page.locator(".attempt"), 1);
    }));

  test("what is not equal does not fold", () =>
    on(wide, async (page) => {
      await start(page);
      for (let number = 1; number <= 11; number++) await fail(page, number, number, number % 2 ? "Forbidden" : "Too Many Requests");
      assert.deepEqual([await page.locator(".attempt").count(), await page.locator(".run").count()], [12, 0]);
    }));

  test("the chart has a bar for each, in its place in time, and says what it shows", () =>
    on(wide, async (page) => {
      await start(page);
      await act(page, () => tab.clock.advance(10_000));
      await fail(page, 1, 1, "Forbidden");
      await act(page, () => {
        tab.clock.advance(30_000);
        tab.finish("t", 2);
      });
      assert.equal(await page.getByRole("img").getAttribute("aria-label"), "2 attempts in 40s");
      const bars = await page.locator(".bar").evaluateAll((all) => all.map((bar) => [bar.dataset.status, ...["x", "width"].map((name) => Number(bar.getAttribute(name)))]));
      assert.deepEqual(bars, [["error", 0, 250], ["completed", 250, 750]]);
      assert.deepEqual(await page.locator(".bar title").allTextContents(), ["Attempt 1 · Failed · 10s", "Attempt 2 · Completed · 30s"]);
      const [low, high] = await page.locator(".bar").evaluateAll((all) => all.map((bar) => Number(bar.getAttribute("height"))));
      assert.ok(low < high, "not by their colours alone");
    }));

  test("the time that an attempt takes goes on while nothing comes", () =>
    on(wide, async (page) => {
      await start(page);
      await act(page, () => tab.clock.advance(65_000));
      await page.locator(".state-more", { hasText: "1m 5s" }).waitFor();
      await act(page, () => tab.finish("t", 1));
      await act(page, () => tab.clock.advance(65_000));
      await page.waitForTimeout(1_100);
      assert.match(await page.locator(".state-more").textContent(), /1m 5s/);
    }));
});

describe("motion and colours", () => {
  const turning = (page) => page.locator("[data-icon=running]").evaluateAll((all) => [...new Set(all.map((el) => getComputedStyle(el).animationName))]);

  test("what runs turns, but not for those who want no motion", () =>
    on(wide, async (page) => {
      await states.live(page);
      assert.deepEqual(await turning(page), ["turn"]);
      await page.emulateMedia({ reducedMotion: "reduce" });
      assert.deepEqual(await turning(page), ["none"]);
    }));

  test("forced colours: what is chosen and how each attempt went can still be seen", () =>
    on({ ...wide, forcedColors: "active" }, async (page) => {
      await states.ended(page);
      assert.equal(await page.locator(".task[aria-current]").evaluate((el) => getComputedStyle(el).outlineStyle), "solid");
      const fills = await page.locator(".bar").evaluateAll((all) => all.map((bar) => getComputedStyle(bar).fill));
      assert.ok(fills.every((fill) => fill === fills[0] && fill !== "none"));
    }));

  for (const colorScheme of ["light", "dark"]) {
    test(`without any colours of VS Code, ${colorScheme}: those of its own theme`, () =>
      on({ ...wide, colorScheme }, async (page) => {
        await page.evaluate(() => document.documentElement.removeAttribute("data-theme"));
        await states.live(page);
        const color = await page.locator(".tab").evaluate((el) => getComputedStyle(el).color);
        assert.equal(color, colorScheme === "dark" ? "rgb(204, 204, 204)" : "rgb(59, 59, 59)");
      }));
  }
});

describe("intents", () => {
  const events = (page) => page.evaluate(() => tab.events);

  test("come out of the element, with what the page needs; nothing is posted", () =>
    on(wide, async (page) => {
      await states.live(page);
      const posted = await page.evaluate(() => tab.posts.length);
      await page.getByRole("button", { name: "Open session ses_t_1" }).click();
      await page.getByRole("button", { name: "Copy timeline" }).click();
      await page.getByRole("button", { name: "Cancel", exact: true }).click();
      await act(page, () => tab.finish("t", 2));
      assert.equal(await page.getByRole("button", { name: "Cancel", exact: true }).count(), 0);
      await page.getByRole("button", { name: "Show the conversation" }).click();
      assert.deepEqual(await events(page), [
        { type: "open-session", taskId: "t", attemptID: "t_1", sessionID: "ses_t_1" },
        { type: "copy-timeline", taskId: "t" },
        { type: "cancel-task", taskId: "t" },
        { type: "open-replay", taskId: "t" },
      ]);
      assert.equal(await page.evaluate(() => tab.posts.length), posted);
      assert.equal(await page.evaluate(() => tab.view.getSnapshot().viewMode), "live");
    }));

  test("one that cannot be read may be asked for again", () =>
    on(wide, async (page) => {
      await states.unreadable(page);
      await page.getByRole("button", { name: "Ask again" }).click();
      assert.deepEqual(await events(page), [{ type: "open-replay", taskId: "old" }]);
    }));
});

/** States in which the words are seen that no other state shows. */
const rare = {
  async pending(page) {
    await act(page, () => {
      tab.history({ id: "odd", task: "Odd", status: "pending" });
      for (const taskId of ["a", "b"]) {
        tab.launch(taskId);
        tab.finish(taskId, 1, "error", "boom");
      }
      tab.attempt("t", "launched", { attemptID: "t_1" });
      tab.attempt("t", "session_failed", { attemptID: "t_1", error: "ECONNREFUSED" });
      tab.attempt("t", "retry_scheduled", { attemptID: "t_1", nextAttemptID: "t_2" });
      tab.view.select("t");
    });
  },
  async "session failed"(page) {
    await act(page, () => {
      tab.attempt("t", "launched", { attemptID: "t_1" });
      tab.attempt("t", "session_failed", { attemptID: "t_1", error: "ECONNREFUSED" });
    });
  },
  ...Object.fromEntries(
    [["error", 500], ["cancelled", 125_000], ["interrupt", 7_300_000], ["completed", 180_000_000]].map(([outcome, ms]) => [
      `${outcome} after ${ms} ms`,
      async (page) => {
        await act(page, (ms) => {
          tab.launch("t");
          tab.view.select("t");
          tab.clock.advance(ms);
        }, ms);
        await act(page, (outcome) => tab.finish("t", 1, outcome), outcome);
      },
    ]),
  ),
  ...Object.fromEntries(
    [21, 30].map((pushed) => [
      `${pushed} updates in a window`,
      async (page) => {
        await states.live(page);
        await act(page, (pushed) => {
          for (let n = 0; n < pushed; n++) tab.progress("t", { toolName: `tool_${n}` });
          for (let window = 0; window < 4; window++) tab.clock.advance(500);
          tab.$(".log").style.maxHeight = "60px";
        }, pushed);
        await act(page, () => (tab.$(".log").scrollTop = 0));
      },
    ]),
  ),
  async "a long conversation"(page) {
    await act(page, () => {
      tab.history({ id: "old", task: "Sort the changelog", status: "completed" });
      tab.view.select("old");
      tab.messages("old", [...Array(600).fill({ say: "text", text: "line" }), { say: "tool", text: "{bad" }, { say: "text", text: "x".repeat(2_000) }]);
    });
    await act(page, () => tab.$(".more").click());
  },
};

test("every word is in the table: none is left when all are replaced", () =>
  on(wide, async (page) => {
    const seen = new Set();
    for (const [name, enter] of Object.entries({ ...states, ...rare })) {
      await page.reload();
      await page.waitForFunction(() => window.tab);
      await act(page, () => {
        // The places stay, so that what fills them is seen, too.
        const mark = ([key, label]) => [key, `⟦${key} ${(label.match(/\{\w+\}/g) ?? []).join(" ")}⟧`];
        tab.element.labels = Object.fromEntries(Object.entries(tab.defaultLabels).map(mark));
      });
      await enter(page);
      for (const [text, isData] of await page.evaluate(shownTexts)) {
        for (const [, key] of text.matchAll(/⟦(\w+)/g)) seen.add(key);
        let bare = text;
        while (/⟦[^⟦⟧]*⟧/.test(bare)) bare = bare.replace(/⟦[^⟦⟧]*⟧/g, "");
        // The name of a tool, and a kind of message that nobody knows: both are the extension's own.
        if (isData || ["readFile", "browser_action"].includes(bare.trim())) continue;
        assert.doesNotMatch(bare, /\p{L}/u, `${name}: ${text}`);
      }
    }
    const unseen = await page.evaluate((seen) => Object.keys(tab.defaultLabels).filter((key) => !seen.includes(key)), [...seen]);
    assert.deepEqual(unseen, []);
    await act(page, () => (tab.element.labels = undefined));
    assert.equal(await page.locator("h2").textContent(), "Background tasks");
  }));

/** Runs in the page. @returns {[text: string, isData: boolean][]} what is read or read out, and whether it came in a message */
function shownTexts() {
  const data = ".task-name, #task-title, .model, .task-model, .session, .task-id, code, pre, .text, .attempt-error, .attempt-error *, .update-error, .update-error *, time";
  const own = (el) => [...el.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data);
  const attributes = (el) => ["aria-label", "title"].map((name) => el.getAttribute(name) ?? "");
  return window.tab.$$(".tab *").flatMap((el) => [...own(el), ...attributes(el)].map((text) => [text, el.matches(data)]));
}
