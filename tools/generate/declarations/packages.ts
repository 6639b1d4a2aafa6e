import type ts from "typescript";

/** The package that declares a symbol; undefined for the checkout, the language itself and Node. */
export function packageOf(symbol: ts.Symbol | undefined): string | undefined {
  const file = symbol?.declarations?.[0]?.getSourceFile().fileName ?? "";
  const name = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1];
  return name === undefined || name === "typescript" || name.startsWith("@types/") ? undefined : name;
}

/** Whether a symbol is of the library by which this package checks values, and which its declarations do without. */
export const isOfZod = (symbol: ts.Symbol | undefined): boolean => packageOf(symbol) === "zod";

/** What the declarations call a package that they import. */
export const aliasOf = (name: string): string => name.replace(/.*\//, "");
