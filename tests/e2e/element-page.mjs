// A page of nothing but the element, under the strictest policy that it is to work with, and states to bring it into.
import { copyFile, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { served } from "./page.mjs";

const path = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const FILES = [
  "pkg/inline.js", "pkg/shared.js", "pkg/element.js", "pkg/testing.js", "www/demo/themes.css",
  "tests/e2e/element/index.html", "tests/e2e/element/page.css", "tests/e2e/element/page.js",
];

/** @returns what `served` does, and `on` waits until the page is ready */
export function elementPage() {
  const { on, url } = served(async (folder) => {
    await mkdir(folder, { recursive: true });
    await Promise.all(FILES.map((file) => copyFile(path(file), join(folder, basename(file)))));
  });
  const ready = (body) => async (page) => {
    await page.waitForFunction(() => window.tab, null, { timeout: 5_000 });
    await body(page);
  };
  return { on: (options, body) => on(options, ready(body)), url };
}

/** Runs in the page, and waits until all of it is shown. */
export async function act(page, run, argument) {
  const result = await page.evaluate(run, argument);
  await page.evaluate(() => window.tab.settled());
  return result;
}

/** The states that look different. Each leaves the page in it. */
export const states = {
  async "no tasks"() {},

  async list(page) {
    await act(page, () => {
      tab.launch("busy", { description: "Find where session tokens are refreshed" });
      tab.launch("child", { description: "Read the settings store", parentTaskId: "busy" });
      tab.launch("broken", { description: "Translate the release notes" });
      tab.finish("broken", 1, "error", "503 Service Unavailable");
      tab.attempt("waiting", "launched", { attemptID: "waiting_1", description: "Draft the changelog" });
      tab.launch("gone");
      tab.finish("gone", 1, "cancelled");
      tab.history(
        { id: "old", task: "Sort the changelog", status: "completed" },
        { id: "cut", task: "Check the licences", status: "interrupted" },
        { id: "asleep", task: "Compare the pages", status: "delegated" },
        { id: "odd", task: "Something else", status: "strange" },
      );
    });
  },

  async live(page) {
    await act(page, () => {
      tab.launch("t", { description: "Find out why the nightly build fails" });
      tab.view.select("t");
      tab.clock.advance(3_000);
      tab.retry("t", 1, "Forbidden: Selected provider is forbidden");
      tab.progress("t", { kind: "status_change", status: "running" });
      tab.run("t", "read_file");
      tab.run("t", "execute_command", "Command failed with exit code 1");
      tab.progress("t", { toolName: "search_files", status: "started" });
      tab.clock.advance(4_000);
    });
  },

  async ended(page) {
    await states.live(page);
    await act(page, () => tab.finish("t", 2));
  },

  async "long errors"(page) {
    await act(page, () => {
      const text = `Bad Gateway: ${"the upstream server did not answer in time. ".repeat(12)}`;
      tab.launch("t", { description: `Explain ${"why this takes so long and what could be done about it, ".repeat(20)}` });
      tab.view.select("t");
      tab.clock.advance(2_000);
      for (let number = 1; number <= 11; number++) {
        tab.retry("t", number, number < 9 ? `${text} <html>${"x".repeat(3_000)}</html>` : `${number} ${text}`, `provider-${number}/${"m".repeat(300)}`);
        tab.clock.advance(1_000);
      }
      tab.run("t", "execute_command", text.repeat(5));
    });
    await act(page, () => {
      for (const fold of tab.$$(".run > .fold, .update .fold")) fold.click();
    });
    await act(page, () => tab.$(".attempt .fold").click());
  },

  async replay(page) {
    await act(page, () => {
      tab.history({ id: "old", task: "Sort the changelog", status: "completed" });
      tab.view.select("old");
      const say = (kind, text, ts = 1_777_282_200_000) => ({ ts, type: "say", say: kind, text });
      tab.messages("old", [
        say("text", "Sort the changelog by kind"), say("reasoning", "The kinds have an order already."), say("text", "Let me look. ".repeat(200)),
        { ...say("", '{"tool":"readFile","path":"CHANGELOG.md"}'), say: undefined, type: "ask", ask: "tool" },
        say("command", "npm run lint"), say("command_output", "3 sections\n0 problems"), say("error", "npm: not found"),
        say("api_req_retry_delayed", "429\nToo Many Requests\n<retry_timer>7</retry_timer>"), say("user_feedback", "Go on"),
        say("followup", '{"question":"Which order?"}'), say("browser_action", "open"), null, say("completion_result", "It is sorted."),
      ]);
    });
  },

  async loading(page) {
    await act(page, () => {
      tab.history({ id: "old", task: "Sort the changelog", status: "completed" });
      tab.view.select("old");
    });
  },

  async empty(page) {
    await states.loading(page);
    await act(page, () => tab.messages("old", []));
  },

  async unreadable(page) {
    await states.loading(page);
    await act(page, () => tab.messages("old", null));
  },
};
