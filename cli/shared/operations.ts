import { z } from "zod";
import { areas, type TableRow, tableRows } from "../../sdk/operations/rows.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "./exit.js";

/**
 * The row of an identifier, or of area and verb; `what` says where the text is from.
 * @throws UsageError that suggests similar names.
 */
export function findRow(text: string, what?: string): TableRow {
  const found = tableRows.find(({ name, operation }) => name === text || operation.id === text);
  if (found !== undefined) return found;
  const near = suggest(text, tableRows, ({ name, operation }) => [name, operation.id]);
  const suggestions = near.map(({ name, operation }) => `${operation.id} (${name})`);
  const message = `there is no operation ${text}${question(suggestions)}\n\`hosting operations\` lists them all.`;
  throw new UsageError(what === undefined ? message : `${what}: ${message}`);
}

export function rowsOf(area: string): readonly TableRow[] {
  if (!areas.includes(area)) {
    const near = suggest(area, areas, (name) => [name]);
    throw new UsageError(`there is no area ${area}${question(near)}\nThe areas are ${areas.join(", ")}.`);
  }
  return tableRows.filter((row) => row.area === area);
}

export interface Member {
  /** `parameters.value`, `items[].name`; empty for the whole. */
  readonly place: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  /** Whether it is a text, a number, true or false, or a list of these. */
  readonly plain: boolean;
  readonly description: string | undefined;
}

/** The described parts of a JSON Schema. */
interface Schema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Schema>>;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly description?: string;
  readonly secret?: boolean;
}

/** The input that a caller passes, or an answer as it is sent, as JSON Schema. */
export const jsonSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
};

export function membersOf(schema: z.ZodType): Member[] {
  const whole: Schema = jsonSchema(schema);
  return new Description(whole.$defs ?? {}).of(whole);
}

/** Whether an answer can be a list. An answer that no source describes can be anything. */
export const canBeList = (schema: z.ZodType): boolean =>
  alternatives(jsonSchema(schema)).some((each) => each.type === "array" || isAnything(each));

const isAnything = (schema: Schema): boolean => Object.keys(schema).length === 0;

/** The list that a backend writes in place of an empty object. */
const isEmptyList = ({ items }: Schema): boolean => items?.not !== undefined;

/** What a schema allows, except what stands for nothing. Each alternative keeps the mark and the description of the whole. */
function alternatives({ anyOf, oneOf, ...rest }: Schema): readonly Schema[] {
  const { type, secret, description } = rest;
  const marks = { ...(secret === undefined ? {} : { secret }), ...(description === undefined ? {} : { description }) };
  const choices = anyOf ?? oneOf ?? (typeof type === "object" ? type.map((each) => ({ ...rest, type: each })) : undefined);
  if (choices === undefined) return [rest];
  return choices
    .flatMap((choice) => alternatives({ ...marks, ...choice }))
    .filter((each) => each.type !== "null" && !isEmptyList(each));
}

/** What an alternative of lists and single elements reads as: the list. */
function withoutElements(choices: readonly Schema[]): readonly Schema[] {
  const elements = choices.flatMap(({ items }) => (items === undefined ? [] : [JSON.stringify(items)]));
  return choices.filter((choice) => !elements.includes(JSON.stringify(choice)));
}

class Description {
  /** Names of the definitions that contain the member, which may contain themselves. */
  readonly #open: string[] = [];

  constructor(private readonly definitions: Readonly<Record<string, Schema>>) {}

  of(schema: Schema, place = "", required = true): Member[] {
    const choices = withoutElements(alternatives(schema));
    const inner = choices.length === 1 ? this.#within(choices[0]!, place) : [];
    const isWholeObject = place === "" && inner.length > 0 && choices[0]!.items === undefined;
    if (isWholeObject) return inner;
    const described = [schema, ...choices];
    const own: Member = {
      place,
      type: this.#typeOf(choices),
      required,
      secret: described.some(({ secret }) => secret === true),
      plain: choices.length > 0 && choices.every((choice) => isPlain(choice.items ?? choice)),
      description: described.find(({ description }) => description !== undefined)?.description,
    };
    return [own, ...inner];
  }

  #within(schema: Schema, place: string): Member[] {
    if (schema.$ref !== undefined) return this.#inDefinition(schema.$ref, place);
    const { properties, items, allOf = [] } = schema;
    return [
      ...Object.entries(properties ?? {}).flatMap(([name, member]) =>
        this.of(member, place === "" ? name : `${place}.${name}`, schema.required?.includes(name) ?? false),
      ),
      ...(items === undefined ? [] : this.of(items, `${place}[]`).filter((member) => member.place !== `${place}[]`)),
      ...allOf.flatMap((part) => this.of(part, place).filter((member) => member.place !== place)),
    ];
  }

  #inDefinition(reference: string, place: string): Member[] {
    const name = definitionName(reference);
    const definition = this.definitions[name];
    if (definition === undefined || this.#open.includes(name)) return [];
    this.#open.push(name);
    const members = this.of(definition, place).filter((member) => member.place !== place);
    this.#open.pop();
    return members;
  }

  #typeOf(choices: readonly Schema[]): string {
    return [...new Set(choices.map((choice) => this.#typeOfOne(choice)))].join(" | ");
  }

  #typeOfOne(schema: Schema): string {
    if (schema.$ref !== undefined) return this.#typeOf(alternatives(this.definitions[definitionName(schema.$ref)] ?? {}));
    if (schema.const !== undefined) return JSON.stringify(schema.const);
    if (schema.enum !== undefined) return schema.enum.map((choice) => JSON.stringify(choice)).join(" | ");
    if (schema.type === "array")
      return schema.items === undefined ? "list" : `list of ${this.#typeOf(alternatives(schema.items))}`;
    return typeName(schema);
  }
}

const definitionName = (reference: string): string => reference.slice(reference.lastIndexOf("/") + 1);

const plainTypes = ["string", "integer", "number", "boolean"];

const isPlain = (schema: Schema): boolean =>
  alternatives(schema).every(
    ({ type, enum: choices, const: value }) =>
      choices !== undefined || value !== undefined || (typeof type === "string" && plainTypes.includes(type)),
  );

const typeNames: Readonly<Record<string, string>> = { string: "text", integer: "whole number", boolean: "true or false" };

const formatNames: Readonly<Record<string, string>> = {
  uri: "URL",
  email: "mail address",
  date: "date",
  "date-time": "date and time",
};

function typeName({ type, format, properties }: Schema): string {
  const named = format === undefined ? undefined : formatNames[format];
  const name = typeof type === "string" ? (typeNames[type] ?? type) : undefined;
  return named ?? name ?? (properties === undefined ? "anything" : "object");
}
