import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { kindSources, readKinds } from "../kinds.mjs";
import { run } from "../process.mjs";
import { marker } from "./text.mjs";

const folders = ["api", "provider", "sandbox", "sdk", "tests"];

/** @param {string} root */
async function textsOf(root) {
  const all = await Promise.all(
    folders.map(async (folder) => {
      const files = await readdir(join(root, folder), { recursive: true });
      const paths = files.filter((file) => /\.(ts|json|md)$/.test(file)).map((file) => `${folder}/${file.replaceAll("\\", "/")}`);
      return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(root, path), "utf8") })));
    }),
  );
  return new Map(all.flat().map(({ path, text }) => [path, text]));
}

/** Number of the line in which a text first has a word. */
const lineOf = (text = "", word = "") => text.slice(0, Math.max(0, text.indexOf(word))).split("\n").length;

/**
 * What is missing in the checkout of operations and kinds, each with file and line.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function problemsOf(root) {
  const texts = await textsOf(root);
  const kinds = await readKinds(root);
  /** @type {string[]} */
  const problems = [];
  for (const [path, text] of texts)
    for (const [index, line] of text.split("\n").entries()) {
      const place = line.indexOf(marker);
      if (place >= 0)
        problems.push(
          `${path}:${index + 1}: ${line
            .slice(place + marker.length)
            .replace(/"(, async.*)?$/, "")
            .trim()}`,
        );
    }
  for (const { kind, path, problems: own } of kinds) {
    problems.push(...own);
    if (!existsSync(join(root, `tests/support/kinds/${kind}.ts`)))
      problems.push(`${path}:1: it has no specimen: write tests/support/kinds/${kind}.ts`);
  }
  for (const [path, text] of kindSources(kinds))
    if (texts.get(path) !== text) problems.push(`${path}:1: is not up to date: run \`npm run generate\``);
  const facts = texts.get("api/operations.json") ?? "";
  for (const { id, areaSlug } of /** @type {{ id: string, areaSlug: string }[]} */ (JSON.parse(facts))) {
    const at = `api/operations.json:${lineOf(facts, `"id": "${id}"`)}`;
    if (!texts.get(`sdk/operations/${areaSlug}.ts`)?.includes(`id: "${id}"`))
      problems.push(`${at}: ${id} has no row: add it to sdk/operations/${areaSlug}.ts`);
    if (!new RegExp(`\\b${id}\\b`).test(texts.get(`sandbox/areas/${areaSlug}.ts`) ?? ""))
      problems.push(`${at}: ${id} has no handler: add it to sandbox/areas/${areaSlug}.ts`);
  }
  return [...problems, ...(await compilerProblems(root))];
}

/** @param {string} root */
async function compilerProblems(root) {
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { output } = await run(process.execPath, [compiler, "--noEmit", "--pretty", "false", "-p", root], { cwd: root });
  // The indented lines below an error say what exactly is missing.
  return Array.from(
    output.matchAll(/^(\S+?)\((\d+),\d+\): error TS\d+: (.*(?:\n +.*)*)$/gm),
    ([, path, number, message]) => `${path}:${String(number)}: ${String(message)}`,
  );
}
