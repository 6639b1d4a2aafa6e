/** Lets the package print a line for each request and each answer, without secrets. The engine reports what a stack's processes print. */
export const countingVariables = { HOSTING_DEBUG: "1" } as const;

/** A login does not count against the rate window. */
const line = /^hosting: > [A-Z]+ \S+ \((?!authenticate\b)/gm;

/** Number of requests that a message of the engine reports. */
export const requestsIn = (message: string): number => message.match(line)?.length ?? 0;
