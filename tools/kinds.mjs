import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/*
 * What the sources say of kinds and models without being run: `npm run generate` writes lists from it before it compiles, because
 * nothing compiles until these know a new kind.
 */

/**
 * @typedef {object} KindSource
 * @property {string} kind
 * @property {string} className
 * @property {string} path relative to the checkout
 * @property {string} label
 * @property {string} removal an expression
 * @property {string} idParts an expression
 * @property {[line: number, what: string][]} problems
 */

/** @param {string} kind */
export const classNameOf = (kind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;

/**
 * @param {string} root
 * @returns {Promise<KindSource[]>}
 */
export async function readKinds(root) {
  const { default: ts } = await import("typescript");
  const folder = join(root, "provider", "resources");
  const files = (await readdir(folder)).filter((name) => name.endsWith(".ts")).sort();
  return Promise.all(
    files.map(async (name) => {
      const kind = name.replace(/\.ts$/, "");
      const path = `provider/resources/${name}`;
      const source = ts.createSourceFile(path, await readFile(join(folder, name), "utf8"), ts.ScriptTarget.ES2022, true);
      /** @type {Map<string, import("typescript").Expression>} */
      const members = new Map();
      let line = 1;
      for (const statement of source.statements) {
        if (!ts.isVariableStatement(statement)) continue;
        const [declaration] = statement.declarationList.declarations;
        const call = declaration?.initializer;
        if (declaration?.name.getText() !== kind || call === undefined || !ts.isCallExpression(call)) continue;
        line = source.getLineAndCharacterOfPosition(statement.getStart()).line + 1;
        const [literal] = call.arguments;
        if (literal !== undefined && ts.isObjectLiteralExpression(literal))
          for (const member of literal.properties)
            if (ts.isPropertyAssignment(member)) members.set(member.name.getText(), member.initializer);
      }
      /** @type {[number, string][]} */
      const problems = [];
      const missing = (/** @type {string} */ what) => void problems.push([line, what]);
      const label = members.get("label");
      if (label === undefined || !ts.isStringLiteral(label))
        missing('`label` is missing: its name in messages, such as "domain"');
      const removal = members.get("removal");
      if (removal === undefined || !(ts.isIdentifier(removal) || ts.isObjectLiteralExpression(removal)))
        missing(
          "`removal` is missing: what a run does when it leaves the program, such as `deleted` (provider/values/removals.ts)",
        );
      return {
        kind,
        className: classNameOf(kind),
        path,
        label: label?.getText() ?? '""',
        removal: removal?.getText() ?? "deleted",
        idParts: members.get("idParts")?.getText() ?? '["customerNumber"]',
        problems,
      };
    }),
  );
}

const written = "/* Written by `npm run generate` from provider/resources/. */";

/**
 * The types of answers and request bodies, under the names of their models. Types of queries need no name.
 *
 * @param {string} root
 */
async function modelTypes(root) {
  const files = (await readdir(join(root, "sdk", "models"))).filter((name) => name !== "schema.ts").sort();
  const areas = await Promise.all(
    files.map(async (file) => {
      const area = file.replace(/\.ts$/, "");
      const text = await readFile(join(root, "sdk", "models", file), "utf8");
      const types = Array.from(text.matchAll(/^export const ([A-Z]\w*)(?<!Query)\b(?:: [^=]+)? = (\w+)/gm), ([, name, made]) => {
        if (text.includes(`export interface ${name} `)) return `export type { ${name} } from "./models/${area}.js";`;
        const direction = made === "request" || name?.endsWith("Input") ? "input" : "output";
        return `export type ${name} = z.${direction}<typeof ${area}.${name}>;`;
      });
      return { area, types };
    }),
  );
  return [
    "/* Written by `npm run generate` from sdk/models/. */",
    'import type { z } from "zod";',
    ...areas.map(({ area }) => `import type * as ${area} from "./models/${area}.js";`),
    "",
    ...areas.flatMap(({ types }) => types),
    "",
  ].join("\n");
}

/**
 * The generated sources, by path.
 *
 * @param {string} root
 * @param {readonly KindSource[]} all
 */
export async function listSources(root, all) {
  const removals = [...new Set(all.map(({ removal }) => removal).filter((text) => /^\w+$/.test(text)))].sort();
  return new Map([
    ["sdk/model-types.generated.ts", await modelTypes(root)],
    [
      "provider/values/kinds.generated.ts",
      [
        written,
        `import { ${removals.join(", ")} } from "./removals.js";`,
        "",
        "export const kindFacts = {",
        ...all.map(
          ({ kind, label, removal, idParts }) => `  ${kind}: { label: ${label}, removal: ${removal}, idParts: ${idParts} },`,
        ),
        "} as const;",
        "",
      ].join("\n"),
    ],
    [
      "provider/resources.generated.ts",
      [
        written,
        ...all.map(({ kind, className }) => `export { ${className}, type ${className}Args } from "./resources/${kind}.js";`),
        "",
      ].join("\n"),
    ],
    [
      "tests/support/kinds/index.generated.ts",
      [
        written,
        ...all.map(({ kind }) => `import { ${kind} } from "./${kind}.js";`),
        "",
        "/** The specimen of each kind. */",
        `export const byKind = { ${all.map(({ kind }) => kind).join(", ")} };`,
        "",
      ].join("\n"),
    ],
  ]);
}

/**
 * Writes the generated lists of kinds and models.
 *
 * @param {string} root
 */
export async function writeLists(root) {
  for (const [path, text] of await listSources(root, await readKinds(root))) await writeFile(join(root, path), text);
}
