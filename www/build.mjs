// Builds the npm package into pkg/ from what wasm-bindgen and wasm-opt made, which lies in target/wasm.
import { build } from "esbuild";
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";

const root = new URL("../", import.meta.url);
const path = (relative) => new URL(relative, root).pathname;
const out = path("pkg/");

await rm(out, { recursive: true, force: true });
await mkdir(out);

// wasm-bindgen copies the module that Rust imports; the package must export the same one.
const [snippets] = await readdir(path("target/wasm/snippets"));

await build({
  entryPoints: { index: path("www/lib/index.js"), inline: path("www/lib/inline.js") },
  outdir: out,
  bundle: true,
  splitting: true,
  chunkNames: "shared",
  format: "esm",
  target: ["chrome108", "node20"],
  // index.js names the file beside it, and leaves it to the bundler of the page.
  alias: {
    "#wasm": path("target/wasm/tasklight.js"),
    "#glue": path(`target/wasm/snippets/${snippets}/src/js/glue.js`),
    "#bytes": path("target/wasm/tasklight_bg.wasm"),
  },
  loader: { ".wasm": "binary" },
  legalComments: "none",
  logLevel: "warning",
});

// A bundle of its own, with the library that it is made with inside, and no WebAssembly.
await build({
  entryPoints: [path("www/lib/element/element.js")],
  outfile: `${out}element.js`,
  bundle: true,
  minify: true,
  format: "esm",
  target: "chrome108",
  legalComments: "eof",
  logLevel: "warning",
});
await writeFile(`${out}element.LICENSE.txt`, await licences());

for (const name of ["index.d.ts", "inline.d.ts", "element.d.ts"]) {
  await copyFile(path(`www/lib/${name}`), out + name);
}
await copyFile(path("target/wasm/tasklight_bg.wasm"), `${out}tasklight_bg.wasm`);
await writeFile(`${out}types.d.ts`, withoutInit(await readFile(path("target/wasm/tasklight.d.ts"), "utf8")));
for (const name of ["README.md", "CHANGELOG.md", "LICENSE"]) {
  await copyFile(path(name), out + name);
}

const manifest = await readFile(path("Cargo.toml"), "utf8");
const field = (name) => manifest.match(new RegExp(`^${name} = "(.*)"$`, "m"))[1];
const template = await readFile(path("pkg.json.template"), "utf8");
const filled = template.replace(/\{\{(\w+)\}\}/g, (_, name) => field(name));
await writeFile(`${out}package.json`, JSON.stringify(JSON.parse(filled), null, 2) + "\n");

/** Of what lies inside element.js. */
async function licences() {
  const lit = await readFile(path("www/node_modules/lit/LICENSE"), "utf8");
  return `element.js contains lit, lit-html, lit-element and @lit/reactive-element:\n\n${lit}
and paths of icons of @vscode/codicons by Microsoft Corporation, their numbers rounded, under the licence CC BY 4.0:
https://creativecommons.org/licenses/by/4.0/legalcode\n`;
}

/** The declarations without those of wasm-bindgen's own loader, which the entries take the place of. */
function withoutInit(declarations) {
  const start = declarations.search(/^export (type|interface) (InitInput|InitOutput|SyncInitInput)\b/m);
  if (start < 0) throw new Error("wasm-bindgen no longer declares its loader where it did");
  return declarations.slice(0, start).trimEnd() + "\n";
}
