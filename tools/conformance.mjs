/*
 * Runs schemathesis against the sandbox with the OpenAPI document of the reference: `npm run conformance`, or `npm run
 * conformance -- <arguments of schemathesis>`. Needs Python 3.10 with venv, and PyPI once; with `--if-possible` as the first
 * argument their absence is told and no failure.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withLock } from "./lock.mjs";
import { lastLines, run } from "./process.mjs";
import { logToStderr, runTool, SetupError, withProgress } from "./report.mjs";
import { root } from "./root.mjs";
import { setUp } from "./setup.mjs";

const requirements = join(root, "tools", "schemathesis", "requirements.txt");
const windows = process.platform === "win32";
const installationTimeout = 180_000;

/** @returns {Promise<string>} the Python to use */
async function findPython() {
  const probe = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
  for (const python of windows ? ["python", "py"] : ["python3", "python"]) {
    const found = await run(python, ["-c", probe], { timeout: 30_000 }).catch(() => undefined);
    if (found?.status === 0) return python;
  }
  throw new SetupError("This needs Python 3.10 or later with venv, as python3 on the path.");
}

/** @returns {Promise<string>} the installed program */
async function obtainSchemathesis() {
  const wanted = createHash("sha256")
    .update(await readFile(requirements))
    .digest("hex");
  const folder = join(root, ".cache", "schemathesis", wanted.slice(0, 16));
  const bin = join(folder, windows ? "Scripts" : "bin");
  const complete = join(folder, "complete");
  const onWait = (/** @type {string} */ holder) => {
    logToStderr(`waiting for ${holder}, which is installing schemathesis`);
  };
  await mkdir(join(root, ".cache"), { recursive: true });
  await withLock(join(root, ".cache", "schemathesis.lock"), onWait, async () => {
    if (existsSync(complete)) return;
    const python = await findPython();
    await withProgress("installing schemathesis (pip)", logToStderr, async () => {
      await rm(join(root, ".cache", "schemathesis"), { recursive: true, force: true });
      const made = await run(python, ["-m", "venv", folder], { timeout: installationTimeout });
      if (made.status !== 0) throw new SetupError(`No environment for Python could be made:\n${lastLines(made.output)}`);
      const pip = [
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--only-binary",
        ":all:",
        "-r",
        requirements,
      ];
      const installed = await run(join(bin, "python"), pip, { timeout: installationTimeout });
      if (installed.status !== 0)
        throw new SetupError(`schemathesis could not be installed. pip said:\n${lastLines(installed.output)}`);
    });
    await writeFile(complete, "");
  });
  return join(bin, "schemathesis");
}

await runTool(async () => {
  const [first, ...others] = process.argv.slice(2);
  const ifPossible = first === "--if-possible";
  const args = ifPossible || first === undefined ? others : [first, ...others];
  await setUp();
  let schemathesis;
  try {
    schemathesis = await obtainSchemathesis();
  } catch (error) {
    if (!(ifPossible && error instanceof SetupError)) throw error;
    process.stdout.write(`conformance: SKIPPED, schemathesis is not to be had here.\n${error.message}\n`);
    return 0;
  }
  const runner = join(root, "dist", "tests", "conformance", "schemathesis.js");
  const document = join(root, "docs", "reference", "openapi.json");
  const { status } = await run(process.execPath, [runner, document, schemathesis, ...args], {
    onLine: (line) => process.stdout.write(`${line}\n`),
  });
  return status ?? 1;
});
