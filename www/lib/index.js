// Entry "tasklight" of pages: loads the .wasm file that lies beside it.
import { start } from "./core/start.js";

export * from "./core/index.js";

/** Loads Tasklight. Call it once, and await it, before anything else. */
export default async function load(source = new URL("tasklight_bg.wasm", import.meta.url)) {
  await start(source);
}
