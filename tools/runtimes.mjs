/*
 * Tries the SDK with runtimes and bundlers: `npm run runtimes`. Each runtime runs programs that call the sandbox; each bundler bundles
 * them, minified, and Node runs the bundles. The table says which work, and how large the bundles are; one that is larger than
 * its limit is a failure. The tools are installed once, with npm; with `--if-possible`, it is no failure that this cannot be done.
 */
import { cp, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { obtainNodeTools } from "./obtain-tools.mjs";
import { lastLines, run } from "./process.mjs";
import { runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { loadBundlers } from "./runtimes/bundlers.mjs";
import { programs } from "./runtimes/programs.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {keyof typeof programs} Program
 *
 * @typedef {object} Place
 * @property {string} project the folder with the programs
 * @property {NodeJS.ProcessEnv} env in which they find the sandbox
 */

/** The programs that are bundled, and how many kB a bundle may have. @type {Readonly<Partial<Record<Program, number>>>} */
const limits = { "error.mjs": 10, "area.mjs": 350, "whole.mjs": 800 };

/** @returns {Promise<string>} the folder in which runtimes and bundlers are installed */
async function install() {
  if (process.platform !== "linux" || process.arch !== "x64") throw new SetupError("The runtimes are pinned for Linux on x64.");
  return obtainNodeTools(
    join(root, "tools", "runtimes", "package.json"),
    join(root, ".cache", "runtimes"),
    "runtimes and bundlers",
  );
}

/**
 * Writes the programs beside the SDK and what it depends on, outside the checkout: runtimes and bundlers read settings of folders above, and
 * some treat a linked package in another way than an installed one.
 *
 * @returns {Promise<string>} the folder
 */
async function writeProject() {
  const project = await mkdtemp(join(tmpdir(), "runtimes-"));
  const modules = join(project, "node_modules");
  for (const path of ["package.json", join("dist", "sdk")])
    await cp(join(root, path), join(modules, "pulumi-hosting", path), { recursive: true });
  for (const name of ["undici", "zod"]) await cp(join(root, "node_modules", name), join(modules, name), { recursive: true });
  for (const [name, { text }] of Object.entries(programs)) await writeFile(join(project, name), text);
  return project;
}

/**
 * @param {string} tools
 * @returns {Readonly<Record<string, readonly string[]>>} commands that run a file, by the names of the runtimes
 */
function runtimesIn(tools) {
  const program = (/** @type {string[]} */ ...path) => join(tools, "node_modules", ...path);
  return {
    "Node 20": [program("node20", "bin", "node")],
    "Node 22": [program("node22", "bin", "node")],
    "Node 24": [program("node24", "bin", "node")],
    Bun: [program("@oven", "bun-linux-x64", "bin", "bun"), "run"],
    Deno: [program("@deno", "linux-x64-glibc", "deno"), "run", "--quiet", "--allow-all", "--node-modules-dir=manual"],
  };
}

/**
 * @param {readonly string[]} command
 * @param {Program} name
 * @param {Place & { file?: string }} options the file if it is another one
 * @returns {Promise<string>} `yes`, or how it failed
 */
async function works([command = "", ...args], name, { file = name, project, env }) {
  const { output } = await run(command, [...args, file], { cwd: project, env, timeout: 60_000 });
  return output === programs[name].prints ? "yes" : `no: ${lastLines(output, 5) || "it printed nothing"}`;
}

/**
 * @param {import("./runtimes/bundlers.mjs").Bundle} bundle
 * @param {Program} name
 * @param {Place & { file: string, limit: number }} options
 * @returns {Promise<string>} the size if it works, or how it failed
 */
async function sizeOf(bundle, name, { file, limit, ...place }) {
  const outfile = join(place.project, file);
  await bundle(join(place.project, name), outfile);
  const said = await works([process.execPath], name, { file, ...place });
  const size = Math.ceil((await stat(outfile)).size / 1000);
  if (said !== "yes") return said;
  return size <= limit ? `${size} kB` : `no: ${size} kB, of at most ${limit}`;
}

/**
 * @param {string} tools
 * @param {Place} place
 * @returns {Promise<boolean>} whether everything works
 */
async function tryAll(tools, place) {
  const results = /** @type {string[]} */ ([]);
  const tell = (/** @type {string[]} */ ...cells) => {
    results.push(...cells);
    process.stdout.write(`| ${cells.join(" | ")} |\n`);
  };
  const names = /** @type {Program[]} */ (Object.keys(programs));
  tell("Runtime", ...names);
  for (const [runtime, command] of Object.entries(runtimesIn(tools))) {
    const cells = [];
    for (const name of names) cells.push(await works(command, name, place));
    tell(runtime, ...cells);
  }
  const bundled = /** @type {[Program, number][]} */ (Object.entries(limits));
  tell("Bundler", ...bundled.map(([name]) => name));
  for (const [bundler, bundle] of Object.entries(await loadBundlers(tools))) {
    const cells = [];
    for (const [name, limit] of bundled) cells.push(await sizeOf(bundle, name, { file: join(bundler, name), limit, ...place }));
    tell(bundler, ...cells);
  }
  return !results.some((each) => each.startsWith("no"));
}

await runTool(async () => {
  await setUp();
  const tools = await install().catch((/** @type {unknown} */ error) => {
    if (!(process.argv.includes("--if-possible") && error instanceof SetupError)) throw error;
    process.stdout.write(`runtimes: SKIPPED, the tools cannot be installed here.\n${error.message}\n`);
  });
  if (tools === undefined) return 0;
  const project = await writeProject();
  const { startSandbox } = /** @type {typeof import("../sandbox/index.js")} */ (
    await import(pathToFileURL(join(root, "dist", "sandbox", "index.js")).href)
  );
  const sandbox = await startSandbox();
  try {
    return (await tryAll(tools, { project, env: { ...process.env, BASE_URL: sandbox.url } })) ? 0 : 1;
  } finally {
    await sandbox.close();
    await rm(project, { recursive: true });
  }
});
