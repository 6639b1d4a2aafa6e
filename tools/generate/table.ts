import type { Operation } from "../../sdk/operations/operation.js";
import { operations } from "../../sdk/operations/index.js";

/** An operation where the client has it. */
export interface Row {
  readonly area: string;
  readonly verb: string;
  readonly operation: Operation;
}

/** Every operation of the table, in its order. */
export const rows: readonly Row[] = Object.entries(operations).flatMap(([area, verbs]) =>
  Object.entries<Operation>(verbs).map(([verb, operation]) => ({ area, verb, operation })),
);

export const areas: readonly string[] = Object.keys(operations);

/** How a program calls it. */
export const callOf = ({ area, verb }: Row): string => `client.${area}.${verb}`;
