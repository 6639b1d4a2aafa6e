import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { root } from "./files.js";

/** The source of the entry for `require`, relative to the checkout. */
export const entryPath = "provider/main.generated.ts";

const indexPath = "provider/index.ts";

/** What a file is loaded for: the values that it exports, all of its exports, or what it does when it is loaded. */
interface Loaded {
  readonly file: string;
  readonly names: readonly string[] | "all" | "none";
}

/** The exports of all kinds, which the index exports all of. */
const kindsFile = "./resources.generated.js";

function loadedBy(path: string): Loaded[] {
  const index = ts.createSourceFile(path, readFileSync(join(root, path), "utf8"), ts.ScriptTarget.ES2022);
  return index.statements.flatMap((statement): Loaded | Loaded[] => {
    if (ts.isImportDeclaration(statement) && statement.importClause === undefined)
      return { file: (statement.moduleSpecifier as ts.StringLiteral).text, names: "none" };
    if (!ts.isExportDeclaration(statement) || statement.moduleSpecifier === undefined)
      throw new Error(`${path} may contain only exports of other files, and imports without names`);
    const file = (statement.moduleSpecifier as ts.StringLiteral).text;
    const { exportClause } = statement;
    if (file === kindsFile) return loadedBy("provider/resources.generated.ts");
    if (exportClause === undefined) return { file, names: "all" };
    const { elements } = exportClause as ts.NamedExports;
    return { file, names: elements.filter(({ isTypeOnly }) => !isTypeOnly).map(({ name }) => name.text) };
  });
}

/** What the index exports, each loaded when it is first used. */
export function entrySource(): string {
  const all = loadedBy(indexPath);
  const late = all.flatMap(({ file, names }) =>
    typeof names === "string" ? [] : names.map((name) => `  ${name}: () => require("${file}"),`),
  );
  return [
    "/* eslint-disable @typescript-eslint/no-require-imports, @typescript-eslint/no-unsafe-return -- an import cannot wait */",
    ...all.filter(({ names }) => names === "none").map(({ file }) => `import "${file}";`),
    'import { exportLate } from "./program/loaded-late.js";',
    "",
    "/* Written by `npm run generate` from index.ts: the entry for `require`, which programs in TypeScript use too. */",
    "",
    ...all.filter(({ names }) => names === "all").map(({ file }) => `export * from "${file}";`),
    "",
    "exportLate(exports as object, {",
    ...late,
    "});",
    "",
  ].join("\n");
}
