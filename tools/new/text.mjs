import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../process.mjs";
import { SetupError } from "../report.mjs";

/** What still has to be written by hand begins with this word in a comment or a text; the check lists it. */
export const marker = "NEW:";

/**
 * Writes a file that does not exist yet.
 *
 * @param {string} root
 * @param {string} path
 * @param {string} text
 */
export async function create(root, path, text) {
  await writeFile(join(root, path), text, { flag: "wx" }).catch((/** @type {unknown} */ error) => {
    throw error instanceof Error && "code" in error && error.code === "EEXIST"
      ? new SetupError(`${path} exists already.`)
      : error;
  });
}

/**
 * Adds text to a file, before the place that matches: before the last one, if the pattern is global.
 *
 * @param {string} root
 * @param {string} path
 * @param {RegExp} before
 * @param {string} added
 */
export async function insert(root, path, before, added) {
  const text = await readFile(join(root, path), "utf8").catch(() => {
    throw new SetupError(`There is no ${path}.`);
  });
  const place = before.global ? [...text.matchAll(before)].at(-1) : before.exec(text);
  if (place == null) throw new SetupError(`${path} has no place for it (${String(before)}).`);
  await writeFile(join(root, path), text.slice(0, place.index) + added + text.slice(place.index));
}

/**
 * Adds a line to the changelog's list of what is new.
 *
 * @param {string} root
 * @param {string} heading
 * @param {string} line
 */
export async function logChange(root, heading, line) {
  const text = await readFile(join(root, "CHANGELOG.md"), "utf8");
  const begin = text.indexOf(`#### ${heading}\n`);
  const next = text.indexOf("\n\n#### ", begin);
  const end = next === -1 ? text.trimEnd().length : next;
  await writeFile(join(root, "CHANGELOG.md"), `${text.slice(0, end)}\n- ${line}${text.slice(end)}`);
}

/**
 * @param {string} root
 * @param {readonly string[]} paths
 */
export async function format(root, paths) {
  await run(process.execPath, [join(root, "node_modules", "prettier", "bin", "prettier.cjs"), "--write", ...paths], {
    cwd: root,
  });
}
