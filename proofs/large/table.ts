import type { Spent } from "../usage.js";

const shown = ({ seconds, processor }: Spent): string => `${seconds.toFixed(1)} s (${processor.toFixed(1)} s of CPU)`;

export const row = (...cells: string[]): string => `| ${cells.join(" | ")} |`;

/** The cost of the commands of a way. */
export const measuredRow = (name: string, ...spent: Spent[]): string => row(name, ...spent.map(shown));
