import ts from "typescript";
import { comment, commentOfSymbol, indented } from "./comments.js";
import { isOfZod, packageOf } from "./program.js";
import { type Described, descriptionOf, elementOf, memberOf, valueOf } from "./described.js";

/** How types are called where they are printed; undefined for one whose members have to be written out. */
export interface Names {
  /** A type that has a name in its source. */
  ofSymbol(symbol: ts.Symbol): string | undefined;
  /** A type that is a model's. */
  ofModel(type: ts.Type, described: Described): string | undefined;
}

/** How a type is printed. */
export interface Style {
  /** Whether its members are declared as what nobody assigns to. */
  readonly isReadonly?: boolean;
  /** Whether it and all in it may be outputs. */
  readonly isInput?: boolean;
  readonly described?: Described;
}

/** What the compiler prints in one word. */
const keywords: readonly ts.TypeFlags[] = [
  ts.TypeFlags.Any,
  ts.TypeFlags.Unknown,
  ts.TypeFlags.String,
  ts.TypeFlags.Number,
  ts.TypeFlags.Boolean,
  ts.TypeFlags.BooleanLiteral,
  ts.TypeFlags.BigInt,
  ts.TypeFlags.Undefined,
  ts.TypeFlags.Null,
  ts.TypeFlags.Void,
  ts.TypeFlags.Never,
  ts.TypeFlags.NonPrimitive,
  ts.TypeFlags.StringLiteral,
  ts.TypeFlags.NumberLiteral,
  ts.TypeFlags.TemplateLiteral,
];

const has = ({ flags }: ts.Type, wanted: ts.TypeFlags): boolean => (flags & wanted) !== 0;

/** A property of an object type, as it is printed. */
export interface Property {
  /** Its comment; empty where nothing says anything. */
  readonly said: string;
  readonly name: string;
  readonly isOptional: boolean;
  readonly text: string;
}

/** Prints what a type is, and not what it was derived from. */
export class TypePrinter {
  constructor(
    private readonly checker: ts.TypeChecker,
    private readonly names: Names,
  ) {}

  print(type: ts.Type, style: Style = {}): string {
    const text = this.#plain(type, style);
    return style.isInput === true ? `pulumi.Input<${text}>` : text;
  }

  /** As {@link print}, of a type without `undefined`. */
  printPresent = (type: ts.Type, style: Style = {}): string => this.print(this.checker.getNonNullableType(type), style);

  /** The members of an object type, each with its comment. */
  members(type: ts.Type, style: Style): string[] {
    return [
      ...this.checker.getIndexInfosOfType(type).map((info) => {
        const value = this.print(info.type, { ...style, described: valueOf(style.described) });
        return `[key: ${this.checker.typeToString(info.keyType)}]: ${value};`;
      }),
      ...this.properties(type, style).map(({ said, name, isOptional, text }) => {
        const isReadonly = style.isReadonly === true ? "readonly " : "";
        return `${said}${isReadonly}${propertyName(name)}${isOptional ? "?" : ""}: ${text};`;
      }),
    ];
  }

  /** The properties of an object type. */
  properties(type: ts.Type, style: Style): Property[] {
    return this.checker.getPropertiesOfType(type).map((property) => {
      const described = memberOf(style.described, property.name);
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
      const of = this.checker.getTypeOfSymbol(property);
      return {
        said: commentOfSymbol(property) || comment(descriptionOf(described)),
        name: property.name,
        isOptional,
        text: this.print(of, { ...style, described }),
      };
    });
  }

  #plain(type: ts.Type, style: Style): string {
    // What has a name is made of plain values.
    const named = style.isInput === true ? undefined : (this.names.ofModel(type, style.described) ?? this.#alias(type));
    return named ?? this.spellOut(type, style);
  }

  /** What a type is, even where it has a name. */
  spellOut(type: ts.Type, style: Style): string {
    if (type.isUnion()) return this.#union(type, style);
    if (keywords.some((flag) => has(type, flag)))
      return this.checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation);
    if (isOfZod(type.symbol) && type.getProperty("_zod") !== undefined) return this.#schema(type, style);
    if (this.checker.isArrayType(type)) return this.#array(type as ts.TypeReference, style);
    if (this.checker.isTupleType(type)) {
      const elements = this.checker.getTypeArguments(type as ts.TypeReference).map((each) => this.print(each, style));
      return `${style.isReadonly === true ? "readonly " : ""}[${elements.join(", ")}]`;
    }
    return this.#reference(type, style) ?? this.#object(type, style);
  }

  #alias({ aliasSymbol, aliasTypeArguments = [] }: ts.Type): string | undefined {
    if (aliasSymbol === undefined || isOfZod(aliasSymbol)) return undefined;
    const isPlain = aliasTypeArguments.length === 0 || aliasSymbol.name === "Record" || packageOf(aliasSymbol) !== undefined;
    const name = isPlain ? this.names.ofSymbol(aliasSymbol) : undefined;
    return (
      name &&
      withArguments(
        name,
        aliasTypeArguments.map((each) => this.print(each)),
      )
    );
  }

  #reference(type: ts.Type, style: Style): string | undefined {
    const symbol = type.symbol as ts.Symbol | undefined;
    const isDeclared = symbol !== undefined && (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.Class)) !== 0;
    const name = isDeclared ? this.names.ofSymbol(symbol) : undefined;
    if (name === undefined) return undefined;
    const given = this.checker.getTypeArguments(type as ts.TypeReference);
    return withArguments(
      name,
      given.map((each) => this.print(each, { ...style, described: elementOf(style.described) ?? style.described })),
    );
  }

  /** What may be absent says so at its end. */
  #union({ types }: ts.UnionType, style: Style): string {
    const plain = { ...style, isInput: false };
    const isBoolean = (each: ts.Type) => has(each, ts.TypeFlags.BooleanLiteral);
    const nothing = types.filter((each) => has(each, ts.TypeFlags.Null) || has(each, ts.TypeFlags.Undefined));
    const booleans = types.filter(isBoolean);
    const others = types.filter((each) => !isBoolean(each) && !nothing.includes(each));
    const texts = others.map((each) => this.#plain(each, style));
    return [
      // TypeScript orders literals by when it first meets them anywhere in the program.
      ...(others.every((each) => each.isLiteral()) ? texts.sort() : texts),
      ...(booleans.length === 2 ? ["boolean"] : booleans.map((each) => this.#plain(each, plain))),
      ...nothing.map((each) => this.#plain(each, plain)).reverse(),
    ].join(" | ");
  }

  #schema(type: ts.Type, { described }: Style): string {
    const inner = this.checker.getTypeOfSymbol(type.getProperty("_zod")!);
    const side = (name: "input" | "output") => this.print(this.checker.getTypeOfSymbol(inner.getProperty(name)!), { described });
    return withArguments(this.names.ofSymbol(type.symbol)!, [side("output"), side("input")]);
  }

  #array(type: ts.TypeReference, style: Style): string {
    const [element] = this.checker.getTypeArguments(type);
    const text = this.print(element!, { ...style, described: elementOf(style.described) });
    const isWhole = /^\S*$/.test(text) || !element!.isUnion() || style.isInput === true;
    return `${type.symbol.name === "ReadonlyArray" ? "readonly " : ""}${isWhole ? text : `(${text})`}[]`;
  }

  #object(type: ts.Type, style: Style): string {
    if (type.getCallSignatures().length > 0)
      throw new Error(`${this.checker.typeToString(type)}: a derived function has to be written out`);
    const members = this.members(type, style);
    const values = members.length === 1 ? /^\[key: string\]: ([^]*);$/.exec(members[0]!) : null;
    if (values !== null) return `Record<string, ${values[1]!}>`;
    return members.length === 0 ? "{}" : `{\n${indented(members.join("\n"))}\n}`;
  }
}

const withArguments = (name: string, all: readonly string[]): string => (all.length === 0 ? name : `${name}<${all.join(", ")}>`);

export const propertyName = (name: string): string =>
  /^[\w$]+$/.test(name) && !/^\d+\D/.test(name) ? name : JSON.stringify(name);
