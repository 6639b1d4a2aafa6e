import { rows } from "../../sdk/operations/rows.js";
import { question, suggest } from "../../sdk/values/suggest.js";

/** Methods that a fault or a filter can name. */
export const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"] as const;

export const isMethod = (text: string): boolean => (methods as readonly string[]).includes(text);

const ids: readonly string[] = rows.map(({ id }) => id);

export const isOperationId = (text: string): boolean => ids.includes(text);

export const unknownOperation = (text: string): string => `unknown operation${question(suggest(text, ids, (id) => [id]))}`;
