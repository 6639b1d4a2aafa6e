import { type Definition, isAdoptable } from "../../provider/definition/definition.js";
import type { Field } from "../../provider/definition/field.js";
import { lifecycleArguments } from "../../provider/values/reserved-properties.js";
import { argumentTable, splitDefault } from "./arguments.js";
import { loadCompiled } from "./files.js";
import { bullets, code, generated, page, table } from "./markdown.js";
import { membersOf, typeOf } from "./members.js";
import { operationLink } from "./operations-page.js";
import { type JsonSchema, type JsonSchemas, toJsonSchemas } from "./schemas.js";
import type { Doc, ResourceSource, Sources } from "./source.js";
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
  const { id = "", remarks = "", example = "" } = doc.tags;
  return page(
    generated,
    `# ${className}`,
    doc.text,
    remarks,
    example,
    "## Arguments",
    fieldTable(source, definition, schemaOf, components),
    "Every resource also takes [`adopt` and `timeouts`](../README.md#arguments-of-every-resource).",
    "## Outputs",
    ...outputs(source, definition),
    "## Identity",
    bullets([
      `Pulumi's id is ${id}.`,
      `${code(`hosting.${className}.get("name", "<id>")`)} reads an existing one without managing it.`,
      existing(definition, doc),
      ...revealed(definition),
    ]),
    "## Lifecycle",
    bullets([...costs(definition), ...changes(definition), ...blindSpots(definition)]),
    "## Deletion",
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
  if (secret === "userinfo") return "with a login";
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

const names = (list: readonly string[]): string => list.map(code).join(", ");

/** Names of arguments in a tag, such as `sld, tld`. */
export const namesIn = (tag: string | undefined): string[] => tag?.split(",").map((name) => name.trim()) ?? [];

/** What happens if the object already exists, and how it is found. */
function existing(definition: Definition, { tags }: Doc): string {
  const {
    label,
    identity: { unique, singleton },
  } = definition;
  if (singleton === true)
    return `It exists as long as what it belongs to: it is never created; a resource uses the existing one.`;
  const adopted = tags["adopted"] === undefined ? "" : ` It is found by ${names(namesIn(tags["adopted"]))} alone.`;
  const adoption = isAdoptable(definition)
    ? `\`adopt: true\` adopts an existing one instead of creating one.${adopted}`
    : `\`adopt: true\` is refused for a new one.`;
  const key = `Its natural key: ${names(namesIn(tags["key"]))}.`;
  return unique === false
    ? `${key} Only the id distinguishes two with the same key, so an existing one does not prevent the creation; ${adoption}`
    : `${key} If the ${label} already exists, the creation fails and creates no duplicate; ${adoption}`;
}

const revealed = ({ revealed: outputs = [] }: Definition): string[] =>
  outputs.length === 0
    ? []
    : [`The provider shows ${names(outputs)} only at creation: unknown for one that is read with \`get\`.`];

const costs = ({ costly, label }: Definition): string[] =>
  costly === true
    ? [
        `It costs money. Unless the program says \`protect: false\`, Pulumi refuses to delete or replace it.`,
        `After an unclear answer to its creation, the provider looks for it and never orders it twice.`,
        `If it is proven gone, a refresh fails and says what to do, because the next \`up\` would order the ${label} again; ` +
          `[\`hosting:whenGone\`](../configuration.md) set to \`recreate\` allows that.`,
      ]
    : [];

function replacementOf({
  identity: { singleton },
  deletion: { undeletable },
  replacement: { order: replacement },
}: Definition): string {
  if (singleton === true) return "A replacement uses the other one, and treats this one as a deletion does.";
  if (undeletable !== undefined) return "A replacement is created, and the old one stays at the provider.";
  return replacement === "create-first"
    ? "A replacement is created before the old one is deleted."
    : "A replacement is created after the old one is deleted, because both cannot exist at the same time.";
}

function changes(definition: Definition): string[] {
  const policies = new Set(Object.values(definition.fields).map(({ policy }) => policy));
  return [
    policies.has("update") ? "Arguments whose policy is `update` are changed in place." : "The API has no call that changes it.",
    ...(policies.has("replace") ? [replacementOf(definition)] : []),
    ...(policies.has("fixed")
      ? ["Changing an argument whose policy is `fixed` fails the preview, which says what to do instead."]
      : []),
  ];
}

/** What a refresh cannot see. */
function blindSpots({ fields }: Definition): string[] {
  const unseen = Object.entries(fields).filter(([, { readable, policy }]) => !readable && policy !== "creation");
  return unseen.length === 0
    ? []
    : [`The provider does not show ${names(unseen.map(([name]) => name))}, so a refresh sees no drift there.`];
}

function deletion({ doc }: ResourceSource, { deletion: { undeletable } }: Definition): string {
  if (undeletable === undefined) return doc.tags["deletion"] ?? "";
  return `${undeletable} \`pulumi destroy\` removes it from the state, and warns that it stays.`;
}

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
