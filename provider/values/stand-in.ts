/**
 * The variable that `hosting review --against sandbox` sets for the program and the provider: the sandbox stands in for accounts that nobody may
 * read there, so what it does not have is not known, and no mistake.
 */
export const standInVariable = "HOSTING_STAND_IN";

/** Whether the API is a sandbox that stands in for accounts that are not known. */
export const isStandIn = (): boolean => process.env[standInVariable] === "true";

/** How a message about what the sandbox does not have begins, by which the review recognizes it. */
export const notInSandbox = "Not known against the sandbox: ";

/** A message about something that does not exist, or is not known to. */
export const aboutMissing = (message: string): string => (isStandIn() ? `${notInSandbox}${message}` : message);
