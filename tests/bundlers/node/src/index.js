import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import load, * as fetching from "tasklight";
import * as inline from "tasklight/inline";
import * as slim from "tasklight/slim";
import { check } from "./check.js";

const entries = {
  slim: [slim, () => slim.init(readFileSync(fileURLToPath(import.meta.resolve("tasklight/wasm"))))],
  fetching: [fetching, load],
  inline: [inline, () => inline.ready],
};
const [entry, start] = entries[process.argv[2]];
await start();
assert.equal(entry.TasklightError, inline.TasklightError);
console.log(JSON.stringify(await check(entry)));
