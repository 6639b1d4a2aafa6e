/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** Tests that mostly wait for the Pulumi CLI, and so leave room for others beside them. */
const slow = "dist/tests/engine/**/*.test.js";
const all = "dist/tests/**/*.test.js";

/**
 * The arguments of mocha for each of the processes that run at the same time: one where the user says what to run, otherwise
 * one for the tests on the real engine and one for all others.
 *
 * @param {readonly string[]} given what the user has passed on to mocha
 * @param {{ ci: boolean, terminal: boolean }} where
 * @returns {string[][]}
 */
export function mochaRuns(given, { ci, terminal }) {
  const args = given.map((arg) => {
    const source = /^(?:\.\/)?(tests\/.*\.test)\.ts$/.exec(arg.replaceAll("\\", "/"));
    return source === null ? arg : `dist/${source[1]}.js`;
  });
  const common = [...(ci ? ["--forbid-only"] : []), terminal ? "--color" : "--no-color", ...args];
  if (args.some((arg) => arg.endsWith(".test.js"))) return [common];
  if (args.length > 0) return [[...common, all]];
  return [
    [...common, slow],
    [...common, "--ignore", slow, all],
  ];
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
