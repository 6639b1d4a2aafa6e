import ts from "typescript";
import { loadedSchema } from "./models.js";
import { isOfZod, type CompiledDeclarations } from "./program.js";
import { isTaken } from "./schema-types.js";
import type { Style, TypePrinter } from "./types.js";

interface CopyContext {
  readonly declarations: CompiledDeclarations;
  readonly types: TypePrinter;
  /** Whether a constant is declared where the copy goes, so that its type can be asked for. */
  isConstant(symbol: ts.Symbol): boolean;
  /** What a symbol is called where the copy goes. */
  nameOf(symbol: ts.Symbol, written: string): string;
}

interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Copies declarations as they are written, but for names, and for types that are derived from constants. */
export class Copier {
  constructor(private readonly surroundings: CopyContext) {}

  copy(node: ts.Node): string {
    const file = node.getSourceFile();
    const replacements: Replacement[] = [];
    const replace = (each: ts.Node, text: string): void =>
      void replacements.push({ start: each.getStart(file), end: each.end, text });
    const visit = (each: ts.Node): void => {
      if (ts.isTypeNode(each) && this.isDerived(each)) return replace(each, this.#derived(each));
      const name = nameIn(each);
      if (name === undefined) return ts.forEachChild(each, visit);
      const symbol = this.#symbolAt(name);
      const text = isWithin(symbol, node) ? name.getText(file) : this.surroundings.nameOf(symbol, name.getText(file));
      const isSchema = isOfZod(symbol) && !isTaken(symbol);
      if (ts.isImportTypeNode(each)) replacements.push({ start: each.getStart(file), end: name.end, text });
      else replace(isSchema ? each : name, text);
      if (!isSchema) (each as ts.NodeWithTypeArguments).typeArguments?.forEach(visit);
    };
    visit(node);
    return spliced(file.text, node, replacements);
  }

  /** Whether a type is that of a constant, or made of it, so that it is written nowhere. */
  isDerived(node: ts.TypeNode): boolean {
    if (ts.isTypeQueryNode(node)) {
      const symbol = this.#symbolAt(node.exprName);
      return this.surroundings.declarations.pathOf(symbol) !== undefined && !this.surroundings.isConstant(symbol);
    }
    if (ts.isTypeOperatorNode(node) || ts.isParenthesizedTypeNode(node)) return this.isDerived(node.type);
    if (ts.isIndexedAccessTypeNode(node)) return this.isDerived(node.objectType);
    if (ts.isMappedTypeNode(node))
      return node.typeParameter.constraint !== undefined && this.isDerived(node.typeParameter.constraint);
    const [of, ...others] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
    return (
      of !== undefined &&
      others.length === 0 &&
      isOfZod(this.#symbolAt((node as ts.TypeReferenceNode).typeName)) &&
      this.isDerived(of)
    );
  }

  /** The constant that a type is taken from; undefined for one made in another way. */
  constantOf(node: ts.TypeNode): ts.Symbol | undefined {
    const [of] = ts.isTypeReferenceNode(node) ? (node.typeArguments ?? []) : [];
    return of !== undefined && ts.isTypeQueryNode(of) ? this.#symbolAt(of.exprName) : undefined;
  }

  /** How a derived type is written out. */
  styleOf(node: ts.TypeNode): Style {
    const constant = this.constantOf(node);
    return {
      isReadonly: ts.isMappedTypeNode(node) && node.readonlyToken !== undefined,
      described: constant && loadedSchema(this.surroundings.declarations.pathOf(constant), constant.name),
    };
  }

  #derived(node: ts.TypeNode): string {
    const { declarations, types } = this.surroundings;
    return types.print(declarations.checker.getTypeFromTypeNode(node), this.styleOf(node));
  }

  #symbolAt(node: ts.Node): ts.Symbol {
    const { declarations } = this.surroundings;
    const symbol = declarations.checker.getSymbolAtLocation(node);
    if (symbol === undefined) throw new Error(`${node.getSourceFile().fileName}: nothing is called ${node.getText()}`);
    return declarations.resolve(symbol);
  }
}

/** The name by which a node refers to a declaration; undefined where it does not. */
function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isTypeReferenceNode(node)) return node.typeName;
  if (ts.isTypeQueryNode(node)) return node.exprName;
  if (ts.isExpressionWithTypeArguments(node)) return node.expression;
  return ts.isImportTypeNode(node) ? node.qualifier : undefined;
}

/** Whether a symbol is declared in the node itself, as its type parameters are. */
const isWithin = (symbol: ts.Symbol, node: ts.Node): boolean =>
  symbol.declarations?.every(
    (each) => each !== node && each.getSourceFile() === node.getSourceFile() && each.pos >= node.pos && each.end <= node.end,
  ) === true;

function spliced(text: string, node: ts.Node, replacements: readonly Replacement[]): string {
  let result = "";
  let at = node.getStart();
  for (const { start, end, text: replacement } of replacements) {
    result += narrowed(text.slice(at, start));
    const indentation = /( *)[^\n]*$/.exec(result)?.[1] ?? "";
    result += replacement.replace(/\n(?=.)/g, `\n${indentation}`);
    at = end;
  }
  return result + narrowed(text.slice(at, node.end));
}

/** The compiler indents by four. */
const narrowed = (text: string): string =>
  text.replace(/\n((?: {4})+)/g, (_, spaces: string) => `\n${" ".repeat(spaces.length / 2)}`);
