import { copyFile, mkdir, readdir, readFile, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { lastLines, run } from "../process.mjs";
import { SetupError } from "../report.mjs";
import { root } from "../root.mjs";

/** The document that every check reads. */
export const document = join(root, "docs", "reference", "openapi.json");

/** The folder of the manifests, and of the programs that use generated clients. */
export const sources = join(root, "tools", "openapi");

/** Tools, and what they generate. */
export const kept = join(root, ".cache", "openapi");

/** What every program calls: reads, changes and deletions; bodies that are objects, lists, absent and files. */
const calledOperations = [
  ...["authenticate", "getCustomer", "getContractPartner", "updateContractPartner", "listInvoices", "getInvoice"],
  ...["registerDomain", "listDomains", "createSubdomains", "deleteDomain", "createWebhook", "updateWebhook", "deleteWebhook"],
  ...["createCart", "addCartItem", "deleteCart", "createGdprTom", "getGdprTom", "uploadGdprPdf", "downloadGdprPdf"],
];

/**
 * @typedef {object} Step
 * @property {string} command
 * @property {readonly string[] | (() => Promise<readonly string[]>)} args a function if they name generated files
 * @property {NodeJS.ProcessEnv} [env] in addition to the check's
 * @property {boolean} [silent] any output is a warning, and fails the check
 * @property {boolean} [fetches] it only fetches packages: a failure says nothing about the document
 *
 * @typedef {object} Check one way in which the document is used
 * @property {string} name also of the folder with its sources
 * @property {boolean} [heavy] runs only by its name or with `--all`
 * @property {readonly string[]} [generated] files and folders that an earlier run generated
 * @property {(folder: string) => Promise<readonly Step[]>} steps installs the tools, and returns what to run in the folder
 * @property {{ in: string, pattern: RegExp }} [operations] what occurs once for every operation in a generated file or folder
 * @property {boolean} [calls] whether a program calls the sandbox; default: yes
 */

/**
 * @param {Check} check
 * @returns {Promise<string>} the folder in which it runs, with its sources
 */
async function workFolder({ name, generated = [] }) {
  const folder = join(kept, "work", name);
  await mkdir(folder, { recursive: true });
  for (const each of generated) await rm(join(folder, each), { recursive: true, force: true });
  const files = await readdir(join(sources, name)).catch(() => []);
  // TypeScript that imports generated files ends in `.txt` here, where they do not exist.
  for (const file of files) await copyFile(join(sources, name, file), join(folder, file.replace(/\.txt$/, "")));
  return folder;
}

/** @returns {Promise<number>} operations of the document */
async function operationsOfDocument() {
  const { paths } = /** @type {{ paths: Record<string, object> }} */ (JSON.parse(await readFile(document, "utf8")));
  return Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
}

/** @param {string} folder */
export async function filesBelow(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/**
 * @param {string} place a file, or a folder with files
 * @param {RegExp} pattern with the flag g
 */
async function countMatches(place, pattern) {
  const files = (await stat(place)).isFile() ? [place] : await filesBelow(place);
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return texts.reduce((sum, text) => sum + [...text.matchAll(pattern)].length, 0);
}

/**
 * @param {Step} step
 * @param {string} cwd
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ failure: string } | undefined>}
 */
async function runStep({ command, args, silent = false, fetches = false, ...step }, cwd, env) {
  const known = typeof args === "function" ? await args() : args;
  const { status, output } = await run(command, known, { cwd, env: { ...env, ...step.env } }).catch(
    (/** @type {unknown} */ error) => {
      throw new SetupError(`${command} cannot be started: ${error instanceof Error ? error.message : String(error)}`);
    },
  );
  if (fetches && status !== 0) throw new SetupError(lastLines(output));
  return status !== 0 || (silent && output.trim() !== "") ? { failure: lastLines(output, 60) } : undefined;
}

/**
 * @param {Check} check
 * @param {import("../../sandbox/index.js").Sandbox} sandbox
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ failure: string } | { said: string }>}
 */
export async function runCheck(check, sandbox, env) {
  const folder = await workFolder(check);
  for (const step of await check.steps(folder)) {
    const failed = await runStep(step, folder, env);
    if (failed !== undefined) return failed;
  }
  const { operations, calls = true } = check;
  if (operations !== undefined) {
    const [generated, all] = [await countMatches(join(folder, operations.in), operations.pattern), await operationsOfDocument()];
    if (generated !== all) return { failure: `${generated} of ${all} operations were generated` };
  }
  if (!calls) return { said: "no finding" };
  const succeeded = sandbox.control.journal.requests().filter(({ status = 0 }) => status >= 200 && status < 300);
  const called = new Set(succeeded.map(({ operation }) => operation));
  const missing = calledOperations.filter((operation) => !called.has(operation));
  if (missing.length > 0) return { failure: `The program did not call ${missing.join(", ")} with success.` };
  return { said: `compiled, ${called.size} operations succeeded` };
}
