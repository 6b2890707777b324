// Serves a folder, by default the built demo page, on this machine only: node www/serve.mjs [folder]
// PORT says on which port; where that one is taken, the next free one is used. 0 takes any.
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const HOST = "127.0.0.1";
const folder = resolve(process.argv[2] ?? fileURLToPath(new URL("../target/demo", import.meta.url)));
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".mjs": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".jsonl": "application/jsonl; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
};

const server = createServer(async (request, response) => {
  const refuse = (status) => response.writeHead(status, { "content-type": "text/plain" }).end(`${status}\n`);
  if (request.method !== "GET" && request.method !== "HEAD") return refuse(405);
  try {
    const { pathname } = new URL(request.url, `http://${HOST}`);
    // normalize of an absolute path leaves no "..", so what is joined stays inside the folder.
    const wanted = normalize(decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    const file = join(folder, wanted);
    const { size } = await stat(file).then((found) => (found.isFile() ? found : Promise.reject(new Error("a folder"))));
    response.writeHead(200, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-length": size,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    });
    if (request.method === "HEAD") return response.end();
    createReadStream(file).on("error", () => response.destroy()).pipe(response);
  } catch {
    refuse(404);
  }
});

let port = Number(process.env.PORT || 8080);
server.on("error", (error) => {
  if (error.code === "EADDRINUSE" && port < 65535) return server.listen(++port, HOST);
  console.error(`Tasklight demo: ${error.message}`);
  process.exitCode = 1;
});
server.on("listening", () => console.log(`Tasklight demo: http://${HOST}:${server.address().port}/`));
server.listen(port, HOST);

for (const signal of ["SIGINT", "SIGTERM"]) {
  process.on(signal, () => {
    server.close();
    server.closeAllConnections();
  });
}
