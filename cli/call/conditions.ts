import { UsageError } from "../shared/exit.js";
import { type Column, parseColumn, textOf, valuesAt } from "./columns.js";

type Operator = "=" | "!=" | "~";

/** What an element of a list must meet. */
export interface Condition {
  readonly column: Column;
  readonly operator: Operator;
  readonly value: string;
}

/** @throws UsageError; the value is not repeated */
export function parseCondition(text: string): Condition {
  const [, name, operator, value] = /^([^=~!]+)(!=|=|~)([^]*)$/.exec(text) ?? [];
  if (name === undefined || operator === undefined || value === undefined)
    throw new UsageError("--where must be a condition: name=value, name!=value, or name~part of the value");
  return { column: parseColumn("--where", name), operator: operator as Operator, value };
}

/** Whether an element meets a condition. If a name leads to several values, one that fits is enough. An absent value is empty. */
export function meets(element: unknown, { column, operator, value }: Condition): boolean {
  const found = valuesAt(element, column).map(textOf);
  const texts = found.length === 0 ? [""] : found;
  if (operator === "~") return texts.some((text) => text.toLowerCase().includes(value.toLowerCase()));
  return texts.includes(value) === (operator === "=");
}
