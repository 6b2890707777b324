// Bundles the extension (one CommonJS file, as VS Code for the web wants it) and its webview (one script, so that a
// nonce is all it needs) into dist/. Both have Tasklight inside: the wasm bytes travel in the JavaScript.
import { build } from "esbuild";
import { fileURLToPath } from "node:url";

const path = (relative) => fileURLToPath(new URL(relative, import.meta.url));

const shared = {
  bundle: true,
  // A project of its own would `npm install tasklight` instead.
  alias: { "tasklight/inline": path("../../pkg/inline.js"), "tasklight/element": path("../../pkg/element.js") },
  target: "chrome108",
  logLevel: "warning",
};

export async function buildExtension() {
  await Promise.all([
    build({
      ...shared,
      entryPoints: [path("src/extension/extension.js")],
      outfile: path("dist/extension.js"),
      format: "cjs",
      external: ["vscode"],
    }),
    build({
      ...shared,
      entryPoints: [path("src/webview/main.js")],
      outfile: path("dist/webview.js"),
      format: "iife",
    }),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildExtension();
