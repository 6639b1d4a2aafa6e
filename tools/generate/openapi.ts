import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { FailureMessage } from "../../sdk/models/common.js";
import { type Answer, type Operation, parameterNames, parameterType } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";
import { pathParameterPattern } from "../../sdk/http/path.js";
import { root } from "./files.js";
import { cachedRead, type GatewayAnswer, gatewayAnswers, gatewayTraps, loginAnswers, refusal, unknownRoute } from "./gateway.js";
import { explanations, sentence } from "./markdown.js";
import { sampleAnswer, sampleBody } from "./samples.js";
import { type JsonSchema, type JsonSchemas, parts, referenced, toJsonSchemas } from "./schemas.js";
import type { Sources } from "./source.js";
import { type TableRow, tableRows } from "../../sdk/operations/rows.js";
import { callOf } from "./operation-facts.js";

type Json = Readonly<Record<string, unknown>>;

/** The schemas of an operation. */
export interface OperationSchemas {
  readonly query?: JsonSchema;
  readonly body?: JsonSchema;
  readonly answers: Readonly<Record<number, JsonSchema>>;
}

export interface TableSchemas {
  readonly of: (operation: Operation) => OperationSchemas;
  readonly components: JsonSchemas;
}

const isLogin = (operation: Operation): boolean => operation === operations.authentication.authenticate;

/** Answers in addition to those of the row. */
function furtherAnswers(operation: Operation): readonly GatewayAnswer[] {
  const takesNumber = parameterNames(operation.path).some((name) => parameterType(name) === "integer");
  return [refusal, ...(isLogin(operation) ? loginAnswers : gatewayAnswers), ...(takesNumber ? [unknownRoute] : [])].filter(
    ({ status }) => !(status in operation.answers),
  );
}

const schemaOf = (answer: Answer) => ("schema" in answer ? answer.schema : undefined);

/** Schemas of every operation, and the models they share. */
export function tableSchemas(): TableSchemas {
  const wanted = new Map<string, z.ZodType>([["failure", FailureMessage]]);
  for (const { operation } of tableRows) {
    if (operation.query !== undefined) wanted.set(`${operation.id} query`, z.strictObject(operation.query.shape));
    if (operation.body !== undefined) wanted.set(`${operation.id} body`, operation.body);
    for (const [status, answer] of Object.entries(operation.answers)) {
      const schema = schemaOf(answer);
      if (schema !== undefined) wanted.set(`${operation.id} ${status}`, schema);
    }
  }
  const { schemas, components } = toJsonSchemas(wanted);
  const of = (operation: Operation): OperationSchemas => {
    const query = schemas.get(`${operation.id} query`);
    const body = schemas.get(`${operation.id} body`);
    const answers = Object.keys(operation.answers).flatMap((status): [string, JsonSchema][] => {
      const schema = schemas.get(`${operation.id} ${status}`);
      return schema === undefined ? [] : [[status, schema]];
    });
    return {
      ...(query === undefined ? {} : { query }),
      ...(body === undefined ? {} : { body }),
      answers: Object.fromEntries(answers),
    };
  };
  return { of, components: markWriteOnly(components, of) };
}

/** Marks secret members of requests that no successful answer to the same request shows. */
function markWriteOnly(components: JsonSchemas, of: TableSchemas["of"]): JsonSchemas {
  const shown = new Map<string, Set<string>>();
  for (const { operation } of tableRows) {
    const { body, answers } = of(operation);
    if (body === undefined) continue;
    const names = new Set(Object.values(answers).flatMap((schema) => [...memberNames(schema, components)]));
    for (const model of modelsIn(body, components)) shown.set(model, new Set([...(shown.get(model) ?? []), ...names]));
  }
  const mark = (schema: JsonSchema, answered: ReadonlySet<string>): JsonSchema => ({
    ...schema,
    ...(schema.anyOf === undefined ? {} : { anyOf: schema.anyOf.map((each) => mark(each, answered)) }),
    ...(schema.items === undefined ? {} : { items: mark(schema.items, answered) }),
    ...(schema.properties === undefined
      ? {}
      : {
          properties: Object.fromEntries(
            Object.entries(schema.properties).map(([name, member]) => [
              name,
              member["x-secret"] === true && !answered.has(name) ? { ...member, writeOnly: true } : mark(member, answered),
            ]),
          ),
        }),
  });
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      const answered = shown.get(name);
      return [name, answered === undefined ? schema : mark(schema, answered)];
    }),
  );
}

/** Named models that a schema is, contains, or refers to. */
export function modelsIn(schema: JsonSchema, components: JsonSchemas, found = new Set<string>()): ReadonlySet<string> {
  if (schema.$ref !== undefined) {
    const name = referenced(schema.$ref);
    if (found.has(name)) return found;
    found.add(name);
    modelsIn(components[name]!, components, found);
  }
  for (const part of parts(schema)) modelsIn(part, components, found);
  return found;
}

/** Names of all members, at any depth. */
function memberNames(schema: JsonSchema, components: JsonSchemas): ReadonlySet<string> {
  const schemas = [schema, ...Array.from(modelsIn(schema, components), (name) => components[name]!)];
  const found = new Set<string>();
  const visit = (each: JsonSchema): void => {
    for (const name of Object.keys(each.properties ?? {})) found.add(name);
    parts(each).forEach(visit);
  };
  schemas.forEach(visit);
  return found;
}

const { version: packageVersion } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };

/** The OpenAPI 3.1 document of the whole table. */
export function openApiDocument({ areas, repeatClass }: Sources, { of, components }: TableSchemas): Json {
  const paths: Record<string, Record<string, Json>> = {};
  const repeats = explanations(repeatClass.text);
  for (const row of tableRows) {
    const { method, path, repeat } = row.operation;
    (paths[path] ??= {})[method.toLowerCase()] = operationObject(row, of(row.operation), sentence(repeats.get(repeat) ?? ""));
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Customer and reseller API of a web-hosting provider",
      version: packageVersion,
      summary: "The operations that pulumi-hosting knows.",
      description: [
        "Requests are described strictly, answers leniently: expect unknown members; `null` means an absent member " +
          "or an empty list, and `[]` may mean an empty object. `x-evidence` says how well each part is known, `x-repeat-class` what sending the " +
          "same request twice would do, `x-also` which other shapes some sources show, and `x-secret` what must never be printed, logged or stored " +
          "in clear text.",
        ...gatewayTraps,
      ].join("\n\n"),
      contact: { name: "pulumi-hosting" },
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      {
        url: "http://127.0.0.1:4010",
        description: "A sandbox of pulumi-hosting. Replace it with the address that the provider gave you, without `/v1`.",
      },
    ],
    security: [{ bearer: [] }],
    tags: Object.entries(areas).map(([name, { text }]) => ({ name, description: text })),
    paths,
    components: {
      securitySchemes: {
        bearer: {
          type: "http",
          scheme: "bearer",
          description: `The token of \`${operations.authentication.authenticate.id}\`. The scheme must be written exactly \`Bearer\`.`,
        },
      },
      responses: Object.fromEntries(
        [refusal, ...gatewayAnswers, ...loginAnswers, unknownRoute].map((answer) => [answer.name, gatewayResponse(answer)]),
      ),
      schemas: components,
    },
  };
}

function operationObject(row: TableRow, { query, body, answers }: OperationSchemas, repeating: string): Json {
  const { operation, area } = row;
  const parameters = [
    ...parameterNames(operation.path).map((name) => ({ name, in: "path", required: true, ...pathParameter(name) })),
    ...Object.entries(query?.properties ?? {}).map(([name, { description, ...schema }]) => ({
      name,
      in: "query",
      ...(description === undefined ? {} : { description }),
      required: query?.required?.includes(name) ?? false,
      schema,
    })),
  ];
  return {
    operationId: operation.id,
    summary: sentence(operation.purpose),
    description: [
      ...(operation.notes ?? []).map(sentence),
      ...(operation.method === "GET" ? [cachedRead] : []),
      `Sent again: ${repeating}`,
    ].join(" "),
    tags: [area],
    ...(isLogin(operation) ? { security: [] } : {}),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: operation.body?._zod.optin !== "optional",
            content: { "application/json": { schema: body, example: sampleBody(operation) } },
          },
        }),
    responses: Object.fromEntries([
      ...Object.entries(operation.answers).map(([status, answer]) => [
        status,
        response(operation, answer, answers[Number(status)]),
      ]),
      ...furtherAnswers(operation).map((answer) => [String(answer.status), { $ref: `#/components/responses/${answer.name}` }]),
    ]),
    "x-repeat-class": operation.repeat,
    "x-evidence": operation.evidence,
    ...(operation.paging === undefined ? {} : { "x-paging": operation.paging }),
    "x-client-call": callOf(row),
  };
}

const pathParameter = (name: string): Json =>
  parameterType(name) === "integer"
    ? { schema: { type: "integer", format: "int64" } }
    : {
        description: "As the API shows it. Refuse what `pattern` does not match before you send it: encoding does not help.",
        schema: { type: "string", minLength: 1, pattern: pathParameterPattern },
      };

/** As code generators expect it: OpenAPI 3.1 itself requires no schema. */
const bytes: JsonSchema = { type: "string", format: "binary" };

const file = (contentType: string): Json => ({ [contentType]: { schema: bytes, example: "%PDF-1.4" } });

function response({ alternate }: Operation, answer: Answer, schema: JsonSchema | undefined): Json {
  const description = sentence(answer.meaning);
  switch (answer.kind) {
    case "json":
      return {
        // As a second type of content, it would be a second type of answer, and generated clients have only one.
        description:
          alternate === undefined
            ? description
            : `${description} With \`Accept: ${alternate.contentType}\`: ${sentence(alternate.meaning)}`,
        content: {
          "application/json": { schema: schema ?? {}, example: sampleAnswer(answer.schema) },
        },
      };
    case "binary":
      return { description, content: file(answer.contentType) };
    case "redirect":
      return {
        description: `${description} Do not follow it: read \`${answer.to}\` at the address that you called.`,
        headers: {
          Location: { description: `Address of ${answer.to}, always with \`https\`.`, schema: { type: "string" } },
        },
      };
    case "failure":
      return {
        description,
        ...(schema === undefined ? {} : { content: { "application/json": { schema, example: { message: description } } } }),
      };
    case "value":
      return { description: `${description} The status is the result; no body is described.` };
    case "empty":
      return { description };
  }
}

const gatewayResponse = ({ meaning, headers = {}, contentType }: GatewayAnswer): Json => ({
  description: sentence(meaning),
  ...(Object.keys(headers).length === 0
    ? {}
    : {
        headers: Object.fromEntries(
          Object.entries(headers).map(([name, description]) => [
            name,
            { description, schema: { type: "integer", format: "int64" } },
          ]),
        ),
      }),
  content:
    contentType === undefined
      ? {
          "application/json": {
            schema: { $ref: "#/components/schemas/FailureMessage" },
            example: { message: sentence(meaning) },
          },
        }
      : { [contentType]: { schema: { type: "string" }, example: sentence(meaning) } },
});
