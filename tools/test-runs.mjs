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

/** What takes the longest starts first, so that no processor waits for it at the end. */
const longest = ["matrix", "lifecycle", "fleet"].map((name) => `${name}.test.js`);

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
 * The arguments of mocha for each of its processes: a single one where the user says what to run, otherwise one for each file
 * of the tests on the real engine, and one for all other tests.
 *
 * @param {readonly string[]} given what the user has passed on to mocha
 * @param {readonly string[]} engine
 * @param {{ ci: boolean, terminal: boolean }} where
 * @returns {string[][]}
 */
export function mochaRuns(given, engine, { ci, terminal }) {
  const args = given.map((arg) => {
    const source = /^(?:\.\/)?(tests\/.*\.test)\.ts$/.exec(arg.replaceAll("\\", "/"));
    return source === null ? arg : `dist/${source[1]}.js`;
  });
  const common = [...(ci ? ["--forbid-only"] : []), terminal ? "--color" : "--no-color", ...args];
  if (args.some((arg) => arg.endsWith(".test.js"))) return [common];
  if (args.length > 0) return [[...common, all]];
  return [[...common, "--ignore", `${engineFolder}/**`, all], ...engine.map((file) => [...common, file])];
}

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

/** @param {Counts} counts */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
