import type { z } from "zod";
import { locate } from "../../sdk/http/schema-problems.js";
import type { Operation } from "../../sdk/operations/operation.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import type { ValuePath } from "../../sdk/values/value-path.js";
import { CommandError, exitCodes, UsageError } from "../shared/exit.js";
import { canBeList, type Member, membersOf } from "../shared/operations.js";
import { aligned } from "../shared/terminal.js";
import { isObject } from "../shared/values.js";
import type { CallFlags } from "../options.js";
import { answerSchemas } from "./secrets.js";

/** The names that lead from an element to a value, through lists as well. None leads to the element itself. */
export type Column = readonly string[];

/** As a person writes it, and as the heading of a table. */
const columnName = (column: Column): string => (column.length === 0 ? "value" : column.join("."));

/**
 * A column as a person writes it, such as `address.city`, or as `hosting operations` shows it, such as `[].items[].name`.
 * @throws UsageError
 */
function parseColumn(option: string, text: string): Column {
  const column = text.replaceAll("[]", "").replace(/^\./, "").split(".");
  if (column.includes(""))
    throw new UsageError(`${option} must name members of the answer, such as name or address.city, not ${JSON.stringify(text)}`);
  return column;
}

/** Whether the names lead to a member, which may be empty. */
function hasMember(value: unknown, column: Column): boolean {
  if (Array.isArray(value)) return value.some((element) => hasMember(element, column));
  const [name, ...rest] = column;
  if (name === undefined) return true;
  return isObject(value) && Object.hasOwn(value, name) && hasMember(value[name], rest);
}

/** The values that a column leads to: several if there is a list on the way, none if something on the way is absent. */
function valuesAt(value: unknown, column: Column): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, column));
  const [name, ...rest] = column;
  if (name === undefined) return value === null || value === undefined ? [] : [value];
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Values in one line that no terminal or log executes. */
const cellOf = (values: readonly unknown[]): string => inLine(values.map(textOf).join(", "));

type Operator = "=" | "!=" | "~";

export interface Condition {
  readonly column: Column;
  readonly operator: Operator;
  readonly value: string;
}

/** @throws UsageError; the value is not repeated */
function parseCondition(text: string): Condition {
  const [, name, operator, value] = /^([^=~!]+)(!=|=|~)([^]*)$/.exec(text) ?? [];
  if (name === undefined || operator === undefined || value === undefined)
    throw new UsageError("--where must be a condition: name=value, name!=value, or name~part of the value");
  return { column: parseColumn("--where", name), operator: operator as Operator, value };
}

/** Whether an element meets a condition. If a name leads to several values, one that fits is enough. An absent value is empty. */
function meets(element: unknown, { column, operator, value }: Condition): boolean {
  const found = valuesAt(element, column).map(textOf);
  const texts = found.length === 0 ? [""] : found;
  if (operator === "~") return texts.some((text) => text.toLowerCase().includes(value.toLowerCase()));
  return texts.includes(value) === (operator === "=");
}

/** A longer text is cut in a column that nobody asked for. */
const longestText = 60;

function listTable(elements: readonly unknown[], wanted: readonly Column[] | undefined, usual: () => readonly Column[]): string {
  const columns = wanted ?? usual();
  const cell = (element: unknown, column: Column): string => {
    const values = valuesAt(element, column);
    return cellOf(wanted === undefined ? values.map((value) => shortened(textOf(value), longestText)) : values);
  };
  const rows = elements.map((element) => columns.map((column) => cell(element, column)));
  return aligned([columns.map((column) => inLine(columnName(column))), ...rows]).join("\n");
}

/**
 * The columns of a table if none are asked for: plain members that an element has and that are not secret, as far as they are known, else all
 * members. An empty list has none.
 */
function defaultColumns(known: readonly Member[], elements: readonly unknown[]): readonly Column[] {
  if (elements.length === 0) return [];
  const filled = (column: Column) => valuesAt(elements, column).length > 0;
  const described = known
    .flatMap(({ place, plain, secret }) => (plain && !secret && !place.includes(".") ? [[place]] : []))
    .filter(filled);
  if (described.length > 0) return described;
  const names = new Set(elements.flatMap((element) => (isObject(element) ? Object.keys(element) : [])));
  return names.size === 0 ? [[]] : Array.from(names, (name) => [name]);
}

/** An answer that is not a list: a line for each value, or the value alone. */
function objectTable(data: unknown, wanted: readonly Column[] | undefined): string {
  const rows =
    wanted?.map((column) => [columnName(column), cellOf(valuesAt(data, column))]) ??
    leaves(data).map(([path, value]) => [locate("", path), cellOf(value === null || value === undefined ? [] : [value])]);
  return aligned(rows.map(([name = "", cell = ""]) => (name === "" ? [cell] : [inLine(name), cell]))).join("\n");
}

/** The values of an answer that contain no others, and where they are. */
function leaves(value: unknown, path: ValuePath = []): (readonly [ValuePath, unknown])[] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  if (Array.isArray(value) && value.every((element) => typeof element !== "object")) return [[path, value.join(", ")]];
  return Object.entries(value).flatMap(([name, inner]) => leaves(inner, [...path, Array.isArray(value) ? Number(name) : name]));
}

export interface Presentation {
  readonly table: boolean;
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
