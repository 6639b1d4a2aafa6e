import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/*
 * What the sources say of each kind of resource without being run: `npm run generate` writes lists from it before it compiles, because
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
 * @property {string[]} problems each begins with file and line
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
      /** @type {string[]} */
      const problems = [];
      const missing = (/** @type {string} */ what) => void problems.push(`${path}:${line}: ${what}`);
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
 * The generated sources, by path.
 *
 * @param {readonly KindSource[]} all
 */
export function kindSources(all) {
  const removals = [...new Set(all.map(({ removal }) => removal).filter((text) => /^\w+$/.test(text)))].sort();
  return new Map([
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
 * Writes the generated lists of kinds.
 *
 * @param {string} root
 */
export async function writeKinds(root) {
  for (const [path, text] of kindSources(await readKinds(root))) await writeFile(join(root, path), text);
}
