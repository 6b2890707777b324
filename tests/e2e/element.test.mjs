// The element on a page of its own: for every reader, in every theme and direction, under a strict policy.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { describe, test } from "node:test";
import { act, elementPage, states } from "./element-page.mjs";
import { eventually, haveCount } from "./page.mjs";

const { on } = elementPage();
const axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const narrow = { viewport: { width: 320, height: 640 } };
const wide = { viewport: { width: 1_000, height: 700 } };
const focused = (page) => page.evaluate(() => tab.element.shadowRoot.activeElement?.dataset.task ?? tab.element.shadowRoot.activeElement?.className);
const status = (page) => page.getByRole("status");

/** What axe finds, and what it looked at. */
async function audit(page) {
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { violations, passes } = await window.axe.run();
    const nodes = ({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target}: ${failureSummary}`);
    // A target inside a shadow tree is a list: the host, then what is in it.
    const inside = passes.filter(({ nodes }) => nodes.some(({ target }) => Array.isArray(target[0]))).map(({ id }) => id);
    return { violations: violations.flatMap(nodes), inside };
  });
}

describe("axe finds nothing", () => {
  for (const theme of ["light", "dark", "hc-dark", "hc-light"]) {
    for (const [size, options] of Object.entries({ narrow, wide })) {
      test(`${theme}, ${size}`, () =>
        on(options, async (page) => {
          for (const [name, enter] of Object.entries(states)) {
            await page.reload();
            await page.waitForFunction(() => window.tab);
            await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), theme);
            await enter(page);
            const { violations, inside } = await audit(page);
            assert.deepEqual(violations, [], name);
            assert.ok(inside.includes("color-contrast"), "it has looked into the element");
          }
        }));
    }
  }
});

describe("keyboard", () => {
  test("one stop for the list, arrows in it, Enter opens, Escape comes back to the row", () =>
    on(narrow, async (page) => {
      await states.list(page);
      const rows = await page.locator(".task").evaluateAll((all) => all.map((one) => one.dataset.task));
      await page.keyboard.press("Tab");
      assert.equal(await focused(page), rows[0]);
      await page.keyboard.press("ArrowUp");
      assert.equal(await focused(page), rows[0]);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      assert.equal(await focused(page), rows[2]);
      await page.keyboard.press("End");
      assert.equal(await focused(page), rows.at(-1));
      await page.keyboard.press("Home");
      assert.equal(rows[rows.indexOf("busy") + 1], "child", "below its parent");
      for (let row = 0; row < rows.indexOf("child"); row++) await page.keyboard.press("ArrowDown");
      assert.equal(await page.locator('.task[tabindex="0"]').count(), 1);
      await page.keyboard.press("Enter");
      await eventually(() => focused(page), "tool back");
      assert.equal(await page.locator("#task-title").textContent(), "Read the settings store");
      assert.equal(await page.locator(".list-pane").isVisible(), false);
      await page.keyboard.press("Escape");
      await eventually(() => focused(page), "child");
      // The button does the same.
      await page.keyboard.press("Space");
      await eventually(() => focused(page), "tool back");
      await page.keyboard.press("Enter");
      await eventually(() => focused(page), "child");
      assert.equal(await page.evaluate(() => tab.view.getSnapshot().selectedTaskId), null);
    }));

  test("where the list stays in sight, the focus stays in it", () =>
    on(wide, async (page) => {
      await states.list(page);
      await page.keyboard.press("Tab");
      await page.keyboard.press("End");
      const row = await focused(page);
      await page.keyboard.press("Enter");
      await page.locator("#task-title").waitFor();
      assert.equal(await focused(page), row);
      assert.equal(await page.locator(".back").isVisible(), false);
      assert.equal(await page.locator(`[data-task="${row}"]`).getAttribute("aria-current"), "true");
    }));

  test("a button that goes away when it is pressed leaves the focus in the task", () =>
    on(wide, async (page) => {
      await states.live(page);
      await page.evaluate(() => document.addEventListener("cancel-task", () => tab.finish("t", 2, "cancelled")));
      await page.getByRole("button", { name: "Cancel", exact: true }).focus();
      await page.keyboard.press("Enter");
      await haveCount(page.getByRole("button", { name: "Cancel", exact: true }), 0);
      assert.equal(await page.evaluate(() => tab.element.shadowRoot.activeElement?.id), "task-title");
    }));

  test("everything that can be clicked or scrolled can be reached, and shows that it has the focus", () =>
    on({ viewport: { width: 320, height: 480 } }, async (page) => {
      await states["long errors"](page);
      await page.evaluate(() => document.activeElement.blur());
      const wanted = await page.evaluate(() => tab.$$("button, .timeline, .log, pre").filter((el) => el.checkVisibility() && el.tabIndex >= 0).length);
      const seen = new Set();
      for (let presses = 0; presses < wanted + 2; presses++) {
        await page.keyboard.press("Tab");
        const [index, outline] = await page.evaluate(() => {
          const el = tab.element.shadowRoot.activeElement;
          return [tab.$$("*").indexOf(el), el && getComputedStyle(el).outlineStyle];
        });
        if (index < 0) continue;
        seen.add(index);
        assert.equal(outline, "solid");
      }
      assert.deepEqual([seen.size, wanted > 20], [wanted, true]);
    }));
});

describe("what is read out", () => {
  test("each window adds its rows to the log, once, and leaves the others alone", () =>
    on(wide, async (page) => {
      await states.live(page);
      const deliveries = await page.evaluateHandle(() => tab.watch(tab.$(".log")));
      const before = await page.locator(".update").count();
      for (let window = 1; window <= 2; window++) {
        await act(page, (window) => {
          for (let n = 0; n < 100; n++) tab.progress("t", { toolName: `tool_${window}_${n}` });
          tab.clock.advance(500);
        }, window);
        const seen = await deliveries.evaluate((all) =>
          all.map((records) => ({
            rows: records.flatMap(({ added }) => added).filter((node) => node.localName === "li").length,
            others: records.filter(({ type, removed }) => type !== "childList" || removed.some((node) => node.localName === "li")).length,
          })),
        );
        assert.deepEqual(seen, Array.from({ length: window }, () => ({ rows: 5, others: 0 })));
      }
      assert.equal(await page.locator(".update").count(), before + 10);
      const numbers = await page.locator(".update").evaluateAll((all) => all.map((one) => Number(one.dataset.seq)));
      assert.deepEqual(numbers, numbers.toSorted((a, b) => a - b));
      assert.equal(await page.getByRole("log").getAttribute("aria-live"), "polite");
    }));

  test("rows that have gone leave from the top, and no other is touched", () =>
    on(wide, async (page) => {
      await states.live(page);
      await act(page, () => Array.from({ length: 20 }, (_, n) => tab.run("t", `before_${n}`)));
      assert.equal(await page.locator(".update").count(), 20);
      const deliveries = await page.evaluateHandle(() => tab.watch(tab.$(".log")));
      const kept = await page.evaluateHandle(() => tab.$$(".update").slice(2));
      await act(page, () => tab.run("t", "after"));
      assert.equal(await page.locator(".update").count(), 20);
      assert.ok(await kept.evaluate((rows) => rows.every((row, index) => row === tab.$$(".update")[index])), "the same nodes");
      const touched = await deliveries.evaluate((all) => all.flat().filter(({ type, target }) => type !== "childList" || target.localName !== "ol").length);
      assert.equal(touched, 0);
    }));

  test("the outcome of the task that is looked at, once", () =>
    on(wide, async (page) => {
      await states.live(page);
      await act(page, () => tab.launch("other"));
      assert.equal(await status(page).count(), 1);
      assert.equal(await status(page).textContent(), "");
      const deliveries = await page.evaluateHandle(() => tab.watch(tab.$("[role=status]")));
      await act(page, () => tab.finish("other", 1, "error", "boom"));
      assert.equal(await status(page).textContent(), "", "of another one it is a badge");
      await act(page, () => tab.finish("t", 2));
      assert.equal(await status(page).textContent(), "Find out why the nightly build fails: Background task completed after 2 attempts.");
      await act(page, () => {
        tab.clock.advance(5_000);
        tab.launch("third");
        tab.view.select("t");
        tab.messages("t", []);
      });
      assert.equal(await deliveries.evaluate((all) => all.length), 1);
      await act(page, () => tab.view.select("other"));
      assert.equal(await status(page).textContent(), "", "what had ended before is no news");
    }));

  for (const [outcome, words] of Object.entries({ error: "failed", cancelled: "cancelled", interrupt: "interrupted" })) {
    test(`it was ${words}`, () =>
      on(wide, async (page) => {
        await states.live(page);
        await act(page, (outcome) => tab.finish("t", 2, outcome), outcome);
        assert.match(await status(page).textContent(), new RegExp(`: Background task ${words} after 2 attempts\\.$`));
        assert.equal(await page.locator(".state").getAttribute("data-status"), outcome);
      }));
  }
});

describe("what did not change is not rendered", () => {
  test("a task that changes is one row", () =>
    on(wide, async (page) => {
      await states.list(page);
      const deliveries = await page.evaluateHandle(() => tab.watch(tab.element.shadowRoot));
      await act(page, () => tab.retry("busy", 1, "Forbidden"));
      const rows = await deliveries.evaluate((all) => all.flat().map(({ target }) => (target.closest ?? (() => target.parentElement.closest(".task"))).call(target, ".task")?.dataset.task));
      assert.ok(rows.length > 0);
      assert.deepEqual([...new Set(rows)], ["busy"]);
    }));

  test("a message that changes nothing, and progress of another task", () =>
    on(wide, async (page) => {
      await states.live(page);
      const deliveries = await page.evaluateHandle(() => tab.watch(tab.element.shadowRoot));
      await act(page, () => {
        tab.progress("elsewhere", { toolName: "read_file" });
        tab.attempt("t", "session_ready", { attemptID: "t_1", sessionID: "late" });
        tab.view.receive({ type: "theme" });
        tab.clock.advance(0);
      });
      assert.deepEqual(await deliveries.evaluate((all) => all.length), 0);
    }));

  test("an attempt that ends leaves the rows of the others", () =>
    on(wide, async (page) => {
      await states.live(page);
      const first = await page.evaluateHandle(() => tab.watch(tab.$(".attempt")));
      await act(page, () => tab.retry("t", 2, "Too Many Requests"));
      await haveCount(page.locator(".attempt"), 3);
      assert.equal(await first.evaluate((all) => all.length), 0);
    }));

  test("it listens while it is on the page, and not longer", () =>
    on(wide, async (page) => {
      await states.list(page);
      const listeners = () => page.evaluate(() => tab.count);
      await page.evaluate(() => {
        tab.count = 0;
        const { view } = tab;
        tab.element.view = {
          getSnapshot: () => view.getSnapshot(),
          select: (taskId) => view.select(taskId),
          subscribe(listener) {
            tab.count++;
            const end = view.subscribe(listener);
            return () => (tab.count--, end());
          },
        };
      });
      await eventually(listeners, 1);
      await act(page, () => {
        tab.parent = tab.element.parentElement;
        tab.element.remove();
      });
      assert.equal(await listeners(), 0);
      await act(page, () => tab.launch("meanwhile", { description: "Started meanwhile" }));
      await act(page, () => tab.parent.append(tab.element));
      assert.equal(await listeners(), 1);
      await page.locator(".task", { hasText: "Started meanwhile" }).waitFor();
    }));
});

describe("the log follows its newest row", () => {
  test("unless the reader has scrolled up", () =>
    on({ viewport: { width: 320, height: 480 } }, async (page) => {
      await states.live(page);
      const fromEnd = () => page.getByRole("log").evaluate((log) => Math.round(log.scrollHeight - log.clientHeight - log.scrollTop));
      await act(page, () => Array.from({ length: 9 }, (_, n) => tab.run("t", `tool_${n}`)));
      assert.ok(await page.getByRole("log").evaluate((log) => log.scrollHeight > log.clientHeight + 40));
      assert.equal(await fromEnd(), 0);
      await page.getByRole("log").evaluate((log) => (log.scrollTop = 0));
      await page.getByRole("button", { name: "Go to the newest" }).waitFor();
      await act(page, () => tab.run("t", "later"));
      assert.ok((await fromEnd()) > 40, "it does not pull the reader away");
      await page.getByRole("button", { name: "Go to the newest" }).click();
      await eventually(fromEnd, 0);
      await haveCount(page.getByRole("button", { name: "Go to the newest" }), 0);
    }));
});
