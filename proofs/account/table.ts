import type { Spent } from "../large/spent.js";
import { row } from "../large/table.js";

/** What a command told, sent and took. */
export const measuredRow = (name: string, told: number | undefined, sent: number, { seconds, processor }: Spent): string =>
  row(name, told === undefined ? "" : String(told), String(sent), `${seconds.toFixed(1)} s`, `${processor.toFixed(1)} s`);
