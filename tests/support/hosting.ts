import { spawn, type ChildProcessByStdio } from "node:child_process";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** The built command, as the package ships it. */
export const command = join(__dirname, "..", "..", "cli", "main.js");

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Its standard output, byte for byte. */
  readonly bytes: Buffer;
}

export interface RunOptions {
  /** Variables of the command; of the test's own environment it gets only the path. */
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly cwd?: string | undefined;
  /** Standard input; default: empty. */
  readonly input?: string | undefined;
}

export interface Running {
  readonly child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly ended: Promise<Ended>;
  /** Standard output so far, once it matches; rejects if the command ends before. */
  output(pattern: RegExp): Promise<string>;
  /** Standard error so far, once it matches; rejects if the command ends before. */
  errors(pattern: RegExp): Promise<string>;
}

const running = new Set<Running>();

/** Starts `hosting` with these arguments. */
export function start(args: readonly string[], { env = {}, cwd, input = "" }: RunOptions = {}): Running {
  const child = spawn(process.execPath, [command, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const pieces = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
  const text = (name: keyof typeof pieces) => Buffer.concat(pieces[name]).toString("utf8");
  for (const name of ["stdout", "stderr"] as const) child[name].on("data", (piece: Buffer) => pieces[name].push(piece));
  // A command that does not read its input may end before all of it is written.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code, signal) => {
      running.delete(entry);
      resolve({ code, signal, stdout: text("stdout"), stderr: text("stderr"), bytes: Buffer.concat(pieces.stdout) });
    });
  });
  const matching = (name: keyof typeof pieces, pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (pattern.test(text(name))) resolve(text(name));
      };
      child[name].on("data", look);
      look();
      void ended.then(({ code, stderr }) => reject(new Error(`hosting ended with ${code}: ${stderr}`)));
    });
  const entry: Running = {
    child,
    ended,
    output: (pattern) => matching("stdout", pattern),
    errors: (pattern) => matching("stderr", pattern),
  };
  running.add(entry);
  return entry;
}

/** Runs `hosting` to its end. */
export const run = (args: readonly string[], options?: RunOptions): Promise<Ended> => start(args, options).ended;

/** Ends what a failed test has left running. */
export async function endAll(): Promise<void> {
  await Promise.all(
    Array.from(running, ({ child, ended }) => {
      child.kill("SIGKILL");
      return ended;
    }),
  );
}

/** Variables for calls to a server as the reseller of the built-in seeds. */
export const loginAt = (url: string): Record<string, string> => ({
  HOSTING_BASE_URL: url,
  HOSTING_USERNAME: "reseller",
  HOSTING_PASSWORD: "sandbox-password",
});
