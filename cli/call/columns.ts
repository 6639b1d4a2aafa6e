import { inLine } from "../../sdk/redaction/text.js";
import { UsageError } from "../shared/exit.js";
import { isObject } from "../shared/is-object.js";

/** The names that lead from an element to a value, through lists as well. None leads to the element itself. */
export type Column = readonly string[];

/** As a person writes it, and as the heading of a table. */
export const columnName = (column: Column): string => (column.length === 0 ? "value" : column.join("."));

/**
 * A column as a person writes it, such as `address.city`, or as `hosting operations` shows it, such as `[].items[].name`.
 *
 * @throws UsageError
 */
export function parseColumn(option: string, text: string): Column {
  const column = text.replaceAll("[]", "").replace(/^\./, "").split(".");
  if (column.includes(""))
    throw new UsageError(`${option} must name members of the answer, such as name or address.city, not ${JSON.stringify(text)}`);
  return column;
}

/** Whether the names lead to a member, which may be empty. */
export function hasMember(value: unknown, column: Column): boolean {
  if (Array.isArray(value)) return value.some((element) => hasMember(element, column));
  const [name, ...rest] = column;
  if (name === undefined) return true;
  return isObject(value) && Object.hasOwn(value, name) && hasMember(value[name], rest);
}

/** The values that a column leads to: several if there is a list on the way, none if something on the way is absent. */
export function valuesAt(value: unknown, column: Column): readonly unknown[] {
  if (Array.isArray(value)) return value.flatMap((element) => valuesAt(element, column));
  const [name, ...rest] = column;
  if (name === undefined) return value === null || value === undefined ? [] : [value];
  return isObject(value) && Object.hasOwn(value, name) ? valuesAt(value[name], rest) : [];
}

/** A value as text; an object as JSON. */
export const textOf = (value: unknown): string => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

/** Values in one line that no terminal or log executes. */
export const cellOf = (values: readonly unknown[]): string => inLine(values.map(textOf).join(", "));
