import type { Operation } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";
import { UsageError } from "./exit.js";
import { question, suggest } from "../../sdk/values/suggest.js";

/** A row of the operation table with its place in it. */
export interface Row {
  readonly area: string;
  readonly verb: string;
  /** `webhooks.create`. */
  readonly name: string;
  readonly operation: Operation;
}

export const rows: readonly Row[] = Object.entries(operations).flatMap(([area, verbs]) =>
  Object.entries<Operation>(verbs).map(([verb, operation]) => ({ area, verb, name: `${area}.${verb}`, operation })),
);

const areas: readonly string[] = Object.keys(operations);

/**
 * The row of an identifier, or of area and verb; `what` tells where the text is from.
 *
 * @throws UsageError with what may have been meant.
 */
export function findRow(text: string, what?: string): Row {
  const found = rows.find(({ name, operation }) => name === text || operation.id === text);
  if (found !== undefined) return found;
  const near = suggest(text, rows, ({ name, operation }) => [name, operation.id]);
  const suggestions = near.map(({ name, operation }) => `${operation.id} (${name})`);
  const message = `there is no operation ${text}${question(suggestions)}\n\`hosting operations\` lists them all.`;
  throw new UsageError(what === undefined ? message : `${what}: ${message}`);
}

/** The rows of an area. @throws UsageError */
export function rowsOf(area: string): readonly Row[] {
  if (!areas.includes(area)) {
    const near = suggest(area, areas, (name) => [name]);
    throw new UsageError(`there is no area ${area}${question(near)}\nThe areas are ${areas.join(", ")}.`);
  }
  return rows.filter((row) => row.area === area);
}
