import { handOver } from "./remarks.js";

/**
 * The variable that `hosting review --against sandbox` sets for the program and the provider: the sandbox stands in for accounts that nobody may
 * read there, so what it does not have is not known, and no mistake.
 */
export const standInVariable = "HOSTING_STAND_IN";

/** Whether the API is a sandbox that stands in for accounts that are not known. */
export const isStandIn = (): boolean => process.env[standInVariable] === "true";

const missing = new WeakSet<object>();

/** Whether an error says only that the sandbox does not have something. */
export const isMissing = (error: unknown): boolean => error instanceof Error && missing.has(error);

/** An error about something that does not exist, or is not known to. @param shown a text without secrets */
export function asMissing<E extends Error>(error: E, shown: (text: string) => string): E {
  if (!isStandIn()) return error;
  missing.add(error);
  handOver({ code: "missing", text: error.message }, shown);
  return error;
}
