export default {
  // A webview's files are not at the root of an origin.
  base: "./",
  // Where it puts dependencies in development, no .wasm file lies beside them.
  optimizeDeps: { exclude: ["tasklight"] },
  build: { rollupOptions: { input: ["index.html", "slim.html"] } },
};
