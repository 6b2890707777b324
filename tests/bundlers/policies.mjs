// The content security policies of the webviews of three extensions, as their released versions send them. `source` is
// where the webview's own files come from: another origin than the page's, as in VS Code.

// Made up: what matters is that they are others.
const hosts = "https://api.example.com https://telemetry.example.com";

export const policies = {
  roo: (source, nonce) => [
    "default-src 'none'",
    `font-src ${source} data:`,
    `style-src ${source} 'unsafe-inline'`,
    `img-src ${source} data:`,
    `script-src ${source} 'wasm-unsafe-eval' 'nonce-${nonce}' 'strict-dynamic'`,
    `connect-src ${source} ${hosts}`,
  ],
  cline: (source, nonce) => [
    "default-src 'none'",
    `style-src ${source} 'unsafe-inline'`,
    "img-src https: data:",
    `script-src 'nonce-${nonce}' 'unsafe-eval'`,
    `connect-src ${hosts}`,
  ],
  kilo: (source, nonce) => [
    "default-src 'none'",
    `style-src ${source} 'unsafe-inline'`,
    `script-src 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `connect-src ${source} http://localhost:* http://127.0.0.1:*`,
    `worker-src ${source}`,
  ],
  // Of no extension: what shows that the tests would notice.
  noWasm: (source, nonce) => ["default-src 'none'", `script-src ${source} 'nonce-${nonce}'`],
};
