export const commands = ["preview", "up", "review", "apply", "refresh", "destroy", "retire"] as const;

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

/** A refresh reads each listing once. Objects that the program does not declare may take further pages. */
const furtherPages = 1.25;

/** The requests that a preview sends for new resources, whatever their number. */
const requestsOfChecks = 100;

/** The maximum number of requests of a command on a stack of that size, without retries and lookups of the program. */
export function requestsOf(command: Command, size: Size): number {
  const most = requestsPerChange * size.resources;
  const reading = Math.ceil(furtherPages * size.listings);
  const previewing = Math.min(most, requestsOfChecks + size.listings);
  if (command === "refresh") return reading;
  if (command === "preview") return previewing;
  if (command === "review") return reading + previewing;
  return command === "apply" ? requestsOfApply(size.resources, size) : most;
}

/** Requests of an `apply` of a review with that many changes. It reads what exists for its preview, and again for the run. */
export const requestsOfApply = (changes: number, size: Size): number =>
  requestsOf("review", size) + requestsOf("refresh", size) + Math.min(requestsPerChange * changes, requestsOf("up", size));

/** Requests of an `up` that changes that many resources. If the login has changed, it also reads each listing. */
export const requestsOfChanges = (changes: number, size: Size): number =>
  Math.min(requestsOf("up", size), requestsPerChange * changes + size.listings);

/** What a preview must save at least, because it takes about as long as the `up` of a stack without changes. */
const worthwhile = 100;

/** Whether a preview is worthwhile before an `up`, because most resources are probably unchanged. */
export const isPreviewed = (command: Command, size: Size): boolean => command === "up" && requestsOf(command, size) > worthwhile;
