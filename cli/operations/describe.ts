import { parameterNames, parameterType, type Answer, type Operation, type RepeatClass } from "../../sdk/operations/operation.js";
import type { TableRow } from "../../sdk/operations/rows.js";
import { aligned, type Paint } from "../shared/terminal.js";
import { membersOf, type Member } from "../shared/schema-members.js";

const repeatMeanings: Readonly<Record<RepeatClass, string>> = {
  safe: "it changes nothing",
  idempotent: "sending it twice has the effect of sending it once",
  ambiguous: "sending it twice could create a duplicate or act on another object; check before retrying",
  billable: "sending it twice costs money, or deletes what was paid for; `call` requires --yes",
  notifying: "sending it twice contacts a person again; `call` requires --yes",
};

type Section = readonly [title: string, lines: readonly string[]];

/** Everything a caller should know about one operation. */
export function describeOperation({ name, operation }: TableRow, paint: Paint): string {
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

/** The members of an answer, and how well they are known. */
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

/** Whether the body is optional. */
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
