import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { run } from "../process.mjs";
import { SetupError } from "../report.mjs";
import { root as checkout } from "../root.mjs";

/** What still has to be written by hand begins with this word in a comment or a text; the check lists it. */
export const marker = "NEW:";

/** Path parameters of containers: how the sandbox and tests know the container of an object. */
export const containers = /** @type {Record<string, Container | undefined>} */ ({
  customerNumber: {
    ...{
      owner: "customerNumber",
      within: "customers",
      form: "customerNumber",
      schema: "customerNumber",
      place: "customerNumber",
    },
    ...{ value: "customerOf(world, login, parameters.customerNumber).customerNumber", example: "100001", other: "100002" },
  },
  accountIdentifier: {
    ...{ owner: "account", within: "accounts", form: "text", schema: "accountIdentifier", place: "account" },
    ...{ value: "accountOf(world, login, parameters.accountIdentifier).id", example: '"p100001"', other: '"p100002"' },
  },
  domainIdentifier: {
    ...{ owner: "domain", within: "domains", form: "text", schema: "hostLabels", place: "domain" },
    ...{ value: "namedDomain(world, login, parameters).id", example: '"sommer-gartenbau.de"', other: '"sommer-gartenbau.com"' },
  },
});

/** @typedef {Record<"owner" | "within" | "form" | "schema" | "place" | "value" | "example" | "other", string>} Container */

export const parametersIn = (/** @type {string} */ path) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => String(name));

export const kindOf = (/** @type {string} */ className) => className.charAt(0).toLowerCase() + className.slice(1);

/** Name of a class in messages: `CronJob` is a cron job. */
export const labelOf = (/** @type {string} */ className) =>
  kindOf(className).replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** @typedef {Readonly<Record<string, string | undefined>>} Holes */

/**
 * Reads a file of templates, each below a line `== name`. A hole is written `«name»`. A line that begins with `?name` goes if that hole has
 * no value.
 *
 * @param {string} name
 * @returns {Promise<(template: string, holes: Holes) => string>}
 */
export async function templatesIn(name) {
  const text = await readFile(new URL(name, import.meta.url), "utf8");
  const all = new Map(text.split(/^== /m).map((each) => [each.slice(0, each.indexOf("\n")), each.slice(each.indexOf("\n") + 1)]));
  return (template, holes) =>
    String(all.get(template))
      .replaceAll(/^( *)\?(\w+) (.*\n)/gm, (_, indent, /** @type {string} */ hole, line) =>
        holes[hole] === undefined ? "" : `${indent}${line}`,
      )
      .replaceAll(/«(\w+)»/g, (_, /** @type {string} */ hole) => holes[hole] ?? "");
}

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
 * Imports what sources use and do not import yet, from the nearest file of some folders that exports it, if they lie there, and formats
 * them.
 *
 * @param {string} root
 * @param {readonly string[]} folders
 * @param {readonly string[]} paths
 */
export async function complete(root, folders, paths) {
  const { default: ts } = await import("typescript");
  const { config } = ts.readConfigFile(join(checkout, "tsconfig.json"), (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [] }, ts.sys, root);
  const files = folders.flatMap((folder) => ts.sys.readDirectory(join(root, folder), [".ts"], ["**/*.d.ts", "**/index.ts"]));
  const service = ts.createLanguageService({
    // Only names are looked for, so no types of packages are read.
    getCompilationSettings: () => ({ ...options, types: [], noResolve: true }),
    getScriptFileNames: () => files,
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const preferences = /** @type {const} */ ({ importModuleSpecifierEnding: "js" });
  for (const path of paths.filter((each) => folders.some((folder) => each.startsWith(`${folder}/`)))) {
    const fileName = join(root, path);
    const { changes } = service.getCombinedCodeFix({ type: "file", fileName }, "fixMissingImport", {}, preferences);
    let text = await readFile(fileName, "utf8");
    // From the end, so that the places of the others stay; of several at one place, the first one comes first.
    const edits = changes.flatMap(({ textChanges }) => textChanges).reverse();
    for (const { span, newText } of edits.sort((a, b) => b.span.start - a.span.start))
      text = text.slice(0, span.start) + newText + text.slice(span.start + span.length);
    // The compiler cannot tell names of types from others without the packages.
    await writeFile(fileName, text.replaceAll(/^import (?=\{ (?:Login|RecordOf|World) \})/gm, "import type "));
  }
  const prettier = join(checkout, "node_modules", "prettier", "bin", "prettier.cjs");
  await run(process.execPath, [prettier, "--write", ...paths], { cwd: root });
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
