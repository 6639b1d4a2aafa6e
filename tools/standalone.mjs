/*
 * Writes the sandbox as one file that needs only Node, and as an executable with Node in it, into .cache/standalone: `npm run standalone`.
 * What puts the file into a copy of Node is installed once, with npm; `-- --file` does without it and the executable.
 */
import { copyFile, chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { obtainNodeTools } from "./obtain-tools.mjs";
import { lastLines, run } from "./process.mjs";
import { runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const folder = join(root, ".cache", "standalone");
const file = join(folder, "hosting-sandbox.cjs");
const executable = join(folder, process.platform === "win32" ? "hosting-sandbox.exe" : "hosting-sandbox");

async function writeFileOfAll() {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: ["dist/cli/sandbox/standalone.js"],
    outfile: file,
    bundle: true,
    platform: "node",
    target: "node20.18",
    format: "cjs",
    // The CommonJS form of jsonc-parser loads its parts in a way that no bundler sees.
    mainFields: ["module", "main"],
    minifyWhitespace: true,
    logLevel: "error",
    banner: { js: "#!/usr/bin/env node" },
  });
  await chmod(file, 0o755);
}

/** @param {readonly string[]} args */
async function node(args) {
  const { status, output } = await run(process.execPath, args, { cwd: folder });
  if (status !== 0) throw new SetupError(`The executable could not be written:\n${lastLines(output)}`);
}

/** As Node's documentation of single executable applications describes it. */
async function writeExecutable() {
  const manifest = join(root, "tools", "standalone", "package.json");
  const tools = await obtainNodeTools(manifest, join(root, ".cache", "standalone-tools"), "postject");
  const config = { main: file, output: "sandbox.blob", disableExperimentalSEAWarning: true };
  await writeFile(join(folder, "sea.json"), JSON.stringify(config));
  await node(["--experimental-sea-config", "sea.json"]);
  await copyFile(process.execPath, executable);
  await chmod(executable, 0o755);
  const postject = join(tools, "node_modules", "postject", "dist", "cli.js");
  // Node looks for this text to learn whether it holds a program.
  const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";
  const macho = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
  await node([postject, executable, "NODE_SEA_BLOB", "sandbox.blob", "--sentinel-fuse", fuse, ...macho]);
}

await runTool(async () => {
  await setUp();
  await mkdir(folder, { recursive: true });
  await writeFileOfAll();
  process.stdout.write(`${file}\n`);
  if (process.argv.includes("--file")) return 0;
  await writeExecutable();
  process.stdout.write(`${executable}\n`);
  return 0;
});
