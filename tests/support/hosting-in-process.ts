import { Readable } from "node:stream";
import { createProgram } from "../../cli/program.js";
import { report } from "../../cli/shared/failure.js";
import type { Ended, RunOptions } from "./hosting.js";

/** The command uses the streams, variables and working directory of this process, so only one runs at a time. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `hosting` to its end in this process, for tests that do not concern the process: signals, a closed reader, loaded modules. It
 * starts at once.
 */
export function runInProcess(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  const ended = last.then(() => runNow(args, options));
  last = ended.catch(() => undefined);
  return ended;
}

async function runNow(args: readonly string[], { env, cwd = ".", input = "" }: RunOptions): Promise<Ended> {
  const before = { env: process.env, exitCode: process.exitCode, cwd: process.cwd() };
  const stdin = Object.getOwnPropertyDescriptor(process, "stdin")!;
  process.chdir(cwd);
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(input)]), configurable: true });
  process.env = { PATH: process.env["PATH"], ...env };
  process.exitCode = undefined;
  try {
    try {
      await createProgram().parseAsync(args, { from: "user" });
    } catch (error) {
      process.exitCode = report(error, args.includes("--json"));
    }
    return { code: exitCode(), signal: null, stdout: stdout.text(), stderr: stderr.text(), bytes: stdout.bytes() };
  } finally {
    process.env = before.env;
    process.exitCode = before.exitCode;
    process.chdir(before.cwd);
    Object.defineProperty(process, "stdin", stdin);
    stdout.release();
    stderr.release();
  }
}

/** Not cached: the command has set it. */
const exitCode = (): number => Number(process.exitCode ?? 0);

interface Capture {
  bytes(): Buffer;
  text(): string;
  release(): void;
}

/** Captures what is written to a stream from now on; meanwhile the stream is not a terminal. */
function capture(stream: NodeJS.WriteStream): Capture {
  const pieces: Buffer[] = [];
  const descriptors = { isTTY: false, write } as const;
  const before = Object.keys(descriptors).map((name) => [name, Object.getOwnPropertyDescriptor(stream, name)] as const);
  function write(piece: string | Uint8Array, ...others: readonly unknown[]): boolean {
    pieces.push(
      typeof piece === "string"
        ? Buffer.from(piece, typeof others[0] === "string" ? (others[0] as BufferEncoding) : "utf8")
        : Buffer.from(piece),
    );
    const done = others.find((other): other is () => void => typeof other === "function");
    if (done !== undefined) process.nextTick(done);
    return true;
  }
  for (const [name, value] of Object.entries(descriptors))
    Object.defineProperty(stream, name, { value, configurable: true, writable: true });
  return {
    bytes: () => Buffer.concat(pieces),
    text: () => Buffer.concat(pieces).toString("utf8"),
    release() {
      for (const [name, descriptor] of before)
        if (descriptor === undefined) Reflect.deleteProperty(stream, name);
        else Object.defineProperty(stream, name, descriptor);
    },
  };
}
