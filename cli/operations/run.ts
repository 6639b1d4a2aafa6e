import {
  type Answer,
  type Evidence,
  type Operation,
  parameterNames,
  parameterType,
  type RepeatClass,
} from "../../sdk/operations/operation.js";
import { type TableRow, tableRows } from "../../sdk/operations/rows.js";
import { UsageError } from "../shared/exit.js";
import type { OperationsFlags } from "../options.js";
import { findRow, jsonSchema, type Member, membersOf, rowsOf } from "../shared/operations.js";
import { aligned, type Format, type Paint, painter, printPainted } from "../shared/terminal.js";

const repeatMeanings: Readonly<Record<RepeatClass, string>> = {
  safe: "it changes nothing",
  idempotent: "sending it twice has the effect of sending it once",
  ambiguous: "sending it twice could create a duplicate or act on another object; check before retrying",
  billable: "sending it twice costs money, or deletes what was paid for; `call` requires --yes",
  notifying: "sending it twice contacts a person again; `call` requires --yes",
};

type Section = readonly [title: string, lines: readonly string[]];

function describeOperation({ name, operation }: TableRow, paint: Paint): string {
  const { id, method, path, purpose, repeat, evidence, query, body, answers, alternate, notes = [] } = operation;
  const sections: readonly Section[] = [
    ["Path parameters", aligned(parameterNames(path).map((parameter) => [parameter, typeOfParameter(parameter)]))],
    ["Query", query === undefined ? [] : memberLines(membersOf(query))],
    [isOptional(body) ? "Body (optional)" : "Body", body === undefined ? [] : memberLines(membersOf(body))],
    [
      "Answers",
      aligned([
        ...Object.entries(answers).map(([status, answer]) => [status, meaningOf(answer)]),
        ...(alternate === undefined ? [] : [["200", `${alternate.meaning} (${alternate.contentType}), if requested`]]),
      ]),
    ],
    ...Object.entries(answers).flatMap(([status, answer]) => answerSection(status, answer, evidence)),
    ["Notes", notes],
    ["Example", [exampleOf(name, operation)]],
  ];
  const head = [
    `${paint("bold", name)} (${id})`,
    `  ${method} ${path}`,
    `  ${purpose}`,
    "",
    ...aligned([
      ["Repeat", `${repeat}: ${repeatMeanings[repeat]}`],
      [
        "Evidence",
        Object.entries(evidence)
          .map(([part, known]) => `${part} ${known}`)
          .join(", "),
      ],
    ]),
  ];
  const parts = sections.filter(([, lines]) => lines.length > 0).map(([title, lines]) => section(paint("bold", title), lines));
  return [...head, ...parts].join("\n");
}

const section = (title: string, lines: readonly string[]): string => `\n${title}\n${lines.map((line) => `  ${line}`).join("\n")}`;

const answerSection = (status: string, answer: Answer, { answer: known }: Operation["evidence"]): Section[] =>
  answer.kind === "json" ? [[`Answer ${status} (${known})`, memberLines(membersOf(answer.schema))]] : [];

const typeOfParameter = (name: string): string => (parameterType(name) === "integer" ? "whole number" : "text");

const memberLines = (members: readonly Member[]): string[] =>
  aligned(
    members.map(({ place, type, required, secret, description }) => [
      place === "" ? "(the whole)" : place,
      `${type}${required ? "" : ", optional"}${secret ? ", secret" : ""}`,
      description ?? "",
    ]),
  );

const isOptional = (body: Operation["body"]): boolean => body === undefined || body.safeParse(undefined).success;

function meaningOf(answer: Answer): string {
  switch (answer.kind) {
    case "failure":
      return `failure: ${answer.meaning}`;
    case "value":
      return `${JSON.stringify(answer.value)}: ${answer.meaning}`;
    case "binary":
      return `${answer.meaning} (${answer.contentType})`;
    case "redirect":
      return `${answer.meaning}; read from ${answer.to}`;
    case "empty":
      return `${answer.meaning} (no content)`;
    case "json":
      return answer.meaning;
  }
}

function exampleOf(name: string, { path, body, answers, repeat }: Operation): string {
  const needsYes = repeat === "billable" || repeat === "notifying";
  return [
    `hosting call ${name}`,
    ...parameterNames(path).map((parameter) => `--param ${parameter}=…`),
    ...(isOptional(body) ? [] : ["--body @body.json"]),
    ...(Object.values(answers).some(({ kind }) => kind === "binary") ? ["--output FILE"] : []),
    ...(needsYes ? ["--yes"] : []),
  ].join(" ");
}

export function runOperations(name: string | undefined, { area, json }: OperationsFlags): void {
  if (name !== undefined) {
    if (area !== undefined) throw new UsageError("name an operation or use --area, not both");
    const row = findRow(name);
    printPainted(json ? JSON.stringify(detailsOf(row)) : describeOperation(row, painter(process.stdout)));
    return;
  }
  const listed = area === undefined ? tableRows : rowsOf(area);
  printPainted(json ? JSON.stringify(listed.map(summaryOf)) : listing(listed));
}

const rank: readonly Evidence[] = ["documented", "inferred", "unknown"];

const weakest = ({ evidence }: Operation): Evidence =>
  Object.values(evidence).reduce((weak, known) => (rank.indexOf(known) > rank.indexOf(weak) ? known : weak));

const headings = ["OPERATION", "ID", "METHOD", "PATH", "REPEAT", "EVIDENCE", "PURPOSE"];

const repeatFormats: Readonly<Partial<Record<RepeatClass, Format>>> = { billable: "red", notifying: "yellow" };

function listing(listed: readonly TableRow[]): string {
  const paint = painter(process.stdout);
  const cells = listed.map(({ name, operation }) => {
    const { id, method, path, repeat, purpose } = operation;
    return [name, id, method, path, repeat, weakest(operation), purpose];
  });
  const [heading, ...lines] = aligned([headings, ...cells]);
  return [
    paint("bold", heading!),
    ...lines.map((line, index) => {
      const format = repeatFormats[listed[index]!.operation.repeat];
      return format === undefined ? line : paint(format, line);
    }),
  ].join("\n");
}

const summaryOf = ({ area, verb, operation }: TableRow) => {
  const { id, method, path, repeat, evidence, purpose } = operation;
  return { area, verb, id, method, path, repeat, evidence, purpose };
};

const toldOf = (answer: Answer): object =>
  "schema" in answer && answer.schema !== undefined ? { ...answer, schema: jsonSchema(answer.schema) } : answer;

function detailsOf(row: TableRow) {
  const { path, query, body, paging, answers, alternate, notes } = row.operation;
  return {
    ...summaryOf(row),
    parameters: parameterNames(path).map((name) => ({ name, type: parameterType(name) })),
    query: query && jsonSchema(query),
    body: body && jsonSchema(body),
    paging,
    answers: Object.fromEntries(Object.entries(answers).map(([status, answer]) => [status, toldOf(answer)])),
    alternate,
    notes,
  };
}
