import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Command } from "./command.js";
import { type Failure, failureOf } from "./end.js";

export interface HostingOptions {
  /** Folder of `Pulumi.yaml`. */
  readonly project: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Options that the user gives to each of the commands. */
  readonly passedOn: readonly string[];
  /** Interrupts the command; what is under way is finished. */
  readonly signal: AbortSignal;
}

/** How a command of the package ended. */
export interface CommandResult {
  /** Null if a signal killed it. */
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  /** What it printed with `--json`; undefined if it printed nothing. */
  readonly answer: unknown;
  /** Why it failed; empty if it does not say so. */
  readonly message: string;
}

/** The failure of a command of the package on a stack. @param reasons what it says besides its message */
export function failureIn(
  command: Command,
  stack: string,
  { signal, message }: CommandResult,
  reasons: readonly string[],
): Failure {
  const all = [...reasons, ...(message === "" ? [] : [message.trim().replace(/\s+/g, " ")])];
  return failureOf(command, stack, signal === null ? message : `Command was killed with ${signal}`, all);
}

/** The command of the installed package. Not through `npx`, which passes no signal on. */
function program(): string {
  const manifest = require.resolve("pulumi-hosting/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly bin: { readonly hosting: string } };
  return join(dirname(manifest), bin.hosting);
}

/** Runs `hosting`, such as `hosting review`, with `--json`. */
export async function hosting(
  args: readonly string[],
  { project, environment, passedOn, signal }: HostingOptions,
): Promise<CommandResult> {
  const child = spawn(process.execPath, [program(), ...args, "--json", ...passedOn], {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const interrupt = (): unknown => child.kill("SIGTERM");
  signal.addEventListener("abort", interrupt);
  if (signal.aborted) interrupt();
  try {
    const [stdout, stderr, [status, killedBy]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close") as Promise<[number | null, NodeJS.Signals | null]>,
    ]);
    return { status, signal: killedBy, answer: lastJson(stdout), message: messageIn(stderr) };
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/** The last line that is JSON: a killed command may leave half a line. */
function lastJson(output: string): unknown {
  for (const line of output.trim().split("\n").reverse())
    try {
      return JSON.parse(line);
    } catch {
      // An incomplete line, or one of something else.
    }
  return undefined;
}

/** Besides notices, standard error has the failure, as JSON. */
function messageIn(stderr: string): string {
  const last = lastJson(stderr) as { readonly error?: { readonly message?: unknown } } | undefined;
  const message = last?.error?.message;
  return typeof message === "string" ? message : "";
}
