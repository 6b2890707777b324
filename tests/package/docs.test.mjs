// Every export says what it is, with an example: an editor shows that where it is used.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";

const pkg = new URL("../../pkg/", import.meta.url);

/** What a file declares and exports, with the comment before it. */
function exported(file) {
  const text = readFileSync(new URL(file, pkg), "utf8");
  const declarations = text.matchAll(
    /(?:^\/\*\*((?:(?!\*\/)[^])*)\*\/\n)?^export (?:default )?(?:declare )?(?:type|interface|class|function|const) (\w+)/gm,
  );
  return [...declarations].map(([, comment = "", name]) => ({ name, comment }));
}

const files = readdirSync(pkg, { recursive: true }).filter((name) => name.endsWith(".d.ts"));
for (const file of files) {
  test(file, () => {
    const all = exported(file);
    if (file !== "wasm.d.ts") assert.ok(all.length > 0);
    const without = (what) => all.filter(({ comment }) => !what.test(comment)).map(({ name }) => name);
    assert.deepEqual(without(/\w/), [], "not documented");
    assert.deepEqual(without(/```(js|jsx|ts|tsx)\n/), [], "without an example");
  });
}
