import { readdirSync, readFileSync } from "node:fs";

/** A process as it was found: its identifier alone could be another's later. */
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
    // The name stands in parentheses and may hold anything.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
    return { pid, command, parent: Number(fields[parentField]), started: fields[startField]! };
  } catch {
    return undefined;
  }
}

/** All that a process has started, directly or not, as far as it runs. */
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

/** Kills a process, unless it has ended and another bears its number. */
export function kill({ pid, started }: ProcessMark): void {
  if (read(pid)?.started !== started) return;
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended in this very moment.
  }
}
