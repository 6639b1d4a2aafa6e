import type { Definition } from "../../provider/definition/definition.js";
import type { Field } from "../../provider/definition/field.js";
import { lifecycleArguments } from "../../provider/values/reserved-properties.js";
import { argumentTable, splitDefault } from "./arguments.js";
import { loadCompiled } from "./files.js";
import { bullets, code, generated, page, table } from "./markdown.js";
import { membersOf, typeOf } from "./members.js";
import { operationLink } from "./operations-page.js";
import { changes, deletion, takeOver } from "./resource-sections.js";
import { type JsonSchema, type JsonSchemas, toJsonSchemas } from "./schemas.js";
import type { ResourceSource, Sources } from "./source.js";
import { tableRows } from "../../sdk/operations/rows.js";

/** A resource, from its source and its definition. */
export interface Resource {
  readonly source: ResourceSource;
  readonly definition: Definition;
}

/** Every resource that the package exports. */
export const resourcesOf = ({ resources }: Sources): readonly Resource[] =>
  resources.map((source) => ({ source, definition: loadCompiled(source.path)[source.kind] as Definition }));

/** One page for each class, by file name. */
export function resourcePages(sources: Sources): ReadonlyMap<string, string> {
  const resources = resourcesOf(sources);
  const { schemas, components } = toJsonSchemas(
    new Map(
      resources.flatMap(({ definition }) =>
        Object.entries(definition.fields).map(([name, field]) => [`${definition.kind}.${name}`, field.schema] as const),
      ),
    ),
  );
  return new Map(
    resources.map(({ source, definition }) => {
      const schemaOf = (name: string) => schemas.get(`${definition.kind}.${name}`)!;
      return [`${source.className}.md`, resourcePage(source, definition, schemaOf, components)];
    }),
  );
}

function resourcePage(
  source: ResourceSource,
  definition: Definition,
  schemaOf: (name: string) => JsonSchema,
  components: JsonSchemas,
): string {
  const { doc, className } = source;
  const { remarks = "", example = "" } = doc.tags;
  return page(
    generated,
    `# ${className}`,
    doc.text,
    example,
    remarks,
    "## Arguments",
    fieldTable(source, definition, schemaOf, components),
    "Every resource also takes [`adopt` and `timeouts`](../README.md#arguments-of-every-resource).",
    "## Outputs",
    ...outputs(source, definition),
    "## Take over an existing one",
    takeOver(source, definition),
    "## What a change does",
    changes(source, definition),
    "## What deletion does",
    deletion(source, definition),
    "## Operations",
    bullets(
      source.calls.map((call) =>
        operationLink(
          tableRows.find(({ area, verb }) => call === `${area}.${verb}`)!,
          "../operations",
        ),
      ),
    ),
  );
}

function fieldTable(
  source: ResourceSource,
  { fields }: Definition,
  schemaOf: (name: string) => JsonSchema,
  components: JsonSchemas,
): string {
  const link = () => "object";
  return table(
    ["Argument", "Type", "Default", "[Policy](../README.md#policies)", "Secret", "[Evidence](../README.md#evidence)", "Meaning"],
    Object.entries(fields).flatMap(([name, field]) => {
      const { fallback, meaning } = splitDefault(source.fields[name]?.text ?? "");
      const schema = schemaOf(name);
      const own = [
        code(name),
        typeOf(schema, link),
        field.required ? "required" : fallback,
        field.policy,
        secrecy(field),
        field.evidence,
        meaning,
      ];
      const members = membersOf(schema, components, link, { models: "nested", within: name }).map((member) => [
        code(member.path),
        member.type,
        member.required ? "required" : "",
        "",
        member.secret || isSecretMember(field, member.path.slice(name.length + 1)) ? "yes" : "",
        "",
        member.meaning,
      ]);
      return [own, ...members];
    }),
  );
}

const secrecy = ({ secret }: Field): string => {
  if (secret === "value") return "yes";
  if (secret === "userinfo") return "with a login or token";
  return secret === "members" ? "each value" : "";
};

const isSecretMember = ({ secret }: Field, name: string): boolean => Array.isArray(secret) && secret.includes(name);

function outputs(source: ResourceSource, definition: Definition): string[] {
  const own = { ...definition.outputs, ...definition.derived };
  return Object.keys(own).length === 0 ? ["The arguments."] : ["The arguments, and:", outputTable(source, definition)];
}

const outputTable = (source: ResourceSource, definition: Definition): string =>
  table(
    ["Output", "Type", "Secret", "[Evidence](../README.md#evidence)", "Meaning"],
    [
      ...Object.entries(definition.outputs).map(([name, { secret, evidence, optional }]) => [
        code(name),
        `${source.outputs[name]?.type ?? ""}${optional ? " or undefined" : ""}`,
        secret ? "yes" : "",
        evidence,
        source.outputs[name]?.text ?? "",
      ]),
      ...Object.entries(source.derived).map(([name, { text }]) => [code(name), "string", "", "", text]),
    ],
  );

/** Types of the arguments that control the lifecycle. */
export function lifecycleTable(sources: Sources): string {
  const { schemas, components } = toJsonSchemas(new Map(Object.entries(lifecycleArguments)));
  const link = () => "object";
  return argumentTable(sources.lifecycle, (name) => {
    const schema = schemas.get(name)!;
    const members = membersOf(schema, components, link, { models: "nested", within: name });
    return {
      type: typeOf(schema, link),
      members: members.map((member) => [code(member.path), member.type, "", member.meaning]),
    };
  });
}
