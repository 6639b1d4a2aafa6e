import type { TableRow } from "../../sdk/operations/rows.js";

/** How a program calls an operation. */
export const callOf = ({ name }: TableRow): string => `client.${name}`;
