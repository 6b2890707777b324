import assert from "node:assert/strict";
import { test } from "node:test";
import { budgets, sizes } from "../../benches/sizes.mjs";

for (const [part, budget] of Object.entries(budgets)) {
  test(`${part} takes no more than ${budget} bytes, compressed`, () => {
    const { brotli } = sizes()[part];
    assert.ok(brotli <= budget, `${brotli} bytes`);
  });
}
