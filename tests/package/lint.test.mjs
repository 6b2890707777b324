// What the linters of packages say.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const root = fileURLToPath(new URL("../../", import.meta.url));
const tool = (name) => `${root}tests/node_modules/.bin/${name}`;
let installed;

before(() => {
  installed = install();
});
after(() => installed.remove());

test("publint has nothing to say, not even a suggestion", () => {
  const { status, stdout, stderr } = spawnSync(tool("publint"), ["--strict", installed.tarball], { encoding: "utf8", env: plain });
  assert.equal(status, 0, stdout + stderr);
  assert.match(stdout, /All good!/);
});

// .attw.json says that the package is ESM only: that is all it leaves out.
test("the types are right in every way of resolving them that an ESM package has", () => {
  const { status, stdout } = spawnSync(tool("attw"), ["--format", "json", installed.tarball], { cwd: root, encoding: "utf8", env: plain });
  assert.equal(status, 0, stdout);
  const { analysis } = JSON.parse(stdout);
  const seen = Object.entries(analysis.entrypoints).map(([name, { resolutions }]) => {
    assert.ok(resolutions["node16-esm"].resolution && resolutions.bundler.resolution, name);
    return name;
  });
  assert.deepEqual(seen.sort(), [".", "./element", "./inline", "./package.json", "./react", "./slim", "./tasklight_bg.wasm", "./testing", "./wasm"]);
});

const plain = { ...process.env, NO_COLOR: "1", FORCE_COLOR: "0" };
