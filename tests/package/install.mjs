// Packs the package as npm would publish it, and installs it into an empty project.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const pkg = fileURLToPath(new URL("../../pkg", import.meta.url));
const target = fileURLToPath(new URL("../../target", import.meta.url));

/** @returns the folder of the project, the packed package and its files, and a function that removes the folder */
export function install() {
  mkdirSync(target, { recursive: true });
  const project = mkdtempSync(join(target, "project-"));
  const npm = (...args) => execFileSync("npm", [...args, "--silent"], { cwd: project, encoding: "utf8" });
  const [packed] = JSON.parse(npm("pack", pkg, "--json"));
  writeFileSync(join(project, "package.json"), JSON.stringify({ private: true, type: "module" }));
  npm("install", "--offline", "--no-audit", "--no-fund", `./${packed.filename}`);
  return {
    project,
    tarball: join(project, packed.filename),
    files: packed.files.map((file) => file.path).sort(),
    remove: () => rmSync(project, { recursive: true, force: true }),
  };
}
