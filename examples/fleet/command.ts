export const commands = ["preview", "up", "refresh", "destroy", "retire"] as const;

export type Command = (typeof commands)[number];

export const isCommand = (text: string | undefined): text is Command => commands.some((command) => command === text);

/**
 * The most requests that a resource takes: a creation or a deletion is looked for before and after, and once or twice more where
 * it does not show at once. A preview compares with the state, and a program that looks nothing up sends nothing.
 */
const requestsPerResource: Readonly<Record<Command, number>> = { preview: 0, up: 5, refresh: 3, destroy: 5, retire: 5 };

/** The most requests that a command on a stack of so many resources takes, as long as nothing has to be repeated. */
export const requestsOf = (command: Command, resources: number): number => requestsPerResource[command] * resources;
