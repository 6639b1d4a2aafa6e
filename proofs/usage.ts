import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** What processes use, as Linux reports it. */

export interface Spent {
  readonly seconds: number;
  /** Seconds of CPU. */
  readonly processor: number;
}

const ticksPerSecond = 100;

/** Positions in `/proc/<pid>/stat`, counted from the state, which follows the name. */
const user = 11;
const userOfEnded = 13;

/** Seconds of CPU, which are the sum of two fields: of programs, and of the kernel for them. */
async function processorTime(pid: number | "self", first: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[first]) + Number(fields[first + 1])) / ticksPerSecond;
}

/** Seconds of CPU that a process has used so far, without its children. */
export const processorTimeOf = (pid: number): Promise<number> => processorTime(pid, user);

/** The cost of some work, including everything that it starts and that has ended. */
export async function spent(work: () => Promise<unknown>): Promise<Spent> {
  const [start, before] = [Date.now(), await processorTime("self", userOfEnded)];
  await work();
  return { seconds: (Date.now() - start) / 1000, processor: (await processorTime("self", userOfEnded)) - before };
}

const textOf = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");

/** Bytes of memory of a process, now or at the most; 0 once it has ended. */
export async function memoryOf(pid: number | string, member: "VmRSS" | "VmHWM"): Promise<number> {
  const [, kilobytes = 0] = new RegExp(`${member}:\\s+(\\d+)`).exec(await textOf(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) * 1024;
}

/** All processes below one, by their ids. Each thread has children of its own. */
async function below(pid: number | string): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)));
  const children = lists.join(" ").split(" ").filter(Boolean);
  return [...children, ...(await Promise.all(children.map(below))).flat()];
}

/** The most memory that any one process below this one had while some work ran, in bytes. */
export async function largestProcess(work: () => Promise<unknown>): Promise<number> {
  let isEnded = false;
  let most = 0;
  const watch = async (): Promise<void> => {
    for (; !isEnded; await sleep(100))
      for (const pid of await below(process.pid)) most = Math.max(most, await memoryOf(pid, "VmHWM"));
  };
  const watching = watch();
  try {
    await work();
  } finally {
    isEnded = true;
    await watching;
  }
  return most;
}
