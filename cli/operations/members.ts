import { z } from "zod";

/** A member of an operation's input, as a line of a description. */
export interface Member {
  /** `parameters.value`, `items[].name`; empty for the whole input. */
  readonly place: string;
  readonly type: string;
  readonly required: boolean;
  readonly secret: boolean;
  readonly description: string | undefined;
}

/** The described parts of a JSON Schema. */
interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly description?: string;
  readonly secret?: boolean;
}

/** The caller's input as JSON Schema. */
export const jsonSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return rest;
};

/** Members of the caller's input; those of a nested object follow the object. */
export const membersOf = (schema: z.ZodType): Member[] => describe(jsonSchema(schema), "", true);

function describe(schema: Schema, place: string, required: boolean): Member[] {
  const { properties, items } = schema;
  const inner = [
    ...Object.entries(properties ?? {}).flatMap(([name, member]) =>
      describe(member, place === "" ? name : `${place}.${name}`, schema.required?.includes(name) ?? false),
    ),
    ...(items === undefined ? [] : describe(items, `${place}[]`, true).filter((member) => member.place !== `${place}[]`)),
    ...(schema.allOf ?? []).flatMap((part) => describe(part, place, required).filter((member) => member.place !== place)),
  ];
  const isWholeObject = place === "" && inner.length > 0 && items === undefined;
  if (isWholeObject) return inner;
  const { description, secret = false } = schema;
  return [{ place, type: typeOf(schema), required, secret, description }, ...inner];
}

const typeNames: Readonly<Record<string, string>> = { string: "text", integer: "whole number", boolean: "true or false" };

const formatNames: Readonly<Record<string, string>> = {
  uri: "URL",
  email: "mail address",
  date: "date",
  "date-time": "date and time",
};

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((choice) => JSON.stringify(choice)).join(" | ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) return [...new Set(alternatives.map(typeOf))].join(" | ");
  if (schema.type === "array") return schema.items === undefined ? "list" : `list of ${typeOf(schema.items)}`;
  const format = schema.format === undefined ? undefined : formatNames[schema.format];
  return format ?? typeNames[schema.type ?? ""] ?? schema.type ?? (schema.properties === undefined ? "anything" : "object");
}
