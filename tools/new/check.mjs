import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { listSources, readKinds } from "../kinds.mjs";
import { run } from "../process.mjs";
import { marker } from "./text.mjs";

/** @typedef {{ id: string, method: string, areaSlug: string, body: { schema: object | null } | null, responses: { status: number | null }[], source: { body: string, responses: string } }} Fact */

const folders = ["api", "provider", "sandbox", "sdk", "tests"];

/**
 * What is missing in the checkout of operations and kinds: each place once, as `file:line: what`, in the order of files and lines.
 *
 * @param {string} root
 * @returns {Promise<string[]>}
 */
export async function problemsOf(root) {
  const files = await Promise.all(
    folders.map(async (folder) =>
      (await readdir(join(root, folder), { recursive: true })).map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
    ),
  );
  const texts = new Map(
    await Promise.all(
      files
        .flat()
        .filter((path) => /\.(ts|json|md)$/.test(path))
        .map(async (path) => /** @type {const} */ ([path, await readFile(join(root, path), "utf8")])),
    ),
  );
  /** @type {Map<string, string[]>} */
  const found = new Map();
  const add = (/** @type {string} */ path, /** @type {number} */ line, /** @type {string} */ what, isConsequence = false) => {
    const place = `${path}:${String(line).padStart(6)}`;
    const others = found.get(place) ?? [];
    if (!isConsequence || others.length === 0) found.set(place, [...others, what]);
  };
  for (const [path, text] of texts)
    for (const [index, line] of text.split("\n").entries()) {
      const [, what] = new RegExp(`${marker} ([^"\`]*?) *(?:\\*/.*|["\`].*)?$`).exec(line) ?? [];
      if (what !== undefined) add(path, index + 1, what);
    }
  const kinds = await readKinds(root);
  for (const { kind, path, problems } of kinds) {
    for (const [line, what] of problems) add(path, line, what);
    if (!existsSync(join(root, `tests/support/kinds/${kind}.ts`)))
      add(path, 1, `it has no specimen: write tests/support/kinds/${kind}.ts`);
  }
  const facts = texts.get("api/operations.json") ?? "";
  for (const { id, method, areaSlug, body, responses, source } of /** @type {Fact[]} */ (JSON.parse(facts))) {
    const lack = (/** @type {string} */ what) =>
      add("api/operations.json", facts.slice(0, facts.indexOf(`"id": "${id}"`)).split("\n").length, `${id} ${what}`);
    const [, row] = texts.get(`sdk/operations/${areaSlug}.ts`)?.split(`id: "${id}",`) ?? [];
    if (row === undefined) lack(`has no row: add it to sdk/operations/${areaSlug}.ts`);
    if (body?.schema === null) lack("sends a body of which `schema` says nothing");
    if (
      method === "PUT" &&
      row !== undefined &&
      !/maybeWhole|omitted members? (may be|are|is) (cleared|kept)/.test(row.replace(/operation\(\{.*/s, ""))
    )
      lack("does not say in its row what becomes of omitted members: `notes: [maybeWhole]`, unless a source says");
    const evidence = /evidence: \{(.*?)\}/s.exec(row ?? "")?.[1] ?? "";
    if (evidence.includes('status: "documented"') && responses.some(({ status }) => status === null))
      lack("has no status, which its row calls documented: give `status` instead of `assumedStatus`");
    for (const [part, of] of [
      ["status", source.responses],
      ["answer", source.responses],
      ["body", source.body],
    ])
      if (of === "unknown" && evidence.includes(`${part}: "documented"`))
        lack(`has no source for its ${part}, which its row calls documented: name it in \`source\``);
  }
  for (const [path, text] of await listSources(root, kinds))
    if (texts.get(path) !== text) add(path, 1, "is not up to date: run `npm run generate`");
  const compiler = join(root, "node_modules", "typescript", "bin", "tsc");
  const { output } = await run(process.execPath, [compiler, "--noEmit", "--pretty", "false", "-p", root], { cwd: root });
  // The indented lines below an error say what exactly is missing. Where something else is, the error follows from that.
  for (const [, path, line, what] of output.matchAll(/^(\S+?)\((\d+),\d+\): error TS\d+: (.*(?:\n +.*)*)$/gm))
    add(String(path), Number(line), String(what), true);
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([place, all]) => all.map((what) => `${place.replace(/: +/, ":")}: ${what}`));
}
