// The module itself: what it needs, and what it cannot do.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const module = new WebAssembly.Module(readFileSync(new URL("../../pkg/tasklight_bg.wasm", import.meta.url)));

test("it calls nothing of JavaScript but what sets up its own tables", () => {
  const imports = WebAssembly.Module.imports(module).map(({ kind, name }) => `${kind} ${name}`);
  assert.deepEqual(imports, ["function __wbindgen_init_externref_table"]);
});

test("only numbers cross", async () => {
  const functions = WebAssembly.Module.exports(module).filter(({ kind, name }) => kind === "function" && !name.startsWith("__"));
  assert.ok(functions.length > 40);
  const table = () => {};
  const [{ module: from, name }] = WebAssembly.Module.imports(module);
  const { exports } = await WebAssembly.instantiate(module, { [from]: { [name]: table } });
  // Whatever the numbers are, and of objects that are not there: nothing traps, and nothing but numbers comes back.
  for (const { name } of functions) {
    for (const number of [0, 1, -1, NaN, Infinity, 2 ** 31, 1e300]) {
      if (/_in$|core_new/.test(name)) continue;
      const gives = exports[name](...Array(exports[name].length).fill(number));
      assert.ok(gives === undefined || typeof gives === "number", name);
    }
  }
});
