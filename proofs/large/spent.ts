import { readFile } from "node:fs/promises";

export interface Spent {
  readonly seconds: number;
  readonly processor: number;
}

/** Seconds of CPU of all ended descendants of this process. */
async function processorTime(): Promise<number> {
  const stat = await readFile("/proc/self/stat", "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const ticksPerSecond = 100;
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
}

/** The cost of some work, including everything that it starts. */
export async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const [start, before] = [Date.now(), await processorTime()];
  await work();
  return { seconds: (Date.now() - start) / 1000, processor: (await processorTime()) - before };
}
