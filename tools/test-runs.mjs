import { readdir } from "node:fs/promises";
import { join } from "node:path";

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** Tests on the real engine: few files, each of which takes minutes and is independent. */
const engineFolder = "dist/tests/engine";
const all = "dist/tests/**/*.test.js";

/** Those in the short run: the seven kinds from the first preview to destroy. */
const shortEngine = ["lifecycle.test.js"];

/** Tests that start processes and mostly wait for them. */
const apart = ["process", "cli"].map((name) => `dist/tests/${name}/**/*.test.js`);

/** The longest tests start first, so that no processor waits for them at the end. */
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
 * The arguments of mocha for each of its processes: a single one if the user says what to run; for the long run one per file of
 * the tests on the real engine that the short run does not have; otherwise the short run's file, and all other tests in two.
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
  if (long) return engine.filter((file) => !isShort(file)).map((file) => [...common, file]);
  const ignored = [`${engineFolder}/**`, ...apart].flatMap((pattern) => ["--ignore", pattern]);
  return [[...common, ...ignored, all], [...common, ...apart], ...engine.filter(isShort).map((file) => [...common, file])];
}

/**
 * Whether the run needs the Pulumi CLI: named files do only if they run on the real engine.
 *
 * @param {readonly string[]} given
 */
export const needsCli = (given) => {
  const files = given.filter((arg) => /\.test\.[jt]s$/.test(arg));
  return files.length === 0 || files.some((file) => /(?:^|[\\/])tests[\\/]engine[\\/]/.test(file));
};

/**
 * @param {string} line
 * @returns {Counts | undefined} the reporter's last line; undefined for any other line
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
 * The counts of a mocha process that has ended. If it fails without a failed test, it died, for example while loading its files.
 *
 * @param {Counts} counts
 * @param {number} status
 * @returns {Counts}
 */
export const endedCounts = (counts, status) => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

/** @param {Counts} counts */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
