import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Usage of a process and all its descendants. */
export interface Usage {
  readonly cpuSeconds: number;
  /** The peak of their memory, in bytes. */
  readonly peakMemory: number;
}

interface Found {
  readonly pid: number;
  readonly parent: number;
  /** Distinguishes a process from a later one with the same id. */
  readonly started: string;
  readonly cpuTicks: number;
  readonly reapedTicks: number;
  readonly memoryPages: number;
}

/** Positions in `/proc/<pid>/stat`, counted from the state, which follows the name. */
const field = { parent: 1, utime: 11, stime: 12, cutime: 13, cstime: 14, started: 19, memory: 21 } as const;

function read(pid: number | "self"): Found | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const number = (name: keyof typeof field): number => Number(fields[field[name]]);
    return {
      pid: Number.parseInt(stat, 10),
      parent: number("parent"),
      started: fields[field.started]!,
      cpuTicks: number("utime") + number("stime"),
      reapedTicks: number("cutime") + number("cstime"),
      memoryPages: number("memory"),
    };
  } catch {
    // It has ended in the meantime.
    return undefined;
  }
}

function descendants(pid: number): Found[] {
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (read(Number(name)) ?? []) : []));
  const below = (parent: number): Found[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...below(each.pid)]);
  return [...all.filter((each) => each.pid === pid), ...below(pid)];
}

const isKnown = existsSync("/proc/self/stat");

const setting = (name: string): number => Number(execFileSync("getconf", [name], { encoding: "utf8" }));
const units = isKnown ? { tick: 1 / setting("CLK_TCK"), page: setting("PAGESIZE") } : { tick: 0, page: 0 };

/** Seconds of CPU that a process has used so far, without its children; undefined if the system does not report it. */
export function cpuSecondsOf(pid: number): number | undefined {
  const found = isKnown ? read(pid) : undefined;
  return found === undefined ? undefined : found.cpuTicks * units.tick;
}

const residentPages = (found: readonly Found[]): number => found.reduce((sum, { memoryPages }) => sum + memoryPages, 0);

/** Bytes of memory that a process and all its descendants have now; 0 if the system does not report it. */
export const residentOf = (pid: number): number => (isKnown ? residentPages(descendants(pid)) * units.page : 0);

/** Milliseconds between samples: short enough for their memory, long enough not to slow them down. */
const interval = 200;

/**
 * Watches a child of this process and all its descendants, while no other child ends. Call the result once the child has
 * ended; it returns undefined if the system does not report usage.
 */
export function watch(child: number): () => Usage | undefined {
  if (!isKnown) return () => undefined;
  const reapedBefore = read("self")!.reapedTicks;
  const seen = new Map<string, number>();
  let peakPages = 0;
  const look = (): void => {
    const found = descendants(child);
    for (const { pid, started, cpuTicks } of found) seen.set(`${pid} ${started}`, cpuTicks);
    peakPages = Math.max(peakPages, residentPages(found));
  };
  look();
  const timer = setInterval(look, interval);
  return () => {
    clearInterval(timer);
    // The kernel does not account for orphans of a dying parent, and short-lived processes were not sampled.
    const reaped = read("self")!.reapedTicks - reapedBefore;
    const seenTicks = Array.from(seen.values()).reduce((sum, ticks) => sum + ticks, 0);
    return { cpuSeconds: Math.max(reaped, seenTicks) * units.tick, peakMemory: peakPages * units.page };
  };
}
