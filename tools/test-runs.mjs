import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { SetupError } from "./report.mjs";
import { lightWeight, weights } from "./test-weights.mjs";

/**
 * What mocha itself knows of its options. Loaded on use: a fresh clone has no mocha before this program has installed it.
 *
 * @returns {{
 *   aliases: Record<string, string[]>,
 *   isMochaFlag: (flag: string) => boolean,
 *   types: { boolean: string[] },
 * }}
 */
const mochaOptions = () => createRequire(import.meta.url)("mocha/lib/cli/run-option-metadata.js");

/**
 * @typedef {object} Counts
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 */

/** The folder of the compiled tests. */
const folder = "dist/tests";

/** Tests that take minutes: those on the real engine, and those of the package as others install it. */
const longFolders = ["engine", "package"];

/** Of these, what the short run has: the seven kinds from the first preview to destroy. */
const short = ["engine/lifecycle"];

/**
 * @param {string} root
 * @returns {Promise<string[]>} the files of all tests
 */
export async function testFiles(root) {
  const files = await readdir(join(root, folder), { recursive: true });
  return files
    .filter((file) => file.endsWith(".test.js"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`)
    .sort();
}

/** @param {string} file */
const nameOf = (file) => file.slice(folder.length + 1, -".test.js".length);

/** @param {string} file */
const isLong = (file) => longFolders.includes(nameOf(file).split("/")[0] ?? "") && !short.includes(nameOf(file));

/**
 * Files by the process that runs them. The longest start first, so that no processor waits for them at the end. A file that takes long
 * runs alone, the others run with those of their folder, which load the same modules.
 *
 * @param {readonly string[]} files
 * @returns {string[][]}
 */
export function balanced(files) {
  /** @type {Map<string, { files: string[], weight: number }>} */
  const runs = new Map();
  for (const file of files) {
    const name = nameOf(file);
    const weight = weights.get(name);
    const key = weight === undefined ? (name.split("/")[0] ?? "") : name;
    const run = runs.get(key) ?? { files: [], weight: 0 };
    runs.set(key, { files: [...run.files, file], weight: run.weight + (weight ?? lightWeight) });
  }
  return [...runs.values()].sort((a, b) => b.weight - a.weight).map((run) => run.files);
}

/**
 * What the user has passed on: options of mocha with their values, and test files.
 *
 * @param {readonly string[]} given
 * @param {readonly string[]} files all test files
 * @returns {{ options: string[], named: string[] }}
 */
function parsed(given, files) {
  const { aliases, isMochaFlag, types } = mochaOptions();
  /** @type {string[]} */
  const options = [];
  /** @type {string[]} */
  const named = [];
  const left = [...given];
  for (let arg = left.shift(); arg !== undefined; arg = left.shift()) {
    if (!arg.startsWith("-")) {
      named.push(...filesNamed(arg, files));
      continue;
    }
    const [flag = "", value] = arg.split("=", 2);
    const name = flag.replace(/^--?/, "");
    const isNegated = name.startsWith("no-") && isMochaFlag(`--${name.slice("no-".length)}`);
    if (!isNegated && !isMochaFlag(flag))
      throw new SetupError(`Unknown option ${flag}: node_modules/.bin/mocha --help lists those of mocha.`);
    options.push(arg);
    if (isNegated || types.boolean.some((each) => each === name || (aliases[each] ?? []).includes(name)) || value !== undefined)
      continue;
    const next = left.shift();
    if (next === undefined) throw new SetupError(`${flag} needs a value.`);
    options.push(next);
  }
  return { options, named };
}

/**
 * @param {string} arg a test file, by its source or compiled, or a folder of tests
 * @param {readonly string[]} files
 */
function filesNamed(arg, files) {
  const path = arg
    .replaceAll("\\", "/")
    .replace(/^\.\//, "")
    .replace(/^tests(?=\/|$)/, folder)
    .replace(/\.ts$/, ".js")
    .replace(/\/$/, "");
  const found = files.filter((file) => file === path || file.startsWith(`${path}/`));
  if (found.length === 0)
    throw new SetupError(
      `There is no test file ${arg}. Name one as tests/<folder>/<name>.test.ts, or a folder as tests/<folder>.`,
    );
  return found;
}

/**
 * The arguments of mocha for each of its processes: a single one if the user gives options; otherwise several that can run at the
 * same time, over the files that are named, or all that take long, or all others.
 *
 * @param {readonly string[]} given what the user has passed on to mocha
 * @param {readonly string[]} files
 * @param {{ ci: boolean, terminal: boolean, long?: boolean }} where
 * @returns {string[][]}
 */
export function mochaRuns(given, files, { ci, terminal, long = false }) {
  const { options, named } = parsed(given, files);
  const common = [...(ci ? ["--forbid-only"] : []), terminal ? "--color" : "--no-color", ...options];
  const meant = named.length > 0 ? [...new Set(named)] : files.filter((file) => isLong(file) === long);
  return options.length > 0 ? [[...common, ...meant]] : balanced(meant).map((run) => [...common, ...run]);
}

/**
 * Whether the run needs the Pulumi CLI: named files do only if they run on the real engine.
 *
 * @param {readonly string[]} given
 */
export const needsCli = (given) => {
  const named = given.filter((arg) => /(?:^|[\\/])tests(?:[\\/]|$)/.test(arg));
  return named.length === 0 || named.some((arg) => /(?:^|[\\/])tests(?:[\\/](?:engine|package)(?:[\\/]|$)|[\\/]?$)/.test(arg));
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
 * @param {number | null} status null if a signal ended it
 * @returns {Counts}
 */
export const endedCounts = (counts, status) => (status !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts);

/**
 * The exit status of several mocha processes.
 *
 * @param {number} worst of those before
 * @param {number | null} status null if a signal ended it
 */
export const worstOf = (worst, status) => Math.max(worst, status ?? 1);

/** How many of the last lines of a run are repeated that died without a failed test. */
const lastWords = 30;

/**
 * What a failed mocha process printed about its failures. A service that keeps only the end of a log keeps what is printed last, so
 * this is repeated after the tests of all others.
 *
 * @param {readonly string[]} lines
 * @returns {string[]}
 */
export function failuresOf(lines) {
  const begin = lines.findLastIndex((line) => /^(?:\u001b\[[0-9;]*m|\s)*\d+ failing(?:\u001b|$)/.test(line));
  return begin === -1 ? lines.slice(-lastWords) : lines.slice(begin + 1);
}

/** @param {Counts} counts */
export const formatCounts = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
