// Entry "tasklight" of Node.js, which fetches no files. Apart from that of pages, so that no bundler of a page comes
// across a module of Node.js.
import { readFile } from "node:fs/promises";
import { start } from "./core/start.js";

export * from "./core/index.js";

/** Loads Tasklight. Call it once, and await it, before anything else. */
export default async function load(source = new URL("tasklight_bg.wasm", import.meta.url)) {
  await start(source.protocol === "file:" ? await readFile(source) : source);
}
