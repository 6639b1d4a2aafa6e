import { readdirSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { loadCompiled, root } from "./files.js";

/** JSON Schema (2020-12), as far as the models need it. */
export interface JsonSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema;
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: JsonSchema;
  readonly description?: string;
  readonly format?: string;
  readonly contentEncoding?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly writeOnly?: boolean;
  readonly "x-secret"?: boolean;
  /** What some sources have in its place. */
  readonly "x-also"?: readonly JsonSchema[];
}

export type JsonSchemas = Readonly<Record<string, JsonSchema>>;

/** A schema of `sdk/models` that has a name. */
export interface Model {
  readonly name: string;
  /** Name of its file, which is the area's if the model belongs to one. */
  readonly home: string;
  readonly schema: z.ZodType;
}

const isModel = (name: string, value: unknown): value is z.ZodType =>
  /^[A-Z]/.test(name) && (value instanceof z.ZodObject || value instanceof z.ZodRecord || value instanceof z.ZodUnion);

/** Every named model. */
export const models: readonly Model[] = readdirSync(join(root, "sdk/models"))
  .filter((file) => file.endsWith(".ts"))
  .sort()
  .flatMap((file) =>
    Object.entries(loadCompiled(`sdk/models/${file}`))
      .filter((entry): entry is [string, z.ZodType] => isModel(...entry))
      .map(([name, schema]) => ({ name, home: file.replace(/\.ts$/, ""), schema })),
  );

/** No model has this name: they begin with a capital letter. */
const containerName = "wanted";

export const componentPrefix = "#/components/schemas/";

/** The model that a reference names. */
export const referenced = (reference: string): string => reference.slice(componentPrefix.length);

/**
 * Schemas as JSON Schema of the wire format, each under its key in `wanted`, and the named models that they refer to.
 */
export function toJsonSchemas(wanted: ReadonlyMap<string, z.ZodType>): {
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  readonly components: JsonSchemas;
} {
  const registry = z.registry<{ id: string }>();
  for (const { name, schema } of models) registry.add(schema, { id: name });
  // As members of one object, schemas that are used twice stay separate, and named ones become references.
  const container = z.object(Object.fromEntries(wanted));
  registry.add(container, { id: containerName });
  const { schemas: converted } = z.toJSONSchema(registry, { io: "input", uri: (id) => `${componentPrefix}${id}` });
  const members = tidy(converted[containerName] as JsonSchema).properties ?? {};

  const components: Record<string, JsonSchema> = {};
  const collect = (schema: JsonSchema): void => {
    if (schema.$ref !== undefined) {
      const name = referenced(schema.$ref);
      if (name in components) return;
      components[name] = tidy(converted[name] as JsonSchema);
      collect(components[name]);
    }
    for (const part of parts(schema)) collect(part);
  };
  for (const schema of Object.values(members)) collect(schema);
  return {
    schemas: new Map(Object.entries(members)),
    components: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The schemas directly below a schema. */
export const parts = (schema: JsonSchema): readonly JsonSchema[] => [
  ...(schema.anyOf ?? []),
  ...Object.values(schema.properties ?? {}),
  ...(schema.items === undefined ? [] : [schema.items]),
  ...(typeof schema.additionalProperties === "object" ? [schema.additionalProperties] : []),
];

/** As zod writes it. */
type Raw = JsonSchema & {
  readonly $schema?: string;
  readonly $id?: string;
  readonly secret?: boolean;
  readonly shownOnce?: boolean;
  readonly userinfo?: boolean;
  readonly whole?: boolean;
  readonly likeliest?: number;
  readonly undocumented?: boolean;
  readonly anyOf?: readonly Raw[];
  readonly properties?: Readonly<Record<string, Raw>>;
};

/** Members that identify a record. They may be absent, and are never null. */
const identifierNames: ReadonlySet<string> = new Set(["_id", "id", "uid", "uuid"]);

/** A schema without parts that say nothing, or that client generators cannot express. */
function tidy(raw: Raw): JsonSchema {
  const {
    $schema: _schema,
    $id: _id,
    shownOnce: _shownOnce,
    userinfo: _userinfo,
    undocumented: _undocumented,
    whole,
    likeliest,
    propertyNames,
    secret,
    anyOf,
    properties,
    items,
    additionalProperties,
    ...rest
  } = raw;
  const schema: JsonSchema = {
    ...withoutSafeBounds(rest),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties)
              .filter(([, { undocumented }]) => undocumented !== true)
              .map(([name, member]) => [name, tidyMember(name, member)]),
          ),
        }),
    ...(items === undefined ? {} : { items: tidy(items) }),
    ...(additionalProperties === undefined || (properties !== undefined && additionalProperties !== false)
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === "boolean"
              ? additionalProperties
              : Object.keys(additionalProperties).length === 0 || tidy(additionalProperties),
        }),
    ...(propertyNames?.pattern === undefined ? {} : { propertyNames: { pattern: propertyNames.pattern } }),
    ...(secret === true ? { "x-secret": true } : {}),
  };
  const found = anyOf?.filter((each) => !isEmptyList(each)).map(tidy);
  if (likeliest !== undefined) return likeliestOf(schema, found, likeliest);
  const alternatives = found === undefined ? schema : joined(schema, found);
  return withFormat(separated(withoutUuidPattern(withoutEncodingAsFormat(alternatives))), whole === true);
}

/** One of the alternatives, or of the types, and the others beside it. */
function likeliestOf(
  { type, ...schema }: JsonSchema,
  alternatives: readonly JsonSchema[] | undefined,
  index: number,
): JsonSchema {
  const all = alternatives ?? ([type].flat() as readonly string[]).map((each) => withFormat({ type: each }, false));
  return { ...all[index], ...schema, "x-also": all.filter((each) => each !== all[index]) };
}

/** Generators only support a type list of one type and `null`. */
function separated(schema: JsonSchema): JsonSchema {
  const { type, ...others } = schema;
  if (!Array.isArray(type) || type.filter((each) => each !== "null").length < 2) return schema;
  return { ...others, anyOf: (type as readonly string[]).map((each) => withFormat({ type: each }, false)) };
}

/** Without a format, generated clients use 32 bits for a number, which changes times and identifiers. */
function withFormat(schema: JsonSchema, whole: boolean): JsonSchema {
  const types = [schema.type ?? []].flat() as readonly string[];
  const isWhole = whole || types.includes("integer") || schema.enum?.every(Number.isInteger) === true;
  const [numeric, format] = isWhole ? ["integer", "int64"] : ["number", "double"];
  if (schema.format !== undefined || !types.some((type) => type === "number" || type === "integer")) return schema;
  const named = types.map((type) => (type === "number" ? numeric : type));
  return { ...schema, format, type: named.length === 1 ? named[0]! : named };
}

/** `contentEncoding` is the right keyword, and `format` has no such value. */
function withoutEncodingAsFormat(schema: JsonSchema): JsonSchema {
  const { format, ...others } = schema;
  return format !== undefined && format === schema.contentEncoding ? others : schema;
}

/** The format says the same, and models for Python drop the pattern with a warning. */
function withoutUuidPattern(schema: JsonSchema): JsonSchema {
  const { pattern: _pattern, ...others } = schema;
  return schema.format === "uuid" ? others : schema;
}

/** The empty list that represents an empty object: as an alternative, it would hide the object's members from a typed client. */
const isEmptyList = ({ items }: JsonSchema): boolean => items !== undefined && "not" in items;

const tidyMember = (name: string, member: JsonSchema): JsonSchema => {
  const { type, ...schema } = tidy(member);
  if (type === undefined) {
    const { anyOf } = schema;
    return anyOf === undefined || !identifierNames.has(name)
      ? schema
      : { ...schema, anyOf: anyOf.filter((each) => each.type !== "null") };
  }
  if (!Array.isArray(type) || !identifierNames.has(name)) return { ...schema, type };
  const [only, ...others] = (type as readonly string[]).filter((each) => each !== "null");
  return { ...schema, type: others.length === 0 ? only! : [only!, ...others] };
};

/** Every JavaScript integer has these bounds. */
function withoutSafeBounds<S extends JsonSchema>(schema: S): S {
  const { minimum: least, exclusiveMinimum: below, maximum, ...others } = schema;
  // Some generators read an exclusive bound as the flag that it was in OpenAPI 3.0.
  const isWhole = schema.type === "integer" && below !== undefined;
  const minimum = isWhole ? below + 1 : least;
  const rest = isWhole || below === undefined ? others : { ...others, exclusiveMinimum: below };
  return {
    ...rest,
    ...(minimum === undefined || minimum === Number.MIN_SAFE_INTEGER ? {} : { minimum }),
    ...(maximum === undefined || maximum === Number.MAX_SAFE_INTEGER ? {} : { maximum }),
  } as S;
}

/** Flattens nested alternatives, and writes a plain type that may be null as a list of types. */
function joined(schema: JsonSchema, alternatives: readonly JsonSchema[]): JsonSchema {
  const [only, ...others] = alternatives.filter(({ type }) => type !== "null");
  const nullable = alternatives.filter(({ type }) => type === "null").slice(0, 1);
  if (only === undefined || others.length > 0)
    return { ...schema, anyOf: alternatives.flatMap((each) => (Object.keys(each).join() === "anyOf" ? each.anyOf! : [each])) };
  const { anyOf, ...marks } = only;
  if (anyOf !== undefined) return { ...marks, ...schema, anyOf: [...anyOf, ...nullable] };
  if (Array.isArray(only.type) && only.type.includes("null")) return { ...only, ...schema };
  if (typeof only.type !== "string" || only.enum !== undefined || only.const !== undefined)
    return { ...schema, anyOf: alternatives };
  return { ...only, ...schema, type: nullable.length === 0 ? only.type : [only.type, "null"] };
}
