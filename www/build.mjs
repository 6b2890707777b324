// Builds the npm package into pkg/ from what wasm-bindgen and wasm-opt made, which lies in target/wasm.
import { build } from "esbuild";
import { copyFile, cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { encode } from "./encode.mjs";

const root = new URL("../", import.meta.url);
const path = (relative) => new URL(relative, root).pathname;
const out = path("pkg/");
const wasm = path("target/wasm/tasklight_bg.wasm");
const onWasm = ["index", "node", "inline", "slim"];
const byItself = ["react", "testing"];

await rm(out, { recursive: true, force: true });
await mkdir(out);

const options = {
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: ["chrome108", "node20"],
  legalComments: "none",
  logLevel: "warning",
};
const sources = (names) => Object.fromEntries(names.map((name) => [name, path(`www/lib/${name}.js`)]));

await build({
  ...options,
  entryPoints: sources(onWasm),
  // One chunk: an error of one entry is a TasklightError of all, and one instance of the wasm serves them.
  splitting: true,
  chunkNames: "shared",
  // index.js names the file beside it, and leaves it to the bundler of the page.
  external: ["node:*"],
  alias: { "#wasm": path("target/wasm/tasklight.js") },
  plugins: [{ name: "bytes", setup: bytesAsText }],
});
await build({ ...options, entryPoints: sources(byItself), external: ["react"] });

// A bundle of its own, with the library that it is made with inside, and no WebAssembly.
await build({
  ...options,
  entryPoints: { element: path("www/lib/element/element.js") },
  target: "chrome108",
  legalComments: "eof",
});
await writeFile(`${out}element.LICENSE.txt`, await licences());

for (const name of (await readdir(path("www/lib"))).filter((name) => name.endsWith(".d.ts"))) {
  await copyFile(path(`www/lib/${name}`), out + name);
}
await cp(path("www/lib/types"), `${out}types`, { recursive: true });
await copyFile(wasm, `${out}tasklight_bg.wasm`);
await cp(path("docs"), `${out}docs`, { recursive: true });
for (const name of ["README.md", "CHANGELOG.md", "LICENSE"]) {
  await copyFile(path(name), out + name);
}

const manifest = await readFile(path("Cargo.toml"), "utf8");
const field = (name) => manifest.match(new RegExp(`^${name} = "(.*)"$`, "m"))[1];
const template = await readFile(path("pkg.json.template"), "utf8");
const filled = template.replace(/\{\{(\w+)\}\}/g, (_, name) => field(name));
await writeFile(`${out}package.json`, JSON.stringify(JSON.parse(filled), null, 2) + "\n");

/** "#bytes" is the wasm as the text that www/lib/decode.js reads. */
function bytesAsText({ onResolve, onLoad }) {
  onResolve({ filter: /^#bytes$/ }, () => ({ path: wasm, namespace: "bytes" }));
  onLoad({ filter: /./, namespace: "bytes" }, async () => {
    const { frequent, text } = encode(await readFile(wasm));
    return { contents: `export const frequent = "${frequent}", text = ${JSON.stringify(text)};` };
  });
}

/** Of what lies inside element.js. */
async function licences() {
  const lit = await readFile(path("www/node_modules/lit/LICENSE"), "utf8");
  return `element.js contains lit, lit-html, lit-element and @lit/reactive-element:\n\n${lit}
and paths of icons of @vscode/codicons by Microsoft Corporation, their numbers rounded, under the licence CC BY 4.0:
https://creativecommons.org/licenses/by/4.0/legalcode\n`;
}
