export const commands = ["preview", "up", "refresh", "destroy", "retire"] as const;

export type Command = (typeof commands)[number];

export const isCommand = (text: string | undefined): text is Command => commands.some((command) => command === text);

/**
 * The maximum number of requests for a resource: a creation or a deletion looks for the object before and after, and once or twice
 * more if it does not appear at once. A preview compares with the state; without lookups in the program it sends nothing.
 */
const requestsPerResource: Readonly<Record<Command, number>> = { preview: 0, up: 5, refresh: 3, destroy: 5, retire: 5 };

/** The maximum number of requests of a command on a stack with that many resources, without retries. */
export const requestsOf = (command: Command, resources: number): number => requestsPerResource[command] * resources;
