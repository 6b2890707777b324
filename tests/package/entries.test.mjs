// How the entries start, each time in a process of its own.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { describe, test } from "node:test";

const pkg = new URL("../../pkg/", import.meta.url);

/** Runs code as a module beside the package; what it leaves in `result` comes back. */
function run(code) {
  const prelude = `
    import assert from "node:assert/strict";
    import { readFileSync } from "node:fs";
    const bytes = readFileSync(new URL(${JSON.stringify(String(new URL("tasklight_bg.wasm", pkg)))}));
    const load = (name) => import(${JSON.stringify(String(pkg))} + name + ".js");
    let result;
  `;
  const args = ["--unhandled-rejections=strict", "--input-type=module", "--eval", `${prelude}${code};\nconsole.log(JSON.stringify(result));`];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: "utf8" }));
}

// A page of Chromium before version 115, as far as WebAssembly goes.
const limited = `
  const { Module, Instance } = WebAssembly;
  const limit = (Real) => class extends Real {
    constructor(source, ...rest) {
      if (!(source instanceof Uint8Array && source.byteLength <= 4096)) throw new RangeError("disallowed on the main thread");
      super(source, ...rest);
    }
  };
  Object.assign(WebAssembly, { Module: limit(Module), Instance: limit(Instance) });
`;

describe("tasklight/slim", () => {
  const sources = {
    "bytes": "bytes",
    "an ArrayBuffer": "new Uint8Array(bytes).buffer",
    "a view into a larger buffer": "new DataView(Uint8Array.from([1, 2, 3, ...bytes, 4]).buffer, 3, bytes.length)",
    "a module": "new WebAssembly.Module(bytes)",
  };
  for (const [name, source] of Object.entries(sources)) {
    test(`starts at once with ${name}`, () => {
      const result = run(`const slim = await load("slim"); const none = slim.init(${source}); result = [none === undefined, slim.formatDuration(63_000)]`);
      assert.deepEqual(result, [true, "1m 3s"]);
    });
  }

  const promised = {
    "a promise of bytes": "Promise.resolve(bytes)",
    "a promise of a view": "Promise.resolve(new DataView(bytes.buffer, bytes.byteOffset, bytes.length))",
    "a promise of a module": "WebAssembly.compile(bytes)",
    "a response": `new Response(bytes, { headers: { "content-type": "application/wasm" } })`,
    "a promise of a response": `Promise.resolve(new Response(bytes, { headers: { "content-type": "application/wasm" } }))`,
  };
  for (const [name, source] of Object.entries(promised)) {
    test(`starts later with ${name}`, () => {
      const result = run(`const slim = await load("slim"); result = [await slim.init(${source}) === undefined, slim.formatDuration(63_000)]`);
      assert.deepEqual(result, [true, "1m 3s"]);
    });
  }

  test("starts with a promise where a page must not compile at once", () => {
    assert.equal(run(`${limited} const slim = await load("slim"); await slim.init(Promise.resolve(bytes)); result = slim.formatDuration(63_000)`), "1m 3s");
  });

  test("says what to do where it is used before it has started", () => {
    run(`
      const t = await load("slim");
      const task = { taskId: "t", attempts: [{ attemptID: "a", attemptNumber: 1, status: "pending" }] };
      for (const call of [
        () => new t.AttemptLedger(), () => new t.ProgressThrottler(), () => new t.BackgroundTaskView(), () => t.errorLine("x"),
        () => t.formatDuration(1), () => t.formatTimeline(task), () => t.timelineRows(task),
      ]) assert.throws(call, { name: "Error", message: /has not started yet: await .*init/ });
      t.init(bytes);
      assert.equal(t.formatDuration(1_000), "1s");
      result = true;
    `);
  });

  test("refuses all else, and can be started after that", () => {
    const result = run(`
      const slim = await load("slim");
      result = [undefined, null, 1, {}, "tasklight_bg.wasm"].map((source) => {
        try {
          slim.init(source);
        } catch (error) {
          return error instanceof slim.TasklightError && error.code;
        }
      });
      assert.throws(() => slim.init(new Uint8Array(8)), WebAssembly.CompileError);
      await assert.rejects(slim.init(Promise.resolve(new Uint8Array(8))), WebAssembly.CompileError);
      await assert.rejects(slim.init(Promise.reject(new Error("gone"))), /gone/);
      slim.init(bytes);
      slim.formatDuration(1);
    `);
    assert.deepEqual(result, Array(5).fill("invalid_argument"));
  });
});

describe("tasklight/inline", () => {
  test("is ready at import", () => {
    assert.equal(run(`const { formatDuration } = await load("inline"); result = formatDuration(63_000)`), "1m 3s");
  });

  test("is ready later where a page must not compile at once", () => {
    const result = run(`
      ${limited}
      const { AttemptLedger, ready } = await load("inline");
      assert.throws(() => new AttemptLedger());
      await ready;
      result = new AttemptLedger({ ids: "sequential" }).startAttempt("t", { at: 1 });
    `);
    assert.deepEqual(result, { applied: true, attemptID: "att_1" });
  });

  test("fails at import where WebAssembly is forbidden", () => {
    const result = run(`
      WebAssembly.Module = class { constructor() { throw new WebAssembly.CompileError("forbidden"); } };
      result = await load("inline").then(() => "imported", String);
    `);
    assert.equal(result, "CompileError: forbidden");
  });
});

describe("tasklight", () => {
  test("loads the file beside it, and may be told to again", () => {
    assert.equal(run(`const { default: start, formatDuration } = await load("node"); await start(); await start(); result = formatDuration(63_000)`), "1m 3s");
  });

  test("loads what it is given", () => {
    for (const source of ["bytes", "new WebAssembly.Module(bytes)", `new Response(bytes, { headers: { "content-type": "application/wasm" } })`]) {
      for (const entry of ["index", "node"]) {
        assert.equal(run(`const { default: start, formatDuration } = await load("${entry}"); await start(${source}); result = formatDuration(63_000)`), "1m 3s");
      }
    }
  });
});

test("one instance serves all entries: whichever starts first", () => {
  const result = run(`
    const fetching = await load("node");
    const slim = await load("slim");
    slim.init(bytes);
    const ledger = new slim.AttemptLedger({ ids: "sequential" });
    ledger.startAttempt("t", { at: 1 });
    await fetching.default();
    const inline = await load("inline");
    await inline.ready;
    slim.init(bytes);
    result = inline.formatTimeline(ledger.task("t"), { header: false });
  `);
  assert.equal(result, "- Attempt 1 — PENDING — unknown model — no session (queued)");
});
