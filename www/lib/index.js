// Entry "tasklight": loads the .wasm file that lies beside it.
import init from "#wasm";

export * from "./api.js";

/** Loads Tasklight. Call it once, and await it, before anything else. */
export default async function load(source = new URL("tasklight_bg.wasm", import.meta.url)) {
  await init({ module_or_path: source.protocol === "file:" ? await readFile(source) : source });
}

/** Node.js fetches no files. In a variable, so that no bundler of a page looks for the module. */
async function readFile(url) {
  const fs = "node:fs/promises";
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ fs)).readFile(url);
}
