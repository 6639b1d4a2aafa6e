import { join, relative, sep } from "node:path";
import ts from "typescript";
import { root } from "../files.js";

/** The compiled declarations of the checkout, in which every type is spelled out or named. */
export class CompiledDeclarations {
  readonly checker: ts.TypeChecker;
  readonly #program: ts.Program;

  /** @param entries such as `sdk/index` */
  constructor(entries: readonly string[]) {
    this.#program = ts.createProgram(
      entries.map((entry) => join(root, "dist", `${entry}.d.ts`)),
      {
        target: ts.ScriptTarget.ES2022,
        lib: ["lib.es2023.d.ts"],
        module: ts.ModuleKind.NodeNext,
        moduleResolution: ts.ModuleResolutionKind.NodeNext,
        strict: true,
        exactOptionalPropertyTypes: true,
        skipLibCheck: true,
        noEmit: true,
        types: ["node"],
      },
    );
    this.checker = this.#program.getTypeChecker();
  }

  /** @param path such as `sdk/index` */
  file(path: string): ts.SourceFile {
    const file = this.#program.getSourceFile(join(root, "dist", `${path}.d.ts`));
    if (file === undefined) throw new Error(`dist has no ${path}.d.ts: run \`npm run build\``);
    return file;
  }

  /** What a file exports, by name, each as the symbol that it is where it is declared. */
  exportsOf(path: string): ReadonlyMap<string, ts.Symbol> {
    const file = this.file(path);
    const values = new Set(
      file.statements
        .filter(isStarOfTypes)
        .flatMap(({ moduleSpecifier }) =>
          this.#exportsAt(moduleSpecifier!).filter((each) => (each.flags & ts.SymbolFlags.Type) === 0),
        ),
    );
    const symbols = this.#exportsAt(file).filter((symbol) => !values.has(symbol));
    return new Map(symbols.map((symbol) => [symbol.name, this.resolve(symbol)]));
  }

  #exportsAt(node: ts.Node): ts.Symbol[] {
    const module = this.checker.getSymbolAtLocation(node);
    return module === undefined ? [] : this.checker.getExportsOfModule(module);
  }

  exported(path: string, name: string): ts.Symbol {
    const symbol = this.exportsOf(path).get(name);
    if (symbol === undefined) throw new Error(`${path} exports no ${name}`);
    return symbol;
  }

  resolve(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  typeOf(symbol: ts.Symbol): ts.Type {
    return (symbol.flags & ts.SymbolFlags.Value) === 0
      ? this.checker.getDeclaredTypeOfSymbol(symbol)
      : this.checker.getTypeOfSymbol(symbol);
  }

  member(type: ts.Type, name: string): ts.Type {
    const symbol = type.getProperty(name);
    if (symbol === undefined) throw new Error(`${this.checker.typeToString(type)} has no ${name}`);
    return this.typeOf(symbol);
  }

  /** `sdk/client` for what that file declares; undefined for what no file of the checkout does. */
  pathOf(symbol: ts.Symbol): string | undefined {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName;
    const path = file === undefined ? ".." : relative(join(root, "dist"), file).split(sep).join("/");
    return path.startsWith("..") ? undefined : path.replace(/\.d\.ts$/, "");
  }
}

/** `export type * from "…"`, which exports no constant. */
const isStarOfTypes = (statement: ts.Statement): statement is ts.ExportDeclaration =>
  ts.isExportDeclaration(statement) && statement.isTypeOnly && statement.exportClause === undefined;

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
