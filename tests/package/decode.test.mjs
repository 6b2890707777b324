// The text that "tasklight/inline" carries its bytes in.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { brotliCompressSync } from "node:zlib";
import { encode } from "../../www/encode.mjs";
import { alphabet, decode } from "../../www/lib/decode.js";
import { random } from "./simulation.mjs";

const wasm = readFileSync(new URL("../../pkg/tasklight_bg.wasm", import.meta.url));

function same(bytes) {
  const { frequent, text } = encode(bytes);
  assert.deepEqual(Buffer.from(decode(frequent, text)), Buffer.from(bytes));
  return text;
}

test("whatever is written is read again", () => {
  const { below } = random(1);
  same([]);
  for (let byte = 0; byte < 256; byte++) same([byte]);
  same(Array.from({ length: 256 }, (_, byte) => byte));
  same(Array.from({ length: 256 }, (_, byte) => 255 - byte));
  for (let round = 0; round < 200; round++) {
    const most = 1 + below(256);
    same(Array.from({ length: below(600) }, () => below(most)));
  }
  same(wasm);
});

test("the text has no character that a string, a template, a page or a replacement gives a meaning to", () => {
  assert.match(alphabet, /^[ -~]+$/);
  assert.doesNotMatch(alphabet, /["'`\\$<]/);
  const text = same(Array.from({ length: 1024 }, (_, i) => i & 255));
  assert.deepEqual([...new Set(text)].filter((character) => !alphabet.includes(character)), []);
});

test("compressed, it is less than a tenth larger than the bytes", () => {
  const { text } = encode(wasm);
  const [bytes, written] = [wasm, text].map((content) => brotliCompressSync(content).length);
  assert.ok(written < 1.1 * bytes, `${written} to ${bytes}`);
});

test("the scripts that carry it are ASCII, and can stand inside a page", () => {
  for (const name of ["inline.js", "shared.js"]) {
    const code = readFileSync(new URL(`../../pkg/${name}`, import.meta.url), "latin1");
    assert.match(code, /^[\n -~]*$/, name);
    assert.doesNotMatch(code, /<\/script|<!--/i, name);
  }
});
