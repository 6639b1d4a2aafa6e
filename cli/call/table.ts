import { locate } from "../../sdk/http/schema-problems.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import type { ValuePath } from "../../sdk/values/value-path.js";
import type { Member } from "../shared/schema-members.js";
import { aligned } from "../shared/terminal.js";
import { cellOf, type Column, columnName, textOf, valuesAt } from "./columns.js";
import { isObject } from "../shared/is-object.js";

/** A longer text is cut in a column that nobody asked for. */
const longestText = 60;

/** A list as a table. */
export function listTable(
  elements: readonly unknown[],
  wanted: readonly Column[] | undefined,
  usual: () => readonly Column[],
): string {
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
export function defaultColumns(known: readonly Member[], elements: readonly unknown[]): readonly Column[] {
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
export function objectTable(data: unknown, wanted: readonly Column[] | undefined): string {
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
