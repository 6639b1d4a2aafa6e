import { errorClass } from "../../sdk/http/error-messages.js";
import { type Answer, parameterNames, parameterType } from "../../sdk/operations/operation.js";
import { anchor, block, bullets, code, explanations, generated, page, sentence, table } from "./markdown.js";
import { type Member, membersOf, type ModelLink, typeOf } from "./members.js";
import type { OperationSchemas, TableSchemas } from "./openapi.js";
import { literal, sampleInput } from "./samples.js";
import { models } from "./schemas.js";
import type { Sources } from "./source.js";
import { areas, type TableRow, tableRows } from "../../sdk/operations/rows.js";
import { callOf, evidenceOf, notesOf } from "./operation-facts.js";

/** Page of models that belong to more than one area. */
const sharedPage = "models";

const pageOf = (home: string): string => (areas.includes(home) ? home : sharedPage);

const homes = new Map(models.map(({ name, home }) => [name, pageOf(home)]));

/** Link to an operation; `folder` leads to the pages of operations. */
export const operationLink = (row: TableRow, folder: string): string =>
  `[${code(`${row.area}.${row.verb}`)}](${folder}/${row.area}.md#${anchor(row.operation.id)})`;

/** One page for each area, and one for models that several share; by file name. */
export function operationPages(sources: Sources, schemas: TableSchemas): ReadonlyMap<string, string> {
  const repeats = explanations(sources.repeatClass.text);
  const wanted = new Set<string>();
  const linkFrom =
    (from: string): ModelLink =>
    (name) => {
      wanted.add(name);
      const home = homes.get(name)!;
      return `[${name}](${home === from ? "" : `${home}.md`}#${anchor(name)})`;
    };

  const sections = new Map(
    areas.map((area) => [
      area,
      tableRows
        .filter((row) => row.area === area)
        .map((row) => operationSection(row, schemas, repeats, linkFrom(area)))
        .join("\n\n"),
    ]),
  );
  const modelSections = new Map<string, string>();
  for (const name of wanted)
    // A set that grows during iteration also visits what was added.
    modelSections.set(name, modelSection(name, schemas, linkFrom(homes.get(name)!)));

  const modelsOf = (home: string): string => {
    const names = models.map(({ name }) => name).filter((name) => wanted.has(name) && homes.get(name) === home);
    return names.map((name) => modelSections.get(name)!).join("\n\n");
  };
  const pages = areas.map((area): [string, string] => [
    `${area}.md`,
    areaPage(area, sources.areas[area]?.text ?? "", sections.get(area)!, modelsOf(area)),
  ]);
  const shared = page(
    generated,
    "# Shared models",
    "Objects that operations of several areas use.",
    modelsIntroduction,
    modelsOf(sharedPage),
  );
  return new Map([...pages, [`${sharedPage}.md`, shared]]);
}

const preamble = block(
  [
    'import { createClient } from "pulumi-hosting/sdk";',
    "",
    "const client = createClient({",
    "  baseUrl: process.env.HOSTING_BASE_URL!,",
    "  credentials: { username: process.env.HOSTING_USERNAME!, password: process.env.HOSTING_PASSWORD! },",
    "});",
  ].join("\n"),
);

const modelsIntroduction =
  "Expect members in answers that are not listed; members that are not marked as always there can be absent. Requests accept only " +
  "the listed members.";

function areaPage(area: string, description: string, sections: string, modelSections: string): string {
  const own = tableRows.filter((row) => row.area === area);
  return page(
    generated,
    `# client.${area}`,
    description,
    table(
      ["Call", "Does", "Request", "Repeating"],
      own.map((row) => [
        `[${code(callOf(row))}](#${anchor(row.operation.id)})`,
        row.operation.purpose,
        code(`${row.operation.method} ${row.operation.path}`),
        row.operation.repeat,
      ]),
    ),
    "The calls below use this client:",
    preamble,
    "Any of them can also fail in the ways that [all operations](../README.md#failures-of-any-operation) share.",
    sections,
    ...(modelSections === "" ? [] : ["## Models", modelsIntroduction, modelSections]),
  );
}

function operationSection(
  row: TableRow,
  { of, components }: TableSchemas,
  repeats: ReadonlyMap<string, string>,
  link: ModelLink,
): string {
  const { operation } = row;
  const { query, body, answers } = of(operation);
  const notes = notesOf(operation);
  const parameters = parameterNames(operation.path).map((name) => `${code(name)} (${parameterType(name)})`);
  return page(
    `## ${operation.id}`,
    `${sentence(operation.purpose)} ${code(`${operation.method} ${operation.path}`)}`,
    block(sampleCall(row)),
    ...(notes.length === 0 ? [] : [bullets(notes)]),
    ...(parameters.length === 0 ? [] : [`In the path: ${parameters.join(", ")}.`]),
    ...(query === undefined ? [] : [queryTable(membersOf(query, components, link))]),
    ...(body === undefined ? [] : [bodyText(operation.body?._zod.optin === "optional", body, components, link)]),
    table(
      ["Status", "Meaning", "Result"],
      Object.entries(operation.answers).map(([status, answer]) => [
        status,
        answer.meaning,
        [resultOf(Number(status), answer, answers[Number(status)], link), ...alternateOf(row, answer)].join("; "),
      ]),
    ),
    bullets([
      `Retry class: [${operation.repeat}](../README.md#retry-classes). ${sentence(repeats.get(operation.repeat) ?? "")}`,
      `[Known](../README.md#evidence): ${evidenceOf(operation)}.`,
    ]),
  ).trimEnd();
}

const alternateOf = ({ operation }: TableRow, answer: Answer): string[] =>
  operation.alternate === undefined || answer.kind !== "json"
    ? []
    : [`if requested, ${operation.alternate.meaning} (${code(operation.alternate.contentType)})`];

function sampleCall(row: TableRow): string {
  const input = sampleInput(row.operation);
  const argument = input === undefined ? "" : literal(input, "", callOf(row).length + 8);
  const call = `await ${callOf(row)}(${argument});`;
  if (row.operation.paging?.by !== "offset") return call;
  return `${call}\n// or, over all pages:\nfor await (const each of ${callOf(row)}.each(${argument})) console.log(each);`;
}

function bodyText(
  optional: boolean,
  body: NonNullable<OperationSchemas["body"]>,
  components: TableSchemas["components"],
  link: ModelLink,
): string {
  const members = membersOf(body, components, link);
  const isList = body.type === "array";
  const title = `Body${optional ? " (optional)" : ""}${isList ? ": a list of objects" : ""}`;
  return members.length === 0
    ? `${title}: ${typeOf(body, (name) => describeOpen(name, components))}.`
    : `${title}:\n\n${memberTable(members, "Required")}`;
}

/** A body whose members no source describes. */
const describeOpen = (name: string, components: TableSchemas["components"]): string => typeOf(components[name]!, () => name);

const queryTable = (members: readonly Member[]): string =>
  table(
    ["Query parameter", "Type", "Required", "Meaning"],
    members.map(({ path, type, required, meaning }) => [code(path), type, required ? "yes" : "", meaning]),
  );

const memberTable = (members: readonly Member[], required: string): string =>
  table(
    ["Member", "Type", required, "Secret", "Meaning"],
    members.map(({ path, type, required: must, secret, meaning }) => [
      code(path),
      type,
      must ? "yes" : "",
      secret ? "yes" : "",
      meaning,
    ]),
  );

function resultOf(
  status: number,
  answer: Answer,
  schema: OperationSchemas["answers"][number] | undefined,
  link: ModelLink,
): string {
  switch (answer.kind) {
    case "json":
      return schema === undefined ? "anything" : typeOf(schema, link);
    case "empty":
      return "nothing";
    case "binary":
      return `a file, ${code(answer.contentType)}`;
    case "value":
      return code(JSON.stringify(answer.value));
    case "redirect":
      return `what ${code(answer.to)} answers; the client reads it`;
    case "failure":
      return `fails with ${code(errorClass(status).name)}`;
  }
}

function modelSection(name: string, { components }: TableSchemas, link: ModelLink): string {
  const model = components[name]!;
  const members = membersOf(model, components, link);
  const text =
    members.length === 0
      ? sentence(typeOf(model, link))
      : memberTable(members, model.additionalProperties === false ? "Required" : "Always");
  return `### ${name}\n\n${text}`;
}
