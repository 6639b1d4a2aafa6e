/*
 * Sets up the checkout and runs one of its compiled programs, without input: `npm run <name>`; `-- --help` shows its options.
 */
import { join } from "node:path";
import { writeLists } from "./kinds.mjs";
import { withLock } from "./lock.mjs";
import { obtainNodeTools } from "./obtain-tools.mjs";
import { runAttached } from "./process.mjs";
import { runTool, SetupError } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

/**
 * @typedef {object} Program
 * @property {readonly string[]} files below `dist`, one after another
 * @property {(args: readonly string[]) => Promise<void>} [prepare] what obtains what it needs besides the checkout
 * @property {(root: string) => Promise<void>} [beforeBuild] what writes sources that the compiler needs
 * @property {boolean} [cli] whether it needs the Pulumi CLI
 * @property {boolean} [measures] whether it measures times, for which it waits until no other program of the checkout does
 */

/** @param {readonly string[]} args */
async function obtainMocks(args) {
  if (!args.includes("--sandbox")) return;
  const manifest = join(root, "tools", "mocks", "package.json");
  process.env["MOCKS"] = await obtainNodeTools(manifest, join(root, ".cache", "mocks"), "Prism and json-server");
}

/** @type {Readonly<Record<string, Program>>} */
const programs = {
  account: { files: ["proofs/account/main.js"], cli: true, measures: true },
  bench: { files: ["proofs/bench/main.js"], prepare: obtainMocks, cli: true, measures: true },
  // The second one reads the sources that the first one writes, compiled.
  generate: { files: ["tools/generate/derived-sources.js", "tools/generate/main.js"], beforeBuild: writeLists },
  large: { files: ["proofs/large/main.js"], cli: true, measures: true },
  load: { files: ["proofs/load/main.js"], cli: true },
  matrix: { files: ["proofs/matrix/main.js"], cli: true },
  "record-engine": { files: ["tests/simulate/engine/recording/real.js"], cli: true },
  "record-state": { files: ["tests/recorded/record.js"], cli: true },
  scale: { files: ["proofs/scale/main.js"], cli: true, measures: true },
  simulate: { files: ["tests/simulate/main.js"] },
};

/**
 * @param {string} name
 * @param {readonly string[]} args
 * @returns {Promise<number>} the status of the program that fails, or 0
 */
async function runProgram(name, args) {
  const { files, prepare, beforeBuild, cli = false, measures = false } = programs[name] ?? {};
  if (files === undefined) throw new SetupError(`There is no program ${name}, only ${Object.keys(programs).join(", ")}.`);
  if (!args.includes("--help")) await prepare?.(args);
  const run = async () => {
    for (const file of files) {
      const { env } = await setUp({ cli, ...(beforeBuild && { beforeBuild }) });
      const status = (await runAttached(process.execPath, [join(root, "dist", file), ...args], { cwd: root, env })) ?? 1;
      if (status !== 0) return status;
    }
    return 0;
  };
  if (!measures || args.includes("--help")) return run();
  const onWait = (/** @type {string} */ holder) => {
    process.stderr.write(`waiting for ${holder}, which measures in the same checkout: two at once would disturb each other\n`);
  };
  return withLock(join(root, ".cache", "measuring.lock"), onWait, run);
}

const [name = "", ...args] = process.argv.slice(2);
await runTool(() => runProgram(name, args));
