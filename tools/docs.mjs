/*
 * Builds the site of the documentation in .cache/site, and checks its links: `npm run docs`. Its generator is installed once, with npm;
 * with `--if-possible`, it is no failure that this cannot be done. `--serve` shows the site on this machine.
 */
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { installDependencies } from "./dependencies.mjs";
import { problemsOf } from "./docs/check.mjs";
import { withLock } from "./lock.mjs";
import { lastLines, run, runAttached } from "./process.mjs";
import { logToStderr, runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { checkNode } from "./setup.mjs";

const generator = join(root, ".cache", "docs");
const site = join(root, ".cache", "site");

/** @param {string} name of a program of the generator */
const program = (name) => join(generator, "node_modules", name, "bin", `${name}.js`);

async function install() {
  await mkdir(join(generator, ".vitepress"), { recursive: true });
  for (const [name, folder] of Object.entries({ "package.json": "", "package-lock.json": "", "config.mjs": ".vitepress" }))
    await copyFile(join(root, "tools", "docs", name), join(generator, folder, name));
  await installDependencies(generator, logToStderr);
}

/** @returns {Promise<string>} what is wrong with the site; empty if that is nothing */
async function build() {
  const { status, output } = await run(process.execPath, [program("vitepress"), "build", generator], { cwd: root });
  if (status !== 0) return lastLines(output, 60);
  const problems = await problemsOf(site);
  return problems.length === 0 ? "" : `These lead nowhere, or would be loaded from elsewhere:\n${problems.join("\n")}`;
}

async function main() {
  await install();
  const problems = await build();
  process.stdout.write(problems === "" ? `docs: built ${site}\n` : `docs: FAILED\n${problems}\n`);
  return problems === "" ? 0 : 1;
}

await runTool(async () => {
  await checkNode();
  const onWait = (/** @type {string} */ holder) => {
    logToStderr(`waiting for ${holder}, which is building the same site`);
  };
  const status = await withLock(`${generator}.lock`, onWait, main).catch((/** @type {unknown} */ error) => {
    if (!(process.argv.includes("--if-possible") && error instanceof SetupError)) throw error;
    process.stdout.write(`docs: SKIPPED, the generator cannot be installed here.\n${error.message}\n`);
    return 0;
  });
  if (status !== 0 || !process.argv.includes("--serve")) return status;
  const args = [program("vite"), "preview", join(root, ".cache"), "--outDir", site];
  return (await runAttached(process.execPath, args, { cwd: root, env: process.env })) ?? 0;
});
