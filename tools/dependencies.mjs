import { existsSync } from "node:fs";
import { lstat, mkdir, readFile, realpath, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { lastLines, npm } from "./process.mjs";
import { SetupError, withProgress } from "./report.mjs";

/**
 * @typedef {{ version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, link?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 */

/**
 * @param {string} path
 * @returns {Promise<Lockfile | undefined>} undefined if the file is missing or broken
 */
async function readLockfile(path) {
  try {
    return /** @type {Lockfile} */ (JSON.parse(await readFile(path, "utf8")));
  } catch {
    return undefined;
  }
}

/**
 * Compares what should be installed with what npm has installed.
 *
 * @param {Lockfile} wanted package-lock.json
 * @param {Lockfile} installed the lockfile that npm writes into node_modules at the end of every installation
 * @returns {string[]} folders of packages that are missing or have another version; optional packages may be missing
 */
export function mismatches(wanted, installed) {
  return Object.entries(wanted.packages ?? {})
    .filter(([folder]) => folder !== "")
    .filter(([folder, pkg]) => {
      const found = installed.packages?.[folder];
      if (found === undefined) return pkg.optional !== true && pkg.devOptional !== true;
      return found.version !== pkg.version || found.integrity !== pkg.integrity;
    })
    .map(([folder]) => folder);
}

/** @param {string} root */
async function isInstalled(root) {
  const wanted = await readLockfile(join(root, "package-lock.json"));
  const installed = await readLockfile(join(root, "node_modules", ".package-lock.json"));
  if (wanted === undefined || installed === undefined) return false;
  const folders = Object.keys(installed.packages ?? {});
  return mismatches(wanted, installed).length === 0 && folders.every((folder) => existsSync(join(root, folder)));
}

/**
 * Installs the dependencies if node_modules does not match package-lock.json. No package may run a script.
 *
 * @param {string} root
 * @param {import("./report.mjs").Log} log
 */
export async function installDependencies(root, log) {
  if (await isInstalled(root)) return;
  const { status, output } = await withProgress("installing the dependencies (npm ci)", log, () =>
    npm(["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: root }),
  );
  if (status !== 0) throw new SetupError(`The dependencies could not be installed. npm ci said:\n${lastLines(output)}`);
}

/**
 * Links the checkout into its own node_modules, because the dynamic provider process loads the package by its name, from
 * outside of it.
 *
 * @param {string} root
 * @param {string} name
 */
export async function linkItself(root, name) {
  const link = join(root, "node_modules", name);
  const there = await realpath(link).catch(() => undefined);
  if (there === (await realpath(root))) return;
  if ((await lstat(link).catch(() => undefined)) !== undefined) await rm(link, { recursive: true });
  await mkdir(join(root, "node_modules"), { recursive: true });
  // A junction takes only an absolute target; elsewhere a relative one still works after the checkout is moved.
  if (process.platform === "win32") await symlink(root, link, "junction");
  else await symlink("..", link);
}
