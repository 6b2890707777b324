import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { install } from "./install.mjs";

test("the types hold under --strict --exactOptionalPropertyTypes", () => {
  const { project, remove } = install();
  try {
    copyFileSync(new URL("types.ts", import.meta.url), join(project, "types.ts"));
    const root = dirname(createRequire(import.meta.url).resolve("typescript/package.json"));
    const options = "--strict --exactOptionalPropertyTypes --noEmit --skipLibCheck false --types --target es2022 --lib es2022,dom,esnext.disposable";
    const tsc = (moduleOptions) =>
      spawnSync(process.execPath, [join(root, "bin/tsc"), ...options.split(" "), ...moduleOptions.split(" "), "types.ts"], {
        cwd: project,
        encoding: "utf8",
      });
    for (const resolution of ["--module nodenext --moduleResolution nodenext", "--module esnext --moduleResolution bundler"]) {
      const { status, stdout } = tsc(resolution);
      assert.equal(status, 0, stdout);
    }
  } finally {
    remove();
  }
});
