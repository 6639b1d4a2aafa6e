import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** Tests on the real engine: few files, each of which takes minutes and stands on its own. */
const engineFolder = "dist/tests/engine";
const all = "dist/tests/**/*.test.js";

/** Of these, what the short run has: the seven kinds from the first preview to destroy. */
const shortEngine = ["lifecycle.test.js"];

/** Tests apart from these that only the long run has. */
const longOthers = ["dist/tests/package/compilers.test.js"];

/** Tests that start processes of their own and mostly wait for them. */
const apart = ["process", "cli"].map((name) => `dist/tests/${name}/**/*.test.js`);

/** What takes the longest starts first, so that no processor waits for it at the end. */
const longest = ["matrix", "chains", "ownership", "fleet"].map((name) => `${name}.test.js`);

/**
 * @param {string} root
 * @returns {Promise<string[]>} the files of the tests on the real engine
 */
export async function engineFiles(root) {
  const names = (await readdir(join(root, engineFolder))).filter((name) => name.endsWith(".test.js")).sort();
  const first = longest.filter((name) => names.includes(name));
  return [...first, ...names.filter((name) => !first.includes(name))].map((name) => `${engineFolder}/${name}`);
}

/**
 * The arguments of mocha for each of its processes: a single one where the user says what to run; for the long run one for each file
 * that the short one does not have; otherwise those it has, and all other tests in two.
 *
 * @param {readonly string[]} given what the user has passed on to mocha
 * @param {readonly string[]} engine
 * @param {{ ci: boolean, terminal: boolean, long?: boolean }} where
 * @returns {string[][]}
 */
export function mochaRuns(given, engine, { ci, terminal, long = false }) {
  const args = given.map((arg) => {
    const source = /^(?:\.\/)?(tests\/.*\.test)\.ts$/.exec(arg.replaceAll("\\", "/"));
    return source === null ? arg : `dist/${source[1]}.js`;
  });
  const common = [...(ci ? ["--forbid-only"] : []), terminal ? "--color" : "--no-color", ...args];
  if (args.some((arg) => arg.endsWith(".test.js"))) return [common];
  if (args.length > 0) return [[...common, all]];
  const isShort = (/** @type {string} */ file) => shortEngine.some((name) => file.endsWith(`/${name}`));
  if (long) return [...engine.filter((file) => !isShort(file)), ...longOthers].map((file) => [...common, file]);
  const ignored = [`${engineFolder}/**`, ...longOthers, ...apart].flatMap((pattern) => ["--ignore", pattern]);
  return [[...common, ...ignored, all], [...common, ...apart], ...engine.filter(isShort).map((file) => [...common, file])];
}

/**
 * Whether what is to be run needs the Pulumi CLI: files that are named do only where they are on the real engine.
 *
 * @param {readonly string[]} given
 */
export const needsCli = (given) => {
  const files = given.filter((arg) => /\.test\.[jt]s$/.test(arg));
  return files.length === 0 || files.some((file) => /(?:^|[\\/])tests[\\/]engine[\\/]/.test(file));
};

/**
 * @param {string} line
 * @returns {Counts | undefined} what the reporter's last line says; undefined for any other line
 */
export function readCounts(line) {
  const match = /^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/.exec(line);
  return match === null ? undefined : { passed: Number(match[1]), failed: Number(match[2]), skipped: Number(match[3] ?? 0) };
}

/**
 * @param {Counts} a
 * @param {Counts} b
 * @returns {Counts}
 */
export const addCounts = (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped });

/**
 * The counts of a process of mocha that has ended: one that fails without a failed test has died, as while it loaded its files.
 *
 * @param {Counts} counts
 * @param {number} status
 * @returns {Counts}
 */
export const endedCounts = (counts, status) => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

/** @param {Counts} counts */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
