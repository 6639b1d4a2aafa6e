import { rows } from "../../sdk/operations/rows.js";
import { question, suggest } from "../../sdk/values/suggest.js";

const ids: readonly string[] = rows.map(({ id }) => id);

export const isOperationId = (text: string): boolean => ids.includes(text);

export const unknownOperation = (text: string): string => `unknown operation${question(suggest(text, ids, (id) => [id]))}`;
