// The packed package in real projects, and what came of it in Node.js and in Chromium.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { after, before, describe, test } from "node:test";
import { launch, visit } from "./browse.mjs";
import { env, folder, script, setUp } from "./projects.mjs";
import { serve } from "./serve.mjs";

const root = folder("projects");
const project = (name) => join(root, name);
const expected = {
  timeline: [
    "Background task attempts:",
    "- Attempt 1 — ERROR — openai/gpt-5.4-mini — ses_aaa",
    "  Error: Too Many Requests",
    "- Attempt 2 — COMPLETED — anthropic/claude-haiku-4.5 — ses_bbb",
  ].join("\n"),
  view: {
    posts: [
      { type: "subscribeToBackgroundTask", taskId: "t" },
      { type: "unsubscribeFromBackgroundTask", taskId: "t" },
    ],
    before: 0,
    updates: ["1 tool_call", "2 tool_result"],
  },
  codes: ["invalid_argument", "disposed"],
};
let browser;
let server;

before(async () => {
  await setUp(root, ["vite", "vite-fetching", "esbuild", "webpack", "rollup", "node", "script"]);
  browser = await launch();
  server = await serve(root);
});
after(async () => {
  await browser?.close();
  await server?.stop();
});

/** Loads a script of the projects on a page of its own, and compares what it reports with what is expected. */
async function works(file, { before, ...options }) {
  const { value, complaints } = await visit(browser, server.page(file, options), { before });
  assert.deepEqual(complaints, []);
  assert.deepEqual(value, expected);
}

const underEachPolicy = async (context, file, type) => {
  for (const policy of ["", "roo", "cline", "kilo"]) {
    await context.test(policy || "without a policy", () => works(file, { policy, type }));
  }
};

/** The script that a build of Vite has made of a page. */
async function scriptOf(name, html) {
  const [, file] = (await readFile(join(project(name), "dist", html), "utf8")).match(/src="\.?\/(assets\/[^"]+\.js)"/);
  return `${name}/dist/${file}`;
}

/** A page as Vite's development server serves it. */
async function worksInDevelopment(name, html) {
  const vite = await dev(project(name));
  try {
    const { value, complaints } = await visit(browser, vite.url + html);
    assert.deepEqual(complaints, []);
    assert.deepEqual(value, expected);
  } finally {
    await vite.stop();
  }
}

describe("tasklight/inline, without any configuration", () => {
  test("Vite, built", async (context) => {
    await script(project("vite"), "build");
    assert.equal((await readdir(join(project("vite"), "dist/assets"))).length, 1);
    await underEachPolicy(context, await scriptOf("vite", "index.html"));
  });

  test("Vite, as its development server serves it", () => worksInDevelopment("vite", "index.html"));

  test("esbuild, to one file", async (context) => {
    await script(project("esbuild"), "build");
    await underEachPolicy(context, "esbuild/dist/index.js", "classic");
  });

  test("webpack 5", async (context) => {
    await script(project("webpack"), "build");
    await underEachPolicy(context, "webpack/dist/main.js", "classic");
  });

  test("webpack 5 has no word to say about its size", async () => {
    assert.doesNotMatch(await script(project("webpack"), "build"), /warning/i);
  });

  test("Rollup, to one file", async (context) => {
    await script(project("rollup"), "build");
    await underEachPolicy(context, "rollup/dist/index.js", "classic");
  });

  test("a script element, and no bundler", (context) => underEachPolicy(context, "script/src/index.js", "module"));

  test("Node.js", async () => {
    assert.deepEqual(JSON.parse(await script(project("node"), "start", "inline")), expected);
  });

  test("a page that must not compile at once, and waits until it is ready", async (context) => {
    await script(project("esbuild"), "build");
    const before = (page) => page.addInitScript(compileNothingAtOnce);
    for (const policy of ["roo", "cline", "kilo"]) {
      await context.test(policy, () => works("esbuild/dist/ready.js", { before, policy, type: "classic" }));
    }
  });
});

describe("tasklight, which fetches its wasm", () => {
  for (const policy of ["", "roo", "kilo"]) {
    test(`a script element, ${policy || "without a policy"}`, () => works("script/src/fetching.js", { policy }));
  }

  test("esbuild, to a module beside the file", async () => {
    await script(project("esbuild"), "build:fetching");
    await works("esbuild/dist/fetching.js", { policy: "roo" });
  });

  test("Vite, built", async () => {
    await script(project("vite-fetching"), "build");
    await works(await scriptOf("vite-fetching", "index.html"), { policy: "roo" });
  });

  test("Vite, as its development server serves it", () => worksInDevelopment("vite-fetching", "index.html"));

  test("webpack 5", async () => {
    await script(project("webpack"), "build:fetching");
    await works("webpack/dist-fetching/main.js", { policy: "roo", type: "classic" });
  });

  test("Node.js", async () => {
    assert.deepEqual(JSON.parse(await script(project("node"), "start", "fetching")), expected);
  });
});

describe("tasklight/slim, with the bytes of tasklight/wasm", () => {
  test("esbuild, with its loader of bytes", async (context) => {
    await script(project("esbuild"), "build:slim");
    await underEachPolicy(context, "esbuild/dist/slim.js", "classic");
  });

  test("Vite, with its address", async () => {
    await script(project("vite-fetching"), "build");
    await works(await scriptOf("vite-fetching", "slim.html"), { policy: "kilo" });
  });

  test("Node.js", async () => {
    assert.deepEqual(JSON.parse(await script(project("node"), "start", "slim")), expected);
  });
});

describe("what a policy forbids shows", () => {
  test("no WebAssembly at all", async () => {
    const { value, complaints } = await visit(browser, server.page("esbuild/dist/index.js", { policy: "noWasm", type: "classic" }));
    assert.equal(value, null);
    assert.match(complaints.join("\n"), /CompileError.*Content Security Policy/i);
  });

  test("fetching, under the policy of Cline", async () => {
    const { value, complaints } = await visit(browser, server.page("script/src/fetching.js", { policy: "cline" }));
    assert.match(value.error, /fetch/);
    assert.match(complaints.join("\n"), /connect-src/);
  });
});

/** Makes a page one of Chromium before version 115, which compiles no more than 4 KB without waiting. */
function compileNothingAtOnce() {
  const limited = (Real, size) =>
    class extends Real {
      constructor(source, ...rest) {
        if (size(source) > 4096) throw new RangeError("disallowed on the main thread, if the buffer size is larger than 4KB");
        super(source, ...rest);
      }
    };
  WebAssembly.Module = limited(WebAssembly.Module, (bytes) => bytes.byteLength);
  WebAssembly.Instance = limited(WebAssembly.Instance, () => Infinity);
}

/** Vite's development server, once it has told where it is. */
async function dev(cwd) {
  const child = spawn("vite", ["--host", "127.0.0.1", "--port", "0", "--clearScreen", "false"], { cwd, env, stdio: ["ignore", "pipe", "inherit"] });
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    url = line.match(/http:\S+/)?.[0];
    if (url) break;
  }
  const stop = async () => {
    const exited = once(child, "exit");
    child.kill();
    await exited;
  };
  return { url, stop };
}
