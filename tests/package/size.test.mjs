import assert from "node:assert/strict";
import { test } from "node:test";
import { budgets, sizes } from "../../benches/sizes.mjs";

for (const [part, { most }] of Object.entries(budgets)) {
  test(`${part} takes no more than ${most} bytes, compressed`, () => {
    const { brotli } = sizes()[part];
    assert.ok(brotli <= most, `${brotli} bytes`);
  });
}
