import { explanations } from "../markdown.js";
import type { Sources } from "../source.js";
import { EntryDeclarations, type Writer } from "./entry.js";
import { lookupWriter } from "./lookups.js";
import { ModelTypes } from "./models.js";
import { areasWriter, areaWriter, operationsWriter } from "./operations.js";
import { CompiledDeclarations } from "./program.js";
import { resourceWriter } from "./resources.js";

/** The entries of the package that users import, each with its public declarations beside it. */
const entries = { sdk: "sdk/index", areas: "sdk/areas", sandbox: "sandbox/index", provider: "provider/index" } as const;

const fileOf = (entry: string): string => `${entry}.generated.d.ts`;

/** The public declarations of the package, by path. */
export function declarationFiles({ areas, repeatClass, resources }: Sources): ReadonlyMap<string, string> {
  const declarations = new CompiledDeclarations(Object.values(entries));
  const models = new ModelTypes(declarations);
  const written: Readonly<Record<string, Writer>> = {
    "sdk/client Areas": areasWriter(areas, explanations(repeatClass.text)),
    "sdk/operations/index Operations": operationsWriter(areas),
    "sdk/operations/index operations": (entry, name) => {
      const table = entry.declared("sdk/operations/index", "Operations");
      return `/** The operation table: every operation once, by area and verb. */\ndeclare const ${name}: ${table};`;
    },
  };
  const writerOf = (symbol: Parameters<Writer>[2]): Writer | undefined => {
    const path = declarations.pathOf(symbol);
    if (path === "provider/program/lookups.generated") return lookupWriter;
    if (path === `sdk/operations/${symbol.name}`) return areaWriter(areas);
    return resourceWriter(resources, path, symbol) ?? written[`${path ?? ""} ${symbol.name}`];
  };
  const sdk = new EntryDeclarations(declarations, entries.sdk, models, { writerOf });
  const imported = { as: "sdk", from: "../sdk/index.generated.js", entry: sdk };
  return new Map([
    [fileOf(entries.sdk), sdk.text()],
    ...[entries.areas, entries.sandbox, entries.provider].map((path): [string, string] => [
      fileOf(path),
      new EntryDeclarations(declarations, path, models, { writerOf, imported }).text(),
    ]),
  ]);
}
