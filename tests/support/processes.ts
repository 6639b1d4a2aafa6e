import { readdirSync, readFileSync } from "node:fs";

/** A process as it was found: its id alone may later belong to another. */
export interface ProcessMark {
  readonly pid: number;
  readonly command: string;
  readonly started: string;
}

interface Entry extends ProcessMark {
  readonly parent: number;
}

const parentField = 1;
const startField = 19;

function read(pid: number): Entry | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name is in parentheses and may contain anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return { pid, command, parent: Number(fields[parentField]), started: fields[startField]! };
  } catch {
    return undefined;
  }
}

/** All running descendants of a process. */
export function descendants(pid: number): ProcessMark[] {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? []);
  const below = (parent: number): Entry[] =>
    all.filter((entry) => entry.parent === parent).flatMap((entry) => [entry, ...below(entry.pid)]);
  return below(pid);
}

export const isProvider = ({ command }: ProcessMark): boolean =>
  /^\S*node\S* .*dynamic-provider/.test(command) && !/^\S*sh /.test(command);

/** Kills a process, unless it has ended and another has its id. */
export function kill({ pid, started }: ProcessMark): void {
  if (read(pid)?.started !== started) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
}
