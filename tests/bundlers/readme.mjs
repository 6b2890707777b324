// The examples of the Markdown files.
import { readFileSync } from "node:fs";

/**
 * @param {string} file from the root of the repository
 * @param {string} heading of the section that it stands in
 * @param {string} language
 * @returns {string} the only block of code in that language between this heading and the next one
 */
export function example(file, heading, language) {
  const text = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
  const [, section, ...others] = text.split(new RegExp(`^#+ ${heading}\\n`, "m"));
  if (section === undefined || others.length) throw new Error(`${file} does not have one section "${heading}"`);
  const blocks = [...section.split(/^#+ /m)[0].matchAll(/^```(\w+)\n([^]*?)^```$/gm)].filter((block) => block[1] === language);
  if (blocks.length !== 1) throw new Error(`${file}, "${heading}": ${blocks.length} blocks of ${language}`);
  return blocks[0][2];
}
