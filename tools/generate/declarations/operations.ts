import ts from "typescript";
import type { z } from "zod";
import { type Operation, parameterNames, parameterType } from "../../../sdk/operations/operation.js";
import { operations } from "../../../sdk/operations/index.js";
import { purposeOf } from "../functions.js";
import { evidenceOf, notesOf } from "../operation-facts.js";
import type { Docs } from "../source.js";
import { comment, commentOf, indented } from "./comments.js";
import type { Described } from "./described.js";
import type { EntryDeclarations, Writer } from "./entry.js";
import { type Property, propertyName } from "./types.js";

const areasOf = (): [string, [string, Operation][]][] =>
  Object.entries(operations).map(([area, verbs]) => [area, Object.entries<Operation>(verbs)]);

const interfaceOfArea = (area: string, suffix: string): string => `${area.charAt(0).toUpperCase()}${area.slice(1)}${suffix}`;

/** A member of an area: its comment, and its declaration. */
interface Member {
  said(row: Operation): string;
  declared(area: string, verb: string, row: Operation): string;
}

/** An interface of all areas, and one for each. */
function byArea(name: string, suffix: string, areas: Docs, { said, declared }: Member): string {
  const all = areasOf();
  const whole = all.map(([area]) => `${comment(areas[area]?.text ?? "")}readonly ${area}: ${interfaceOfArea(area, suffix)};`);
  const each = all.map(([area, verbs]) => {
    const members = verbs.map(([verb, row]) => `${comment(said(row))}readonly ${verb}: ${declared(area, verb, row)};`);
    return `${comment(areas[area]?.text ?? "")}interface ${interfaceOfArea(area, suffix)} {\n${indented(members.join("\n"))}\n}`;
  });
  return [`interface ${name} {\n${indented(whole.join("\n"))}\n}`, ...each].join("\n\n");
}

/** A row of the table with its type. */
export class Row {
  constructor(
    private readonly entry: EntryDeclarations,
    private readonly area: string,
    private readonly verb: string,
    readonly operation: Operation,
  ) {}

  get type(): ts.Type {
    const { declarations } = this.entry;
    const table = declarations.typeOf(declarations.exported("sdk/operations/index", "operations"));
    return declarations.member(declarations.member(table, this.area), this.verb);
  }

  /** The type that query or body has for callers. */
  input(name: "query" | "body"): ts.Type {
    return this.#side(this.entry.declarations.member(this.type, name), "input");
  }

  #side(schema: ts.Type, side: "input" | "output"): ts.Type {
    const { declarations } = this.entry;
    return declarations.member(declarations.member(schema, "_zod"), side);
  }

  /** Path parameters, as members. */
  get parameters(): Property[] {
    return parameterNames(this.operation.path).map((name) => ({
      said: "",
      name,
      isOptional: false,
      text: parameterType(name) === "integer" ? "number" : "string",
    }));
  }

  /** What an answer in JSON is read as. */
  #valueOf(status: string, described: Described): string {
    const { declarations, types } = this.entry;
    const answer = declarations.member(declarations.member(this.type, "answers"), status);
    return types.print(this.#side(declarations.member(answer, "schema"), "output"), { described });
  }

  /** What a successful call resolves to. */
  get result(): string {
    const results = Object.entries(this.operation.answers).flatMap(([status, answer]): string[] => {
      if (answer.kind === "empty") return ["undefined"];
      if (answer.kind === "value") return [JSON.stringify(answer.value)];
      if (answer.kind === "binary") return [binaryContent(this.entry)];
      return answer.kind === "json" ? [this.#valueOf(status, answer.schema)] : [];
    });
    return [...new Set(results)].join(" | ");
  }

  /** The row itself, with its schemas as far as they concern programs. */
  get text(): string {
    const { entry, operation } = this;
    const answers = Object.entries(operation.answers).map(([status, answer]) => {
      const name = `${answer.kind.charAt(0).toUpperCase()}${answer.kind.slice(1)}Answer`;
      const answerType = entry.declared("sdk/operations/operation", name);
      const of =
        answer.kind === "json"
          ? `<${entry.schemaOf(this.#valueOf(status, answer.schema))}>`
          : answer.kind === "value"
            ? `<${JSON.stringify(answer.value)}>`
            : "";
      return `readonly ${status}: ${answerType}${of};`;
    });
    const text = (property: Property): string => {
      if (property.name === "answers") return `{\n${indented(answers.join("\n"))}\n}`;
      if (property.name !== "query" && property.name !== "body") return property.text;
      const types = (["output", "input"] as const).map((side) =>
        entry.types.print(this.#side(entry.declarations.member(this.type, property.name), side), {
          described: operation[property.name as "query" | "body"],
        }),
      );
      return entry.schemaOf(...types);
    };
    return objectOf(
      entry.types.properties(this.type, { isReadonly: true }).map((property) => ({ ...property, text: text(property) })),
    );
  }
}

const binaryContent = (entry: EntryDeclarations): string => entry.declared("sdk/operations/operation", "BinaryContent");

/** An object type with these members. */
export const objectOf = (members: readonly Property[]): string => {
  const lines = members.map(
    ({ said, name, isOptional, text }) =>
      `${said}readonly ${propertyName(name)}${isOptional ? "?" : ""}: ${text}${isOptional && !/\bundefined$/.test(text) ? " | undefined" : ""};`,
  );
  return lines.length === 0 ? "object" : `{\n${indented(lines.join("\n"))}\n}`;
};

/** `Operations`: the table, row by row. */
export const operationsWriter =
  (areas: Docs): Writer =>
  (entry, name) =>
    byArea(name, "Operations", areas, {
      said: purposeOf,
      declared: (area, verb, operation) => new Row(entry, area, verb, operation).text,
    });

/** An area by itself. */
export const areaWriter =
  (areas: Docs): Writer =>
  (entry, name) =>
    `${comment(areas[name]?.text ?? "")}declare const ${name}: ${entry.declared("sdk/operations/index", "Operations")}["${name}"];`;

/** What a call takes. */
function inputOf(entry: EntryDeclarations, row: Row): Property[] {
  const { query, body } = row.operation;
  const isAbsent = (schema: z.core.$ZodType): boolean => schema._zod.optin === "optional";
  const part = (name: "query" | "body", schema: z.core.$ZodType, isOptional: boolean): Property => ({
    said: "",
    name,
    isOptional,
    text: entry.types.print(row.input(name), { described: schema }),
  });
  return [
    ...row.parameters,
    ...(query === undefined ? [] : [part("query", query, Object.values<z.core.$ZodType>(query.shape).every(isAbsent))]),
    ...(body === undefined ? [] : [part("body", body, isAbsent(body))]),
  ];
}

/** What an editor shows of a call: everything on its page but its schemas. */
const hoverOf = (row: Operation, repeats: ReadonlyMap<string, string>): string =>
  [
    purposeOf(row),
    "",
    ...notesOf(row).map((note) => `- ${note}`),
    `- Retry class \`${row.repeat}\`: ${repeats.get(row.repeat) ?? ""}`,
    `- Known: ${evidenceOf(row)}.`,
  ].join("\n");

/** The calls of the client. */
export const areasWriter =
  (areas: Docs, repeats: ReadonlyMap<string, string>): Writer =>
  (entry, name) => {
    const client = entry.declarations.file("sdk/client");
    const options = entry.declared("sdk/http/call-options", "CallOptions");
    const promise = entry.declared("sdk/client", "CallPromise");
    const listing = entry.declared("sdk/http/listing", "Listing");
    const declared = (area: string, verb: string, operation: Operation): string => {
      const row = new Row(entry, area, verb, operation);
      const members = inputOf(entry, row);
      const input = members.length === 0 ? "Readonly<Record<string, never>>" : objectOf(members);
      const takes = `(input${members.every(({ isOptional }) => isOptional) ? "?" : ""}: ${input}, options?: ${options})`;
      const { result } = row;
      const each = `${commentOfMember(client, "Paged", "each")}each${takes}: ${listing}<${result.replace(/\[\]$/, "")}>;`;
      const file = `${commentOfMember(client, "Alternate", "file")}file${takes}: ${promise}<${binaryContent(entry)}>;`;
      const further = [
        ...(operation.paging?.by === "offset" ? [each] : []),
        ...(operation.alternate === undefined ? [] : [file]),
      ];
      if (further.length === 0) return `${takes} => ${promise}<${result}>`;
      return `{\n${indented([`${takes}: ${promise}<${result}>;`, ...further].join("\n"))}\n}`;
    };
    return byArea(name, "Calls", areas, { said: (row) => hoverOf(row, repeats), declared });
  };

/** The comment of a member that a type of a file gives to some calls. */
function commentOfMember(file: ts.SourceFile, alias: string, member: string): string {
  let found = "";
  const visit = (node: ts.Node): void => {
    if (ts.isTypeElement(node) && node.name?.getText() === member) found = commentOf(node);
    ts.forEachChild(node, visit);
  };
  for (const statement of file.statements)
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === alias) visit(statement);
  return found;
}
