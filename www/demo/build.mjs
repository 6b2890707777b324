// Builds the demo page: one script, the package's .wasm beside it, and the files as they are.
// node www/demo/build.mjs [folder], by default target/demo
import { build } from "esbuild";
import { copyFile, mkdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const out = resolve(process.argv[2] ?? path("target/demo"));

await rm(out, { recursive: true, force: true });
await mkdir(out, { recursive: true });

await build({
  entryPoints: [path("www/demo/main.js"), path("www/demo/style.css")],
  outdir: out,
  bundle: true,
  format: "esm",
  target: "chrome108",
  sourcemap: true,
  // The page imports the package by its name, as a user would.
  alias: { "tasklight/element": path("pkg/element.js"), tasklight: path("pkg/index.js") },
  legalComments: "none",
  logLevel: "warning",
});

for (const name of ["index.html", "icon.svg", "sample.jsonl"]) {
  await copyFile(path(`www/demo/${name}`), join(out, name));
}
// The package looks for it beside the script that it was bundled into.
await copyFile(path("pkg/tasklight_bg.wasm"), join(out, "tasklight_bg.wasm"));
