import type ts from "typescript";
import type { Definition } from "../../../provider/definition/definition.js";
import { loadCompiled } from "../files.js";
import type { ResourceSource } from "../source.js";
import { comment, commentOfSymbol, indented } from "./comments.js";
import type { EntryDeclarations, Writer } from "./entry.js";
import { propertyName } from "./types.js";

/** The fields, outputs or derived outputs of a definition, each with its comment and the type of its value. */
interface PropertyDeclaration {
  readonly name: string;
  readonly said: string;
  readonly type: ts.Type;
}

class Resource {
  readonly definition: Definition;

  constructor(
    private readonly entry: EntryDeclarations,
    private readonly source: ResourceSource,
  ) {
    this.definition = loadCompiled(source.path)[source.kind] as Definition;
  }

  part(name: "fields" | "outputs" | "derived"): PropertyDeclaration[] {
    const { declarations } = this.entry;
    const { path, kind } = this.source;
    const type = declarations.member(declarations.typeOf(declarations.exported(path.replace(/\.ts$/, ""), kind)), name);
    return declarations.checker.getPropertiesOfType(declarations.checker.getNonNullableType(type)).map((symbol) => ({
      name: symbol.name,
      said: comment(this.source[name][symbol.name]?.text ?? ""),
      type: declarations.typeOf(symbol),
    }));
  }

  /** The type of the value of a field, or of an output. */
  valueOf({ type }: PropertyDeclaration): ts.Type {
    const { declarations } = this.entry;
    const [of] = declarations.checker.getTypeArguments(type as ts.TypeReference);
    const inner = of?.getProperty("_zod");
    return inner === undefined ? of! : declarations.member(declarations.typeOf(inner), "output");
  }

  described(name: string) {
    return this.definition.fields[name]?.schema;
  }

  isOptionalOutput = (name: string): boolean => this.definition.outputs[name]?.optional === true;

  isRequired = (name: string): boolean => this.definition.fields[name]?.required === true;
}

/** The arguments of a resource. */
const argsWriter =
  (source: ResourceSource): Writer =>
  (entry, name, symbol) => {
    const resource = new Resource(entry, source);
    const lifecycle = entry.declared("provider/program/resource-class", "LifecycleArgs");
    entry.fromPackage("@pulumi/pulumi", "Input");
    const members = resource.part("fields").map((field) => {
      const text = entry.types.printPresent(resource.valueOf(field), {
        isInput: true,
        described: resource.described(field.name),
      });
      const isRequired = resource.isRequired(field.name);
      return `${field.said}readonly ${propertyName(field.name)}${isRequired ? "" : "?"}: ${text}${isRequired ? "" : " | undefined"};`;
    });
    return `${commentOfSymbol(symbol)}interface ${name} extends ${lifecycle} {\n${indented(members.join("\n"))}\n}`;
  };

/** The class of a resource. */
const classWriter =
  (source: ResourceSource): Writer =>
  (entry, name, symbol) => {
    const resource = new Resource(entry, source);
    const pulumi = (of: string): string => entry.fromPackage("@pulumi/pulumi", of);
    const options = `options?: ${pulumi("CustomResourceOptions")}`;
    const args = entry.declared(source.path.replace(/\.ts$/, ""), `${name}Args`);
    const property = ({ name: member, said }: PropertyDeclaration, text: string): string =>
      `${said}readonly ${propertyName(member)}: ${pulumi("Output")}<${text}>;`;
    const all = new Map([
      ...resource.part("fields").map((field): [string, string] => {
        const text = entry.types.printPresent(resource.valueOf(field), { described: resource.described(field.name) });
        return [field.name, property(field, resource.isRequired(field.name) ? text : `${text} | undefined`)];
      }),
      ...resource.part("outputs").map((output): [string, string] => {
        const text = entry.types.printPresent(resource.valueOf(output));
        return [output.name, property(output, resource.isOptionalOutput(output.name) ? `${text} | undefined` : text)];
      }),
      ...resource.part("derived").map((output): [string, string] => [output.name, property(output, "string")]),
    ]);
    const members = [
      "/** The type of the resources in URNs. Typed policies compare it. */",
      "static readonly __pulumiType: string;",
      "/** Whether a value is a resource of this class, also if another copy of this package created it. */",
      `static isInstance(value: unknown): value is ${name};`,
      `constructor(name: string, args: ${args}, ${options});`,
      "/** An existing object by its id, read and not managed. */",
      `static get<T extends ${pulumi("CustomResource")}>(`,
      `  this: new (name: string, args: ${args}, ${options}) => T,`,
      "  name: string,",
      `  id: ${pulumi("Input")}<${pulumi("ID")}>,`,
      `  ${options},`,
      "): T;",
      ...all.values(),
    ];
    return `${commentOfSymbol(symbol)}declare class ${name} extends ${pulumi("CustomResource")} {\n${indented(members.join("\n"))}\n}`;
  };

/** How a class of a resource and its arguments are written; undefined for anything else. */
export function resourceWriter(
  resources: readonly ResourceSource[],
  path: string | undefined,
  { name }: ts.Symbol,
): Writer | undefined {
  const source = resources.find((each) => each.path === `${path ?? ""}.ts`);
  if (source === undefined) return undefined;
  if (name === source.className) return classWriter(source);
  return name === `${source.className}Args` ? argsWriter(source) : undefined;
}
