import ts from "typescript";
import { commentOf, commentOfSymbol } from "./comments.js";
import { Copier } from "./copy.js";
import type { ModelTypes } from "./models.js";
import { aliasOf, isOfZod, packageOf, type CompiledDeclarations } from "./program.js";
import { schemaTypes, standInFor } from "./schema-types.js";
import { TypePrinter } from "./types.js";

/** Writes a declaration under a name, where copying it would not do. */
export type Writer = (entry: EntryDeclarations, name: string, symbol: ts.Symbol) => string;

interface Options {
  /** How a declaration is written; undefined for one that is copied. */
  writerOf(symbol: ts.Symbol): Writer | undefined;
  /** Another entry, whose declarations are imported. */
  readonly imported?: { readonly as: string; readonly from: string; readonly entry: EntryDeclarations };
}

/** The public declarations of an entry in one file: what it exports, and what that mentions. */
export class EntryDeclarations {
  readonly types: TypePrinter;
  readonly #exports: ReadonlyMap<ts.Symbol, string>;
  readonly #copier: Copier;
  readonly #names: Map<ts.Symbol, string>;
  readonly #pending: ts.Symbol[];
  readonly #imports = new Map<string, string>();
  #mentionsSchemas = false;

  /** @param path such as `sdk/index` */
  constructor(
    readonly declarations: CompiledDeclarations,
    private readonly path: string,
    private readonly models: ModelTypes,
    private readonly options: Options,
  ) {
    this.#exports = new Map(Array.from(declarations.exportsOf(path), ([name, symbol]) => [symbol, name]));
    this.#names = new Map(this.#exports);
    this.#pending = [...this.#exports.keys()];
    this.types = new TypePrinter(declarations.checker, {
      ofSymbol: (symbol) => this.nameOf(symbol),
      ofModel: (type, described) => {
        const model = models.symbolOf(type, described);
        return model && this.nameOf(model);
      },
    });
    this.#copier = new Copier({
      declarations,
      types: this.types,
      isConstant: (symbol) => this.#exports.has(symbol),
      nameOf: (symbol, written) => this.#nameFor(symbol, written),
    });
  }

  /** The file. To be asked for once. */
  text(): string {
    const statements: string[] = [];
    for (let next = this.#pending.shift(); next !== undefined; next = this.#pending.shift()) {
      const statement = this.#statement(next, this.#names.get(next)!);
      statements.push(this.#exports.has(next) ? statement.replace(/^(?=declare |interface |type )/m, "export ") : statement);
    }
    const imports = Array.from(this.#imports, ([from, as]) => `import type * as ${as} from "${from}";`).sort();
    return [
      "/* Written by `npm run generate` from the sources: what programs see of them. */",
      "",
      ...(imports.length === 0 ? [] : [...imports, ""]),
      ...statements.map((statement) => `${statement}\n`),
      ...(this.#mentionsSchemas ? [schemaTypes] : []),
      "export {};",
      "",
    ].join("\n");
  }

  /** What a type is called here; undefined for one without a name. */
  nameOf(symbol: ts.Symbol): string | undefined {
    const known = this.#names.get(symbol);
    if (known !== undefined) return known;
    if (isOfZod(symbol)) return this.#mention(standInFor(symbol));
    const from = packageOf(symbol);
    if (from !== undefined) return this.fromPackage(from, symbol.name);
    if (this.declarations.pathOf(symbol) === undefined) return symbol.name;
    return symbol.name.startsWith("__")
      ? undefined
      : (this.#foreignName(symbol) ?? this.#modelName(symbol) ?? this.#added(symbol));
  }

  /** The name of a declaration of the checkout. */
  declared(path: string, name: string): string {
    const symbol = this.declarations.exported(path, name);
    const known = this.nameOf(symbol);
    if (known === undefined) throw new Error(`${path}: ${name} has no name`);
    return known;
  }

  /** The name of what a package declares. */
  fromPackage(from: string, name: string): string {
    this.#imports.set(from, aliasOf(from));
    return `${aliasOf(from)}.${name}`;
  }

  /** A schema with these types. */
  schemaOf(...types: readonly string[]): string {
    return this.#mention(`Schema<${types.join(", ")}>`);
  }

  #mention(schema: string): string {
    this.#mentionsSchemas = true;
    return schema;
  }

  #foreignName(symbol: ts.Symbol): string | undefined {
    const { imported } = this.options;
    if (imported === undefined) return undefined;
    const name = imported.entry.#exports.get(symbol);
    if (name === undefined) return undefined;
    this.#imports.set(imported.from, imported.as);
    return `${imported.as}.${name}`;
  }

  /** The name of the model whose type a file calls by a name of its own. */
  #modelName(symbol: ts.Symbol): string | undefined {
    if ((symbol.flags & ts.SymbolFlags.TypeAlias) === 0) return undefined;
    const model = this.models.symbolOf(this.declarations.checker.getDeclaredTypeOfSymbol(symbol), undefined);
    return model === undefined || model === symbol ? undefined : this.nameOf(model);
  }

  #added(symbol: ts.Symbol): string {
    if ([...this.#names.values()].includes(symbol.name))
      throw new Error(
        `${this.path}: two declarations are called ${symbol.name}; rename the one in ${this.declarations.pathOf(symbol) ?? ""}`,
      );
    this.#names.set(symbol, symbol.name);
    this.#pending.push(symbol);
    return symbol.name;
  }

  /** What stands for a name in a copy. A name within a namespace of a package keeps its place there. */
  #nameFor(symbol: ts.Symbol, written: string): string {
    const from = packageOf(symbol);
    if (from !== undefined && !isOfZod(symbol)) {
      const [first, ...rest] = written.split(".");
      return this.fromPackage(from, first === aliasOf(from) ? rest.join(".") : written);
    }
    return this.declarations.pathOf(symbol) === undefined && from === undefined ? written : (this.nameOf(symbol) ?? written);
  }

  #statement(symbol: ts.Symbol, name: string): string {
    const writer = this.options.writerOf(symbol);
    if (writer !== undefined) return writer(this, name, symbol);
    return (symbol.declarations ?? []).map((node) => this.#copy(symbol, name, node)).join("\n");
  }

  #copy(symbol: ts.Symbol, name: string, node: ts.Declaration): string {
    const comment = commentOf(node);
    if (ts.isVariableDeclaration(node) && node.type !== undefined)
      return `${comment}declare const ${name}: ${this.#copier.copy(node.type)};`;
    if (ts.isTypeAliasDeclaration(node) && this.#copier.isDerived(node.type)) return this.#writtenOut(symbol, name, node);
    const text = this.#copier.copy(node).replace(/^(?:export )?(?:declare )?/, "");
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return `${comment}${text}`;
    if (ts.isClassDeclaration(node) || ts.isFunctionDeclaration(node)) return `${comment}declare ${text}`;
    throw new Error(`${this.path}: the generator does not know how ${name} is declared`);
  }

  #writtenOut(symbol: ts.Symbol, name: string, node: ts.TypeAliasDeclaration): string {
    const { checker } = this.declarations;
    const type = checker.getDeclaredTypeOfSymbol(symbol);
    const text = this.types.spellOut(type, this.#copier.styleOf(node.type));
    const constant = this.#copier.constantOf(node.type);
    const comment = commentOf(node) || (constant === undefined ? "" : commentOfSymbol(constant));
    const isObject = !type.isUnion() && checker.getPropertiesOfType(type).length > 0;
    return `${comment}${isObject ? `interface ${name} ${text}` : `type ${name} = ${text};`}`;
  }
}
