import { copyFile, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { lastLines, run } from "../process.mjs";
import { root } from "../root.mjs";
import { sources } from "./tools.mjs";

/** The document that every check reads. */
export const document = join(root, "docs", "reference", "openapi.json");

/**
 * @typedef {object} Step
 * @property {string} command
 * @property {readonly string[]} args
 * @property {NodeJS.ProcessEnv} [env] in addition to the check's
 * @property {boolean} [silent] any output is a warning, and fails the check
 *
 * @typedef {object} Check one way in which the document is used
 * @property {string} name
 * @property {() => Promise<{ folder: string, steps: readonly Step[] }>} prepare installs the tools, and returns what to run where
 * @property {(folder: string) => Promise<number>} [countOperations] the operations of the generated client
 */

/**
 * @param {string} name of the check, and of the folder with its sources
 * @param {readonly string[]} files of these sources
 * @param {readonly string[]} stale what an earlier run generated
 * @returns {Promise<string>} a folder for the generated client
 */
export async function workFolder(name, files, stale) {
  const folder = join(root, ".cache", "openapi", "work", name);
  await mkdir(folder, { recursive: true });
  for (const each of stale) await rm(join(folder, each), { recursive: true, force: true });
  for (const file of files) await copyFile(join(sources, name, file), join(folder, file.replace(/\.txt$/, "")));
  return folder;
}

/** @returns {Promise<number>} operations of the document */
async function operationsOfDocument() {
  const { paths } = /** @type {{ paths: Record<string, object> }} */ (JSON.parse(await readFile(document, "utf8")));
  return Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
}

/**
 * @param {string} file
 * @param {RegExp} pattern with the flag g
 */
export const countMatches = async (file, pattern) => [...(await readFile(file, "utf8")).matchAll(pattern)].length;

/**
 * @param {string} folder
 * @param {string} extension
 * @returns {Promise<number>} files at any depth that do not begin with an underscore
 */
export async function countFiles(folder, extension) {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  return names.filter((entry) => entry.name.endsWith(extension) && !entry.name.startsWith("_")).length;
}

/**
 * @param {Check} check
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ failure: string } | { said: string }>}
 */
export async function runCheck({ prepare, countOperations }, env) {
  const { folder, steps } = await prepare();
  let said = "";
  for (const { command, args, silent = false, ...step } of steps) {
    const { status, stdout, output } = await run(command, args, { cwd: folder, env: { ...env, ...step.env } });
    if (status !== 0 || (silent && output.trim() !== "")) return { failure: lastLines(output, 60) };
    said = lastLines(stdout, 1);
  }
  const [generated, all] = [await countOperations?.(folder), await operationsOfDocument()];
  if (generated !== undefined && generated !== all) return { failure: `${generated} of ${all} operations were generated` };
  return { said };
}
