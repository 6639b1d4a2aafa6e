import type { z } from "zod";
import type { Operation } from "../../sdk/operations/operation.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { canBeList, membersOf, type Member } from "../shared/schema-members.js";
import { type Column, columnName, hasMember, parseColumn } from "./columns.js";
import { type Condition, meets, parseCondition } from "./conditions.js";
import type { CallFlags } from "./flags.js";
import { answerSchemas } from "./secrets.js";
import { defaultColumns, listTable, objectTable } from "./table.js";

/** What of an answer is printed, and how. */
export interface Presentation {
  /** Whether the answer is printed as a table, not as JSON. */
  readonly table: boolean;
  /** The columns that were asked for. */
  readonly columns: readonly Column[] | undefined;
  readonly conditions: readonly Condition[];
}

/** @throws UsageError if the flags contradict each other or do not fit the operation; `once` are secrets that the answer shows only once */
export function readPresentation(operation: Operation, flags: CallFlags, once: readonly string[]): Presentation {
  const { columns, where = [], table = false } = flags;
  const given = [
    ...(table ? ["--table"] : []),
    ...(columns === undefined ? [] : ["--columns"]),
    ...(where.length === 0 ? [] : ["--where"]),
  ];
  const [first] = given;
  if (first !== undefined) refuseMisfit(operation, flags, given, once);
  return {
    table: table || columns !== undefined,
    columns: columns?.split(",").map((name) => parseColumn("--columns", name.trim())),
    conditions: where.map(parseCondition),
  };
}

function refuseMisfit(
  operation: Operation,
  { json, output, file }: CallFlags,
  given: readonly string[],
  once: readonly string[],
) {
  const { id, repeat, answers } = operation;
  const [first] = given;
  if (file === true || Object.values(answers).some(({ kind }) => kind === "binary"))
    throw new UsageError(`${first}: the answer of ${id} is a file`);
  if (output !== undefined) throw new UsageError(`${first}: --output writes the whole answer, as JSON; use one of them`);
  const selecting = given.find((option) => option !== "--table");
  if (selecting !== undefined && repeat !== "safe")
    throw new UsageError(`${selecting}: ${id} is more than a read; its answer is always shown as a whole`);
  const tabular = given.find((option) => option !== "--where");
  if (tabular !== undefined && json) throw new UsageError(`${tabular} is for people and --json for programs; use one of them`);
  if (tabular !== undefined && once.length > 0)
    throw new UsageError(`${tabular}: ${id} shows its ${once.join(" and ")} only once; its answer is always shown as JSON`);
  if (given.includes("--where") && !answerSchemas(operation).some(canBeList))
    throw new UsageError(`--where: the answer of ${id} is not a list`);
}

/** The elements of a list that meet all conditions; any other answer as it is. @throws CommandError */
export function selected(operation: Operation, data: unknown, { columns = [], conditions }: Presentation): unknown {
  refuseUnknown(operation, data, "--columns", columns);
  const wanted = conditions.map(({ column }) => column);
  refuseUnknown(operation, data, "--where", wanted);
  if (conditions.length === 0) return data;
  if (!Array.isArray(data)) throw new CommandError(`--where: the answer of ${operation.id} is not a list`);
  return data.filter((element) => conditions.every((condition) => meets(element, condition)));
}

/** An answer as a table, or its members in lines. */
export function tableText(operation: Operation, data: unknown, { columns }: Presentation): string {
  if (!Array.isArray(data)) return objectTable(data, columns);
  return listTable(data, columns, () => defaultColumns(elementMembers(operation), data));
}

/** The name of a member without the marks of lists. */
const plainPlace = ({ place }: Member): string => place.replaceAll("[]", "").replace(/^\./, "");

const elementMembers = (operation: Operation): Member[] =>
  answerSchemas(operation)
    .flatMap((schema: z.ZodType) => membersOf(schema))
    .map((member) => ({ ...member, place: plainPlace(member) }))
    .filter(({ place }) => place !== "");

/**
 * A name that neither the description of the answer nor an element of it has is a typing error. It is noticed after the call, because
 * answers can have members that no source describes.
 */
function refuseUnknown(operation: Operation, data: unknown, option: string, columns: readonly Column[]): void {
  if (columns.length === 0 || (Array.isArray(data) && data.length === 0)) return;
  const known = elementMembers(operation).map(({ place }) => place);
  const strange = columns.find((column) => !known.includes(columnName(column)) && !hasMember(data, column));
  if (strange === undefined) return;
  const name = columnName(strange);
  const near = suggest(name, [...new Set([...known, ...namesIn(data)])], (candidate) => [candidate]);
  const hint = `\`hosting operations ${operation.id}\` shows the members of the answer.`;
  const message = `${option} ${name}: the answer of ${operation.id} has no such member${question(near)}\n${hint}`;
  throw new CommandError(message, exitCodes.failed, { operation: operation.id, effect: "none" });
}

const namesIn = (data: unknown): string[] => {
  const [first] = Array.isArray(data) ? (data as readonly unknown[]) : [data];
  return typeof first === "object" && first !== null ? Object.keys(first) : [];
};
