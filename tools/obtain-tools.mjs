import { createHash } from "node:crypto";
import { readFile, copyFile, mkdir, rm, writeFile } from "node:fs/promises";
import { join, dirname } from "node:path";
import { existsSync } from "node:fs";
import { lastLines, npm, run } from "./process.mjs";
import { logToStderr, SetupError, withProgress } from "./report.mjs";
import { withLock } from "./lock.mjs";

/**
 * The folder for what a manifest pins: another one for each version of it.
 *
 * @param {string} kept the folder for all of them
 * @param {string} manifest
 * @returns {Promise<string>}
 */
export async function pinnedFolder(kept, manifest) {
  const hash = createHash("sha256").update(await readFile(manifest));
  return join(kept, hash.digest("hex").slice(0, 16));
}

const installationTimeout = 600_000;

/**
 * Installs programs from npm's registry, once for each version of their manifest.
 *
 * @param {string} manifest a package.json that pins them
 * @param {string} kept the folder for this manifest
 * @param {string} what they are, such as `the tools for OpenAPI documents`
 * @returns {Promise<string>} the folder that they are in
 */
export async function obtainNodeTools(manifest, kept, what) {
  const folder = await pinnedFolder(kept, manifest);
  if (existsSync(join(folder, "complete"))) return folder;
  await rm(kept, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await copyFile(manifest, join(folder, "package.json"));
  const { status, output } = await withProgress(`installing ${what} (npm)`, logToStderr, () =>
    npm(["install", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: folder, timeout: installationTimeout }),
  );
  if (status !== 0) throw new SetupError(`The tools could not be installed. npm said:\n${lastLines(output)}`);
  await writeFile(join(folder, "complete"), "");
  return folder;
}

const obtainingTimeout = 900_000;

/**
 * Variables of Go with which modules stay in a folder, and can be deleted with it.
 *
 * @param {string} modules
 */
export const goSettings = (modules) => ({
  GOPATH: modules,
  GOFLAGS: "-mod=readonly -modcacherw -buildvcs=false",
  GOWORK: "off",
  CGO_ENABLED: "0",
});

/**
 * Builds a program with Go, if necessary.
 *
 * @param {object} pinned
 * @param {string} pinned.folder of the module that pins it
 * @param {string} pinned.program the package of its main function
 * @param {string} pinned.modules folder for the modules
 * @returns {Promise<string>} the program
 */
export async function obtainGoTool({ folder, program, modules }) {
  const env = { GOTOOLCHAIN: "local", ...process.env, ...goSettings(modules) };
  const name = program.slice(program.lastIndexOf("/") + 1);
  const file = join(folder, process.platform === "win32" ? `${name}.exe` : name);
  const built = await withProgress(`building ${name} with Go`, logToStderr, () =>
    run("go", ["build", "-o", file, program], { cwd: folder, env, timeout: obtainingTimeout }),
  ).catch(() => {
    throw new SetupError("This needs Go 1.25 or later, as go on the path.");
  });
  if (built.status !== 0) throw new SetupError(`${name} could not be built. Go said:\n${lastLines(built.output)}`);
  return file;
}

const windows = process.platform === "win32";

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
