// Entry "tasklight/inline": ready at import, without any request.
import { initSync } from "#wasm";
import bytes from "#bytes";

initSync({ module: bytes });

export * from "./api.js";
