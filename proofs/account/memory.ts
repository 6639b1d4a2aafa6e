import { readdir, readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";

const textOf = (file: string): Promise<string> => readFile(file, "utf8").catch(() => "");

/** All processes below one, by their ids. Each thread has children of its own. */
async function below(pid: number | string): Promise<string[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)));
  const children = lists.join(" ").split(" ").filter(Boolean);
  return [...children, ...(await Promise.all(children.map(below))).flat()];
}

/** The most memory that any one process below this one had while some work ran, in megabytes, as the kernel counts it. */
export async function largestProcess(work: () => Promise<unknown>): Promise<number> {
  let isEnded = false;
  let most = 0;
  const watch = async (): Promise<void> => {
    for (; !isEnded; await sleep(100))
      for (const pid of await below(process.pid))
        most = Math.max(most, Number(/VmHWM:\s+(\d+)/.exec(await textOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024);
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
