// How large the package is, part by part, and how large it may be.
import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { encode } from "../www/encode.mjs";

/** In bytes, compressed with Brotli: what it may take at most, a little above what it takes, and where it is to get. */
export const budgets = {
  wasm: { most: 36_000, goal: 18_000 },
  /** All that `tasklight/inline` needs: its own file and the chunk that it shares. */
  inline: { most: 48_000, goal: 26_000 },
};

const read = (name) => readFileSync(new URL(`../pkg/${name}`, import.meta.url));
const size = (content) => {
  const bytes = Buffer.from(content);
  return { raw: bytes.length, brotli: brotliCompressSync(bytes).length };
};
const sum = (...parts) => parts.reduce((a, b) => ({ raw: a.raw + b.raw, brotli: a.brotli + b.brotli }));

/** @returns {Record<string, { raw: number, brotli: number, of?: number }>} of each file, and, with its share, of each part of `tasklight/inline` */
export function sizes() {
  const wasm = size(read("tasklight_bg.wasm"));
  const inline = size(read("inline.js"));
  const shared = size(read("shared.js"));
  const { text } = encode(read("tasklight_bg.wasm"));
  const code = read("inline.js").toString();
  if (!code.includes(text)) throw new Error("inline.js does not hold the wasm as www/encode.mjs writes it");
  const around = size(code.replace(text, () => ""));
  const whole = sum(inline, shared);
  const part = ({ raw, brotli }) => ({ raw, brotli, of: brotli / whole.brotli });
  return {
    wasm,
    inline: whole,
    "  the bytes of the wasm": part(wasm),
    "  writing them as text": part({ raw: inline.raw - around.raw - wasm.raw, brotli: inline.brotli - around.brotli - wasm.brotli }),
    "  reading that text": part(around),
    "  classes and glue": part(shared),
    ...Object.fromEntries(["index.js", "node.js", "slim.js", "react.js", "testing.js"].map((name) => [name, size(read(name))])),
  };
}
