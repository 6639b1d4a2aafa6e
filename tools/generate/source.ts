import { basename, dirname, join, relative, sep } from "node:path";
import ts from "typescript";
import { root } from "./files.js";

/** The content of a comment in the source. */
export interface Doc {
  /** In Markdown; empty if there is no comment. */
  readonly text: string;
  /** Texts of the block tags, by name. */
  readonly tags: Readonly<Record<string, string>>;
}

/** An output, from the source. */
export interface OutputDoc extends Doc {
  /** Its type in programs. */
  readonly type: string;
}

export type Docs<D extends Doc = Doc> = Readonly<Record<string, D>>;

/** A Pulumi class and its definition. */
export interface ResourceSource {
  readonly className: string;
  readonly kind: string;
  /** `provider/resources/<kind>.ts` */
  readonly path: string;
  readonly doc: Doc;
  readonly fields: Docs;
  readonly outputs: Docs<OutputDoc>;
  readonly derived: Docs;
  /** Operations called by the definition's file: `webhooks.create`. */
  readonly calls: readonly string[];
}

/** A member of an interface or a class of the source. */
export interface MemberDoc extends Doc {
  readonly type: string;
  readonly optional: boolean;
}

/** A component, from its source. */
export interface ComponentSource {
  readonly className: string;
  readonly doc: Doc;
  readonly args: Docs<MemberDoc>;
  readonly outputs: Docs<MemberDoc>;
  /** Classes of the resources that it declares. */
  readonly declares: readonly string[];
}

/** A function that searches a listing. */
export interface SearchDoc extends Doc {
  /** How a record matches what it takes. */
  readonly query: Doc;
  /** Members of what it takes; optional ones with a question mark. */
  readonly takes: readonly string[];
}

/** Everything that the reference takes from comments and types in the sources. */
export interface Sources {
  readonly resources: readonly ResourceSource[];
  readonly components: readonly ComponentSource[];
  /** Functions of the package that are not generated from the operation table, by name. */
  readonly functions: Docs<SearchDoc>;
  /** The areas of the operation table. */
  readonly areas: Docs;
  readonly provider: Doc;
  readonly settings: Docs<MemberDoc>;
  readonly lifecycle: Docs<MemberDoc>;
  readonly policy: Doc;
  readonly evidence: Doc;
  readonly repeatClass: Doc;
}

const paths = {
  classes: "provider/index.ts",
  functions: "provider/program/lookups.generated.ts",
  settings: "provider/program/provider.ts",
  lifecycle: "provider/program/resource-class.ts",
  field: "provider/definition/field.ts",
  table: "sdk/operations/index.ts",
  operation: "sdk/operations/operation.ts",
} as const;

const folders = { resources: "provider/resources", components: "provider/components", areas: "sdk/operations" } as const;

/** Reads the sources. */
export function readSources(): Sources {
  const program = createProgram(Object.values(paths).map((path) => join(root, path)));
  const checker = program.getTypeChecker();
  const reader = new Reader(program, checker);

  const exported = reader.exportsOf(paths.classes).map((symbol) => reader.resolve(symbol));
  const functions = exported.filter(
    (symbol) =>
      (symbol.flags & (ts.SymbolFlags.Function | ts.SymbolFlags.BlockScopedVariable)) !== 0 &&
      reader.pathOf(symbol) !== paths.functions,
  );
  const classesIn = (folder: string) =>
    exported.filter((symbol) => reader.pathOf(symbol).startsWith(`${folder}/`) && (symbol.flags & ts.SymbolFlags.Class) !== 0);
  const resources = classesIn(folders.resources)
    .map((symbol) => reader.resource(symbol))
    .sort((a, b) => (a.className < b.className ? -1 : 1));
  return {
    resources,
    components: classesIn(folders.components).map((symbol) => reader.component(symbol, resources)),
    functions: Object.fromEntries(functions.map((symbol) => [symbol.name, reader.search(symbol)])),
    areas: reader.membersOf(reader.typeOf(reader.exported(paths.table, "operations")), ({ name }) =>
      reader.docOf(reader.exported(`${folders.areas}/${name}.ts`, name)),
    ),
    provider: reader.docOf(reader.exported(paths.settings, "Provider")),
    settings: reader.interfaceOf(paths.settings, "ProviderArgs"),
    lifecycle: reader.interfaceOf(paths.lifecycle, "LifecycleArgs"),
    policy: reader.docOf(reader.exported(paths.field, "Policy")),
    evidence: reader.docOf(reader.exported(paths.operation, "Evidence")),
    repeatClass: reader.docOf(reader.exported(paths.operation, "RepeatClass")),
  };
}

/**
 * The program of the checkout alone: no package contains a comment that is read here, and without the packages' types it
 * is created in a fraction of the time.
 */
function createProgram(files: readonly string[]): ts.Program {
  const parsed = ts.getParsedCommandLineOfConfigFile(
    join(root, "tsconfig.json"),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail },
  );
  const options: ts.CompilerOptions = { ...parsed?.options, noEmit: true, incremental: false, types: [] };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, importer) =>
    literals.map(({ text }) => ({
      resolvedModule: text.startsWith(".")
        ? { resolvedFileName: join(dirname(importer), text.replace(/\.js$/, ".ts")), extension: ts.Extension.Ts }
        : undefined,
    }));
  return ts.createProgram(files, options, host);
}

function fail(diagnostic: ts.Diagnostic): never {
  throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
}

class Reader {
  constructor(
    private readonly program: ts.Program,
    private readonly checker: ts.TypeChecker,
  ) {}

  resolve(symbol: ts.Symbol): ts.Symbol {
    return (symbol.flags & ts.SymbolFlags.Alias) === 0 ? symbol : this.checker.getAliasedSymbol(symbol);
  }

  pathOf(symbol: ts.Symbol): string {
    const file = symbol.declarations?.[0]?.getSourceFile().fileName;
    return file === undefined ? "" : relative(root, file).split(sep).join("/");
  }

  exportsOf(path: string): ts.Symbol[] {
    const file = this.program.getSourceFile(join(root, path));
    const module = file && this.checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${path} is not a module`);
    return this.checker.getExportsOfModule(module);
  }

  exported(path: string, name: string): ts.Symbol {
    const symbol = this.exportsOf(path).find((each) => each.name === name);
    if (symbol === undefined) throw new Error(`${path} does not export ${name}`);
    return this.resolve(symbol);
  }

  typeOf(symbol: ts.Symbol): ts.Type {
    return this.checker.getNonNullableType(this.checker.getTypeOfSymbol(symbol));
  }

  docOf(symbol: ts.Symbol): Doc {
    return {
      text: markdown(symbol.getDocumentationComment(this.checker)),
      tags: Object.fromEntries(symbol.getJsDocTags(this.checker).map(({ name, text }) => [name, markdown(text ?? [])])),
    };
  }

  membersOf<D extends Doc>(type: ts.Type, read: (member: ts.Symbol) => D): Docs<D> {
    return Object.fromEntries(this.checker.getPropertiesOfType(type).map((member) => [member.name, read(member)]));
  }

  /** The members of an interface or the properties of a class. */
  interfaceOf(path: string, name: string): Docs<MemberDoc> {
    return this.membersOf(this.checker.getDeclaredTypeOfSymbol(this.exported(path, name)), (member) => ({
      ...this.docOf(member),
      type: typeText(member),
      optional: isOptional(member),
    }));
  }

  search(symbol: ts.Symbol): SearchDoc {
    const [signature] = this.checker.getTypeOfSymbol(symbol).getCallSignatures();
    const query = this.checker.getTypeOfSymbol(signature!.parameters[0]!);
    return {
      ...this.docOf(symbol),
      query: this.docOf(query.symbol),
      takes: this.checker.getPropertiesOfType(query).map((member) => `${member.name}${isOptional(member) ? "?" : ""}`),
    };
  }

  component(symbol: ts.Symbol, resources: readonly ResourceSource[]): ComponentSource {
    const path = this.pathOf(symbol);
    const declared = new Set<string>();
    const visit = (node: ts.Node): void => {
      if (ts.isNewExpression(node)) declared.add(node.expression.getText());
      ts.forEachChild(node, visit);
    };
    visit(symbol.valueDeclaration!);
    return {
      className: symbol.name,
      doc: this.docOf(symbol),
      args: this.interfaceOf(path, `${symbol.name}Args`),
      outputs: this.interfaceOf(path, symbol.name),
      declares: resources.map(({ className }) => className).filter((className) => declared.has(className)),
    };
  }

  resource(symbol: ts.Symbol): ResourceSource {
    const path = this.pathOf(symbol);
    const kind = basename(path, ".ts");
    const definition = this.typeOf(this.exported(path, kind));
    const part = (name: string): ts.Type => {
      const member = definition.getProperty(name);
      if (member === undefined) throw new Error(`${path}: ${kind} has no ${name}`);
      return this.typeOf(member);
    };
    return {
      className: symbol.name,
      kind,
      path,
      doc: this.docOf(symbol),
      fields: this.membersOf(part("fields"), (member) => this.docOf(member)),
      outputs: this.membersOf(part("outputs"), (member) => ({ ...this.docOf(member), type: this.#outputType(member) })),
      derived: this.membersOf(part("derived"), (member) => this.docOf(member)),
      calls: this.#calls(path),
    };
  }

  /** The `T` of `Output<T>`. */
  #outputType(member: ts.Symbol): string {
    const [type] = this.checker.getTypeArguments(this.typeOf(member) as ts.TypeReference);
    return type === undefined ? "unknown" : this.checker.typeToString(type);
  }

  #calls(path: string): string[] {
    const found = new Set<string>();
    const areas = this.typeOf(this.exported(paths.table, "operations"));
    const visit = (node: ts.Node): void => {
      if (ts.isPropertyAccessExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
        const { expression: client, name: area } = node.expression;
        const rows = areas.getProperty(area.text);
        const isClient = /(^|\.)client$/.test(client.getText());
        if (isClient && rows && this.typeOf(rows).getProperty(node.name.text)) found.add(`${area.text}.${node.name.text}`);
      }
      ts.forEachChild(node, visit);
    };
    const file = this.program.getSourceFile(join(root, path));
    if (file !== undefined) visit(file);
    return [...found];
  }
}

const isOptional = (member: ts.Symbol): boolean => (member.flags & ts.SymbolFlags.Optional) !== 0;

/** Replaces links to names with the names, and joins the lines of a paragraph, except in code. */
function markdown(parts: ts.SymbolDisplayPart[]): string {
  const text = ts.displayPartsToString(parts).replace(/\{@link (\w+)\}/g, "`$1`");
  return text
    .split(/(^```[\s\S]*?^```$)/m)
    .map((piece) => (piece.startsWith("```") ? piece : joinLines(piece)))
    .join("")
    .trim();
}

const joinLines = (text: string): string => text.replace(/([^\n])\n(?!\n|\s*-\s)[ \t]*/g, "$1 ");

/** A member's type as written, as far as it matters to a reader of the reference. */
function typeText(member: ts.Symbol): string {
  const declaration = member.valueDeclaration;
  const isTyped = declaration !== undefined && (ts.isPropertySignature(declaration) || ts.isPropertyDeclaration(declaration));
  if (!isTyped || declaration.type === undefined) return "unknown";
  return declaration.type
    .getText()
    .replace(/\s+/g, " ")
    .replace(/^\| /, "")
    .replace(/ \| undefined$/, "")
    .replace(/pulumi\.Input<((?:[^<>]|<[^<>]*>)*)>/g, "$1")
    .replace(/pulumi\.Input<((?:[^<>]|<[^<>]*>)*)>/g, "$1");
}
