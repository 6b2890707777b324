// Copies the projects to target/bundlers/, installs the packed package into each, and runs their scripts there. Only
// the package is installed: the bundlers are those of tests/node_modules, where Node.js finds them from below.
import { execFile } from "node:child_process";
import { cp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const path = (relative) => fileURLToPath(new URL(`../../${relative}`, import.meta.url));
const run = promisify(execFile);
const tools = path("tests/node_modules");
const env = { ...process.env, PATH: `${join(tools, ".bin")}${delimiter}${process.env.PATH}`, NO_COLOR: "1", FORCE_COLOR: "0" };

/** Where the projects are set up. Files of tests run side by side, so each has a folder of its own. */
export const folder = (name) => path(`target/bundlers/${name}`);

/**
 * @param {string} root a folder, see above
 * @param {string[]} names of projects, of which each becomes a folder in it
 */
export async function setUp(root, names) {
  await rm(root, { recursive: true, force: true });
  await mkdir(root, { recursive: true });
  await symlink(tools, join(root, "node_modules"));
  const [packed] = JSON.parse((await run("npm", ["pack", path("pkg"), "--json", "--silent"], { cwd: root, env })).stdout);
  for (const name of names) {
    const project = join(root, name);
    await cp(path(`tests/bundlers/${name}`), project, { recursive: true });
    await cp(path("tests/bundlers/check.js"), join(project, "src/check.js"));
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    manifest.dependencies = { tasklight: `file:../${packed.filename}` };
    await writeFile(join(project, "package.json"), JSON.stringify(manifest, null, 2));
    await run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent"], { cwd: project, env });
  }
}

/** Runs a script of a project, and gives what it printed. A warning of a bundler is a failure, too. */
export async function script(project, name, ...args) {
  let printed;
  try {
    const { stdout, stderr } = await run("npm", ["run", "--silent", name, ...args], { cwd: project, env, maxBuffer: 1e8 });
    printed = stdout + stderr;
  } catch (error) {
    throw new Error(`npm run ${name} in ${project}: ${error.message}\n${error.stdout ?? ""}`, { cause: error });
  }
  const warnings = printed.match(/^.*\bwarning\b.*$/gim) ?? [];
  // How large it may be has a test of its own.
  const others = warnings.filter((line) => !/(size limit|performance recommendations)|compiled with/.test(line));
  if (others.length) throw new Error(`npm run ${name} in ${project} warns:\n${printed}`);
  return printed;
}

/** The environment in which the bundlers are found. */
export { env };
