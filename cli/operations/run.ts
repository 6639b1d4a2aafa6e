import {
  type Answer,
  parameterNames,
  parameterType,
  type Evidence,
  type Operation,
  type RepeatClass,
} from "../../sdk/operations/operation.js";
import { UsageError } from "../shared/exit.js";
import { type TableRow, tableRows } from "../../sdk/operations/rows.js";
import { findRow, rowsOf } from "../shared/table.js";
import { aligned, painter, printPainted, type Format } from "../shared/terminal.js";
import { describeOperation } from "./describe.js";
import { jsonSchema } from "../shared/schema-members.js";

export interface OperationsFlags {
  readonly area?: string;
  readonly json?: true;
}

/** Lists operations, or describes one. */
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
