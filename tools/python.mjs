import { existsSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { withLock } from "./lock.mjs";
import { lastLines, run } from "./process.mjs";
import { logToStderr, SetupError, withProgress } from "./report.mjs";

const windows = process.platform === "win32";
const installationTimeout = 300_000;

/** @returns {Promise<string>} the Python to use */
async function findPython() {
  const probe = "import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 10))";
  for (const python of windows ? ["python", "py"] : ["python3", "python"]) {
    const found = await run(python, ["-c", probe], { timeout: 30_000 }).catch(() => undefined);
    if (found?.status === 0) return python;
  }
  throw new SetupError("This needs Python 3.10 or later with venv, as python3 on the path.");
}

/**
 * Installs pinned packages once into a separate environment. Removes environments of earlier pins next to it.
 *
 * @param {string} folder the environment, in a folder that contains nothing else
 * @param {string} requirements file of pip
 * @param {string} what is installed, for people
 * @returns {Promise<string>} the folder of its programs
 */
export async function obtainEnvironment(folder, requirements, what) {
  const bin = join(folder, windows ? "Scripts" : "bin");
  const complete = join(folder, "complete");
  const onWait = (/** @type {string} */ holder) => {
    logToStderr(`waiting for ${holder}, which is installing ${what}`);
  };
  await withLock(`${dirname(folder)}.lock`, onWait, async () => {
    if (existsSync(complete)) return;
    const python = await findPython();
    await withProgress(`installing ${what} (pip)`, logToStderr, async () => {
      await rm(dirname(folder), { recursive: true, force: true });
      const made = await run(python, ["-m", "venv", folder], { timeout: installationTimeout });
      if (made.status !== 0) throw new SetupError(`The Python environment could not be created:\n${lastLines(made.output)}`);
      const options = ["--quiet", "--disable-pip-version-check", "--only-binary", ":all:"];
      const pip = ["-m", "pip", "install", ...options, "-r", requirements];
      const installed = await run(join(bin, "python"), pip, { timeout: installationTimeout });
      if (installed.status !== 0)
        throw new SetupError(`${what} could not be installed. pip said:\n${lastLines(installed.output)}`);
    });
    await writeFile(complete, "");
  });
  return bin;
}
