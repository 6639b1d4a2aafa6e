import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { normalized } from "../../tools/generate/one-answer.js";
import { referenceFolder, root } from "../../tools/generate/files.js";

/** Shapes for which generated clients do not compile, or lose a value, in at least one language. */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json => typeof value === "object" && value !== null;

/** Every schema of the document, with its place. */
function schemas(document: Json): { place: string; schema: Json }[] {
  const found: { place: string; schema: Json }[] = [];
  const visit = (value: unknown, place: string): void => {
    if (!isObject(value)) return;
    if (["type", "properties", "enum", "anyOf"].some((keyword) => keyword in value)) found.push({ place, schema: value });
    for (const [name, member] of Object.entries(value)) if (name !== "example") visit(member, `${place}/${name}`);
  };
  visit(document, "");
  return found;
}

const typesOf = (schema: Json): readonly unknown[] => [
  ...[schema["type"] ?? []].flat(),
  ...((schema["anyOf"] ?? []) as Json[]).flatMap(typesOf),
];

/** Names of what identifies something. `version` of an address is 4 or 6. */
const identifies = /(^|[a-z_])(id|uid|uuid|identifier|number|pin|code)$|^(agencyServer|offer|version)$/i;
const isIdentifier = (place: string) => identifies.test(/\/properties\/(\w+)$/.exec(place)?.[1] ?? "");

/** The schemas of every operation's successful answers, as text. */
const answersOf = (document: Json): { id: string; shapes: readonly string[] }[] =>
  Object.values(document["paths"] as Record<string, Record<string, Json>>)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, responses }) => ({
      id: operationId as string,
      shapes: Object.entries(responses as Record<string, { content?: Json }>)
        .filter(([status]) => status.startsWith("2"))
        .flatMap(([, { content = {} }]) => Object.entries(content).map(([type, media]) => `${type} ${shapeOf(media as Json)}`)),
    }));

function shapeOf({ schema }: Json): string {
  const { anyOf, oneOf, type } = schema as Json;
  const several =
    anyOf ??
    oneOf ??
    [type]
      .flat()
      .filter((each) => each !== "null")
      .slice(1);
  return (several as unknown[]).length > 0 ? "several" : JSON.stringify(schema);
}

interface Rule {
  readonly rule: string;
  /** Where a document breaks it. */
  readonly broken: (document: Json) => readonly string[];
  /** A document that breaks it once. */
  readonly example: Json;
}

const answering = (...answers: readonly Json[]): Json => ({
  paths: {
    "/v1/a": { get: { operationId: "a", responses: Object.fromEntries(answers.map((each, index) => [200 + index, each])) } },
  },
});
const json = (schema: Json): Json => ({ content: { "application/json": { schema } } });

/** The places of the schemas that break a rule. */
const where =
  (isBroken: (schema: Json, place: string) => boolean) =>
  (document: Json): string[] =>
    schemas(document).flatMap(({ place, schema }) => (isBroken(schema, place) ? [place] : []));
const component = (schema: Json): Json => ({ components: { schemas: { A: schema } } });
const member = (name: string, schema: Json): Json => component({ type: "object", properties: { [name]: schema } });
const is = (schema: Json, type: string) => [schema["type"]].flat().includes(type);
const alternatives = (schema: Json) => (schema["anyOf"] ?? schema["oneOf"] ?? []) as Json[];
const notNull = (types: readonly unknown[]) => types.filter((type) => type !== "null");

const rules: readonly Rule[] = [
  {
    rule: "no object has two members whose names generators make one",
    broken: where(({ properties }) => {
      const names = Object.keys((properties as Json | undefined) ?? {}).map(normalized);
      return new Set(names).size !== names.length;
    }),
    example: component({ type: "object", properties: { _id: {}, id: {} } }),
  },
  {
    rule: "nothing that identifies is a number with a fraction",
    broken: where((schema, place) => isIdentifier(place) && typesOf(schema).includes("number")),
    example: member("uid", { type: ["number", "null"], format: "double" }),
  },
  {
    rule: "nothing by which a client finds an object may be null",
    broken: where((schema, place) => /\/properties\/(_id|id|uid|uuid)$/.test(place) && typesOf(schema).includes("null")),
    example: member("uid", { anyOf: [{ type: "string" }, { type: "null" }] }),
  },
  {
    rule: "an enumeration has only strings or integers",
    broken: where((schema) => "enum" in schema && typesOf(schema).includes("number")),
    example: component({ enum: [1, 2], type: "number", format: "double" }),
  },
  {
    rule: "an integer has 64 bits: without a format, generators take 32",
    broken: where((schema) => is(schema, "integer") && schema["format"] !== "int64"),
    example: component({ type: "integer" }),
  },
  {
    rule: "a number is a double: Go takes 32 bits for enough",
    broken: where((schema) => is(schema, "number") && schema["format"] !== "double"),
    example: component({ type: "number" }),
  },
  {
    rule: "a value has one shape, or may be null; what other sources show is in `x-also`",
    broken: where((schema) => alternatives(schema).filter(({ type }) => type !== "null").length > 1),
    example: component({ anyOf: [{ type: "string" }, { type: "boolean" }] }),
  },
  {
    rule: "several types are alternatives, as oapi-codegen wants",
    broken: where((schema) => notNull([schema["type"] ?? []].flat()).length > 1),
    example: component({ type: ["string", "boolean"] }),
  },
  {
    rule: "null is no alternative twice, for which oapi-codegen forgets the rest",
    broken: where((schema) => alternatives(schema).filter((each) => is(each, "null")).length > 1),
    example: component({ anyOf: [{ type: "null" }, { type: ["string", "null"] }] }),
  },
  {
    rule: "no format is `base64`, which is none, and none beside a pattern is `uuid`: datamodel-codegen drops the pattern",
    broken: where(({ format, pattern }) => format === "base64" || (format === "uuid" && pattern !== undefined)),
    example: component({ type: "string", format: "uuid", pattern: "^a" }),
  },
  {
    rule: "a list says what its items are",
    broken: where((schema) => is(schema, "array") && !schema["items"]),
    example: component({ type: "array" }),
  },
  {
    rule: "an answer whose members are known is typed",
    broken: where(({ properties, additionalProperties }) => properties !== undefined && additionalProperties === true),
    example: component({ type: "object", properties: {}, additionalProperties: true }),
  },
  ...[
    { between: "two statuses", example: answering(json({ type: "string" }), json({ type: "boolean" })) },
    { between: "alternatives", example: answering(json({ anyOf: [{ type: "string" }, { type: "boolean" }] })) },
    {
      between: "types of content",
      example: answering({ content: { "text/plain": { schema: {} }, "application/pdf": { schema: {} } } }),
    },
  ].map(({ between, example }) => ({
    rule: `a successful answer has one shape, not another between ${between}`,
    broken: (document: Json) =>
      answersOf(document).flatMap(({ id, shapes }) =>
        new Set(shapes).size > 1 || shapes.some((each) => each.endsWith("several")) ? [id] : [],
      ),
    example,
  })),
];

describe("the OpenAPI document, for generated clients", () => {
  const document = JSON.parse(readFileSync(join(root, referenceFolder, "openapi.json"), "utf8")) as Json;

  for (const { rule, broken, example } of rules)
    it(rule, () => {
      assert.deepEqual(broken(document), []);
      assert.equal(broken({ paths: {}, ...example }).length, 1, "the check finds nothing");
    });
});
