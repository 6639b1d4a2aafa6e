import { access, constants, realpath, stat } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { run } from "../process.mjs";
import { isAtLeast, parseVersion } from "../versions.mjs";

const windows = process.platform === "win32";

/** First version of the engine that accepts inputs from `read`. */
export const minimumVersion = "3.216.0";

/** What the engine runs in addition: the language host for programs, and the dynamic provider. */
export const companions = /** @type {const} */ (["pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"]);

/**
 * @param {string} command
 * @returns {string[]} file names that a command may have
 */
const fileNames = (command) => (windows ? [`${command}.exe`, `${command}.cmd`] : [command]);

/**
 * @param {string} command
 * @param {readonly string[]} folders
 * @returns {Promise<string | undefined>} path of the first executable file with that name
 */
export async function findCommand(command, folders) {
  for (const folder of folders) {
    for (const name of fileNames(command)) {
      const path = join(folder, name);
      try {
        await access(path, windows ? constants.F_OK : constants.X_OK);
        if ((await stat(path)).isFile()) return path;
      } catch {
        // Try the next folder.
      }
    }
  }
  return undefined;
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string[]}
 */
export const pathFolders = (env) => (env["PATH"] ?? env["Path"] ?? "").split(delimiter).filter((folder) => folder !== "");

/**
 * @param {string} pulumi path of the command
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<string>} the version that it reports; empty if it reports nothing
 */
export async function askVersion(pulumi, env) {
  const { status, stdout } = await run(pulumi, ["version"], {
    env: { ...env, PULUMI_SKIP_UPDATE_CHECK: "true" },
    timeout: 30_000,
  }).catch(() => ({ status: null, stdout: "" }));
  return status === 0 ? stdout.trim() : "";
}

/**
 * Finds a Pulumi installation on the path that can run the programs of this package.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ folder: string, version: string } | { reason: string }>} its folder, or why there is none
 */
export async function findOnPath(env) {
  const folders = pathFolders(env);
  const pulumi = await findCommand("pulumi", folders);
  if (pulumi === undefined) return { reason: "there is none" };

  const version = await askVersion(pulumi, env);
  if (parseVersion(version) === undefined) return { reason: `${pulumi} does not report its version` };
  if (!isAtLeast(version, minimumVersion)) return { reason: `${pulumi} is ${version}, older than v${minimumVersion}` };

  // The engine first looks next to its own file, which may be behind a link.
  const around = [dirname(await realpath(pulumi)), dirname(pulumi), ...folders];
  for (const companion of companions) {
    if ((await findCommand(companion, around)) === undefined) {
      return { reason: `${pulumi} is ${version}, but ${companion} is neither next to it nor on the path` };
    }
  }
  return { folder: dirname(pulumi), version };
}
