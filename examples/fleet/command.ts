export const commands = ["preview", "up", "refresh", "destroy", "retire"] as const;

export type Command = (typeof commands)[number];

export const isCommand = (text: string | undefined): text is Command => commands.some((command) => command === text);

/** The size of a stack, as far as it decides how many requests a command may send. */
export interface Size {
  readonly resources: number;
  /** Number of requests that read each listing with one of these resources once, with all its pages. */
  readonly listings: number;
}

/**
 * The maximum number of requests for a change: a creation or a deletion looks for the object before and after, and once or twice more if it does
 * not appear at once. The preview of a new resource asks what its creation needs.
 */
const requestsPerChange = 5;

/** A refresh reads each listing once, and again if it takes longer than ten minutes. */
const readings = 2;

/** The maximum number of requests of a command on a stack of that size, without retries and lookups of the program. */
export const requestsOf = (command: Command, { resources, listings }: Size): number =>
  command === "refresh" ? readings * listings : requestsPerChange * resources;
