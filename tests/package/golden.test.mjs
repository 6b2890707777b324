// What users get, as files: a change of any of them is seen in a review. UPDATE_GOLDEN=1 writes them anew.
import assert from "node:assert/strict";
import { mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { install } from "./install.mjs";

const golden = fileURLToPath(new URL("golden/", import.meta.url));
const update = process.env.UPDATE_GOLDEN === "1";
const hint = "if that is meant: UPDATE_GOLDEN=1 node --test tests/package/golden.test.mjs";
let installed;
let actual;

before(() => {
  installed = install();
  const types = installed.files.filter((file) => file.endsWith(".d.ts"));
  const read = (file) => readFileSync(join(installed.project, "node_modules/tasklight", file), "utf8");
  actual = new Map([["files.txt", `${installed.files.join("\n")}\n`], ...types.map((file) => [file, read(file)])]);
  if (!update) return;
  rmSync(golden, { recursive: true, force: true });
  for (const [name, text] of actual) {
    mkdirSync(dirname(join(golden, name)), { recursive: true });
    writeFileSync(join(golden, name), text);
  }
});
after(() => installed.remove());

test("the files of the package, and what they declare, are those that were agreed on", () => {
  const expected = new Map(
    readdirSync(golden, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((file) => [relative(golden, file).replaceAll("\\", "/"), readFileSync(file, "utf8")]),
  );
  assert.deepEqual([...actual.keys()].sort(), [...expected.keys()].sort(), hint);
  for (const [name, text] of expected) assert.equal(actual.get(name), text, `${name}: ${hint}`);
});
