// What a bundler may leave out, and what it may not.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { after, before, test } from "node:test";
import { build } from "esbuild";
import { install } from "../package/install.mjs";

let installed;

before(() => {
  installed = install();
});
after(() => installed.remove());

/** Bundles a module that imports the package. */
async function bundle(contents) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: installed.project },
    bundle: true,
    format: "esm",
    external: ["react"],
    minify: true,
    write: false,
    logOverride: { "ignored-bare-import": "silent" },
  });
  return outputFiles[0].text;
}

const printed = (code) => execFileSync(process.execPath, ["--input-type=module", "-"], { input: code, encoding: "utf8" });

for (const entry of ["tasklight", "tasklight/slim", "tasklight/react", "tasklight/testing"]) {
  test(`nothing stays of ${entry} where nothing of it is used`, async () => {
    assert.equal(await bundle(`import "${entry}";`), "");
  });
}

test("what is shared carries no wasm", async () => {
  const code = await bundle('import { formatDuration, init } from "tasklight/slim"; console.log(formatDuration, init);');
  assert.ok(code.length < 30_000, `${code.length} characters`);
});

test("tasklight/inline starts, whatever is used of it", async () => {
  assert.equal(printed(await bundle('import { formatDuration } from "tasklight/inline"; console.log(formatDuration(63_000));')), "1m 3s\n");
  assert.ok((await bundle('import "tasklight/inline";')).length > 30_000);
});

test("the other entries stand on their own", async () => {
  const code = await bundle('import { SimulatedClock } from "tasklight/testing"; console.log(new SimulatedClock(5).now());');
  assert.ok(code.length < 4_000, `${code.length} characters`);
  assert.equal(printed(code), "5\n");
  const hook = await bundle('import { useBackgroundTasks } from "tasklight/react"; console.log(useBackgroundTasks);');
  assert.ok(hook.length < 1_500, `${hook.length} characters`);
});
