import { parameterNames } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import type { ConformanceWorld } from "./world.js";

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly [keyword: string]: unknown;
}

interface Described {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

/** An OpenAPI document, as far as it is touched here. */
export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/**
 * The document, made for a sandbox that holds certain objects: path parameters may be theirs, every operation has an example
 * that succeeds, and requests are described as the sandbox takes them.
 */
export function openApiFor(document: Document, world: ConformanceWorld): Document {
  const paths: Record<string, Record<string, Described>> = {};
  for (const row of rows) {
    const method = row.method.toLowerCase();
    const { parameters: described = [], requestBody, ...rest } = document.paths[row.path]![method]!;
    const { parameters, query, body } = world.caseOf(row).complete();
    const values = { path: parameters, query } as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const named = new Set(parameterNames(row.path));
    (paths[row.path] ??= {})[method] = {
      ...rest,
      parameters: described.map((parameter) => {
        const value = values[parameter.in]?.[parameter.name];
        if (value === undefined) return parameter;
        const schema = named.has(parameter.name) ? { ...parameter.schema, anyOf: [{ const: value }, {}] } : parameter.schema;
        return { ...parameter, schema, example: value };
      }),
      ...(requestBody === undefined ? {} : { requestBody: withExample(requestBody, body) }),
    };
  }
  const sent = modelsOfRequests(document);
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [
      name,
      withAnyNumber(sent.has(name) ? asTaken(schema) : schema),
    ]),
  );
  return { ...document, paths, components: { ...document.components, schemas } };
}

/** Some sources call an identifier any number, and the sandbox takes and shows it like that. */
const withAnyNumber = (schema: Schema): Schema =>
  JSON.parse(JSON.stringify(schema).replaceAll('"integer"', '"number"')) as Schema;

type Body = NonNullable<Described["requestBody"]>;

const withExample = ({ content, ...rest }: Body, example: unknown): Body => ({
  ...rest,
  content: Object.fromEntries(
    Object.entries(content).map(([type, media]) => [type, { ...media, schema: asTaken(media.schema), example }]),
  ),
});

/** Names of all models that a request can hold. */
function modelsOfRequests({ paths, components }: Document): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (schema: Schema): void => {
    const name = schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
    if (name !== undefined && !found.has(name)) {
      found.add(name);
      visit(components.schemas[name]!);
    }
    below(schema).forEach(visit);
  };
  for (const described of Object.values(paths).flatMap((methods) => Object.values(methods)))
    for (const { schema } of Object.values(described.requestBody?.content ?? {})) visit(schema);
  return found;
}

const below = ({ anyOf = [], properties = {}, items, additionalProperties }: Schema): readonly Schema[] => [
  ...anyOf,
  ...Object.values(properties),
  ...(items === undefined ? [] : [items]),
  ...(typeof additionalProperties === "object" ? [additionalProperties] : []),
];

const nullable = (schema: Schema): Schema => ({ anyOf: [asTaken(schema), { type: "null" }] });

/**
 * The schema with null allowed for each member that may be left out, and without formats where a pattern is what counts. A
 * member has any of the shapes that sources show.
 */
function asTaken({ "x-also": also, ...schema }: Schema): Schema {
  if (Array.isArray(also)) return { anyOf: [schema, ...(also as Schema[])].map(asTaken) };
  const { format, ...others } = schema;
  const { anyOf, properties, required = [], items, additionalProperties } = others;
  return {
    ...others,
    ...(format === undefined || schema["pattern"] !== undefined ? {} : { format }),
    ...(anyOf === undefined ? {} : { anyOf: anyOf.map(asTaken) }),
    ...(items === undefined ? {} : { items: asTaken(items) }),
    ...(properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, member]) => [
              name,
              required.includes(name) ? asTaken(member) : nullable(member),
            ]),
          ),
        }),
    ...(typeof additionalProperties === "object" ? { additionalProperties: nullable(additionalProperties) } : {}),
  };
}
