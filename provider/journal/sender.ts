import { execFileSync } from "node:child_process";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";
import { z } from "zod";
import { attempt } from "./journal-storage.js";

/** The process that wrote a file. Earlier versions wrote only host and pid. */
export const senderSchema = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** Start time, as the operating system writes it. */
  startedAt: z.string().optional(),
  /** Identifies the boot of the machine: changes each time that it starts. */
  boot: z.string().optional(),
  /** Namespace in which the pid is valid: each container has its own. */
  pidSpace: z.string().optional(),
});

export type Sender = z.output<typeof senderSchema>;

/**
 * `unknown`: the process is on another machine or in another container, or the operating system does not say. Containers of one machine can
 * have its host name and its boot, as with the network of the host, so only the namespace of the pids tells them apart.
 */
export type SenderState = "running" | "ended" | "unknown";

/** Sources in the operating system. Each function may throw. */
export interface SystemSources {
  readonly platform: NodeJS.Platform;
  readonly pid: number;
  host(): string;
  /** Sends signal 0, which only tests whether the process exists. */
  signal(pid: number): void;
  readFile(path: string): string;
  readLink(path: string): string;
  run(command: string, args: readonly string[]): string;
}

/** Timeout of a command, in milliseconds; such a command only prints what the system already knows. */
const longestRun = 2_000;

export const systemSources: SystemSources = {
  platform: process.platform,
  pid: process.pid,
  host: hostname,
  signal: (pid) => void process.kill(pid, 0),
  readFile: (path) => readFileSync(path, "utf8"),
  readLink: (path) => readlinkSync(path),
  run: (command, args) =>
    execFileSync(command, args, {
      encoding: "utf8",
      timeout: longestRun,
      stdio: ["ignore", "pipe", "ignore"],
      // Times are compared as text, so they must not depend on a process's language and time zone.
      env: { LC_ALL: "C", TZ: "UTC" },
    }),
};

export function thisProcess(sources: SystemSources = systemSources): Sender {
  return {
    host: attempt(() => sources.host()) ?? "",
    pid: sources.pid,
    startedAt: find(sources, sources.pid)?.startedAt,
    boot: bootOf(sources),
    pidSpace: pidSpaceOf(sources),
  };
}

/** Whether the process that wrote a file has ended. Never throws. */
export function stateOf(sender: Sender, sources: SystemSources = systemSources): SenderState {
  if (sender.host !== attempt(() => sources.host())) return "unknown";
  const elsewhere = differ(sender.pidSpace, pidSpaceOf(sources));
  if (differ(sender.boot, bootOf(sources))) {
    // A container may have a fixed host name, which then does not identify the machine.
    return elsewhere || isContainer(sender) ? "unknown" : "ended";
  }
  if (elsewhere) return "unknown";
  if (!exists(sources, sender.pid)) return "ended";
  const found = find(sources, sender.pid);
  if (found === undefined) return "unknown";
  if (found.zombie || differ(sender.startedAt, found.startedAt)) return "ended";
  return sender.startedAt === undefined ? "unknown" : "running";
}

/** A missing text counts as equal. */
const differ = (noted: string | undefined, now: string | undefined): boolean =>
  noted !== undefined && now !== undefined && noted !== now;

/** Linux gives its initial namespace this number on every machine. */
const initialPidSpace = "pid:[4026531836]";

const isContainer = ({ pidSpace }: Sender): boolean => pidSpace !== undefined && pidSpace !== initialPidSpace;

const pidSpaceOf = (sources: SystemSources): string | undefined =>
  sources.platform === "linux" ? attempt(() => sources.readLink("/proc/self/ns/pid")) : undefined;

function bootOf(sources: SystemSources): string | undefined {
  switch (sources.platform) {
    case "linux":
      return attempt(() => sources.readFile("/proc/sys/kernel/random/boot_id").trim() || undefined);
    case "darwin":
      // Unlike kern.boottime, it does not change when the clock is set.
      return attempt(() => sources.run("/usr/sbin/sysctl", ["-n", "kern.bootsessionuuid"]).trim() || undefined);
    default:
      return undefined;
  }
}

/** False only if there is certainly no such process. */
function exists(sources: SystemSources, pid: number): boolean {
  try {
    sources.signal(pid);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

interface ProcessFacts {
  /** It has ended, but its parent has not reaped it, so signals still reach it. */
  readonly zombie: boolean;
  readonly startedAt: string;
}

/** Undefined if the operating system does not say. */
function find(sources: SystemSources, pid: number): ProcessFacts | undefined {
  switch (sources.platform) {
    case "linux":
      return attempt(() => fromStat(sources.readFile(`/proc/${pid}/stat`)));
    case "darwin":
      return attempt(() => fromPs(sources.run("/bin/ps", ["-o", "stat=", "-o", "lstart=", "-p", String(pid)])));
    default:
      return undefined;
  }
}

/** Position of the start time, counted from the state: fields 22 and 3 of proc_pid_stat(5). */
const startField = 19;

function fromStat(text: string): ProcessFacts | undefined {
  // The command name is in parentheses and may hold any character.
  const fields = text
    .slice(text.lastIndexOf(")") + 1)
    .trim()
    .split(/\s+/);
  const startedAt = fields[startField];
  return startedAt === undefined ? undefined : { zombie: /^[ZXx]/.test(fields[0]!), startedAt };
}

function fromPs(text: string): ProcessFacts | undefined {
  const [, state, startedAt] = /^\s*(\S+)\s+(\S.*?)\s*$/.exec(text) ?? [];
  return state === undefined || startedAt === undefined ? undefined : { zombie: state.startsWith("Z"), startedAt };
}
