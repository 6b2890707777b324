// Writes bytes as the text that www/lib/decode.js reads, and says there why it looks like this.
import { alone, alphabet } from "./lib/decode.js";

/**
 * @param {Uint8Array} bytes
 * @returns {{ frequent: string, text: string }}
 */
export function encode(bytes) {
  const counts = new Uint32Array(256);
  for (const byte of bytes) counts[byte]++;
  const ranked = [...counts.keys()].sort((a, b) => counts[b] - counts[a] || a - b);
  // In the order of their values, not of their ranks: neighbours stay neighbours, which helps a compressor.
  const frequent = new Set(ranked.slice(0, alone));
  let single = 0;
  let pair = 0;
  const codes = Array.from({ length: 256 }, (_, byte) => {
    if (frequent.has(byte)) return alphabet[single++];
    return alphabet[alone + (pair < alone ? 0 : 1)] + alphabet[pair++ % alone];
  });
  const digit = (at) => [0, 1, 2, 3].reduce((sum, bit) => sum + (frequent.has(4 * at + bit) ? 1 << bit : 0), 0);
  return {
    frequent: Array.from({ length: 64 }, (_, at) => digit(at).toString(16)).join(""),
    text: Array.from(bytes, (byte) => codes[byte]).join(""),
  };
}
