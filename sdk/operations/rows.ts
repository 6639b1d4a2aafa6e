import { operations } from "./index.js";
import type { Operation } from "./operation.js";

/** An operation and its place in the table. */
export interface TableRow {
  readonly area: string;
  readonly verb: string;
  /** The name in the client, such as `webhooks.create`. */
  readonly name: string;
  readonly operation: Operation;
}

/** Every operation of the table and its place, in the table's order. */
export const tableRows: readonly TableRow[] = Object.entries(operations).flatMap(([area, verbs]) =>
  Object.entries<Operation>(verbs).map(([verb, operation]) => ({ area, verb, name: `${area}.${verb}`, operation })),
);

/** Every operation of the table, in its order. */
export const rows: readonly Operation[] = tableRows.map(({ operation }) => operation);

/** The areas of the table, in its order. */
export const areas: readonly string[] = Object.keys(operations);
