// Serves what the bundlers made from an origin of its own, and from another one the pages that load it.
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { policies } from "./policies.mjs";

const types = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html", ".css": "text/css" };

/**
 * @param {string} folder whose files are served
 * @returns the address of a page that loads a script of that folder under a policy, and a function that ends it all
 */
export async function serve(folder) {
  const files = await listen(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url, "http://localhost").pathname));
    try {
      const body = await readFile(join(folder, path));
      // Text without a charset: what a page makes of it must not matter.
      response.writeHead(200, { "content-type": types[extname(path)] ?? "application/octet-stream", "access-control-allow-origin": "*" });
      response.end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  const pages = await listen((request, response) => {
    const { searchParams } = new URL(request.url, "http://localhost");
    response.writeHead(200, { "content-type": "text/html" });
    response.end(page(Object.fromEntries(searchParams), files.origin));
  });
  return {
    files: files.origin,
    page: (script, { policy = "", type = "module" } = {}) => `${pages.origin}/?${new URLSearchParams({ script, policy, type })}`,
    stop: () => Promise.all([files.stop(), pages.stop()]),
  };
}

function page({ script, policy, type }, source) {
  const nonce = randomBytes(16).toString("hex");
  const content = policies[policy]?.(source, nonce).join("; ");
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    ${content ? `<meta http-equiv="Content-Security-Policy" content="${content}">` : ""}
    <title>${policy}</title>
  </head>
  <body>
    <div id="root"></div>
    <script nonce="${nonce}" ${type === "module" ? 'type="module"' : ""} src="${source}/${script}"></script>
  </body>
</html>
`;
}

async function listen(handle) {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  const stop = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { origin: `http://127.0.0.1:${server.address().port}`, stop };
}
