import type { Spent } from "../large/spent.js";
import { row } from "../large/table.js";

/** What a command told, sent and took. */
export interface Measured extends Spent {
  readonly told: number | undefined;
  readonly sent: number;
  /** Of its largest process, in megabytes. */
  readonly memory: number;
}

export const measuredRow = (name: string, { told, sent, seconds, processor, memory }: Measured): string =>
  row(
    name,
    told === undefined ? "" : String(told),
    String(sent),
    `${seconds.toFixed(1)} s`,
    `${processor.toFixed(1)} s`,
    `${memory.toFixed(0)} MB`,
  );
