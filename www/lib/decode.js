// The bytes of the .wasm file as text, and back: what www/encode.mjs writes, `decode` reads.
//
// Base64 makes a compressed page a third larger, for it moves bytes off the boundaries that a compressor works on.
// Here every byte keeps a code of its own: the frequent ones a character, all others a prefix and a character. The
// text is printable ASCII, and holds nothing that a string, a template, a script element or a replacement pattern
// gives a meaning to: it goes through bundlers, minifiers and pages of any encoding as it is.

/** Every character that the text is made of. The last two are the prefixes. */
export const alphabet = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
  .filter((character) => !"\"$'<\\`".includes(character))
  .join("");

/** How many characters stand alone. */
export const alone = alphabet.length - 2;

/**
 * @param {string} frequent which bytes have a character of their own: a bit each, as 64 hexadecimal digits
 * @param {string} text
 * @returns {Uint8Array}
 */
export function decode(frequent, text) {
  // By character code: those that stand alone, then those behind each prefix.
  const tables = new Uint8Array(3 * 128);
  let single = 0;
  let pair = 0;
  for (let byte = 0; byte < 256; byte++) {
    if ((parseInt(frequent[byte >> 2], 16) >> (byte & 3)) & 1) {
      tables[alphabet.charCodeAt(single++)] = byte;
    } else {
      tables[128 * (pair < alone ? 1 : 2) + alphabet.charCodeAt(pair++ % alone)] = byte;
    }
  }
  const firstPrefix = alphabet.charCodeAt(alone);
  const bytes = new Uint8Array(text.length);
  let length = 0;
  let table = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code >= firstPrefix) {
      table = 128 * (code - firstPrefix + 1);
    } else {
      bytes[length++] = tables[table + code];
      table = 0;
    }
  }
  return bytes.subarray(0, length);
}
