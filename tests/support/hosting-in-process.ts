import { createProgram } from "../../cli/program.js";
import { report } from "../../cli/shared/failure.js";
import type { Ended, RunOptions } from "./hosting.js";

/** The command has the outputs and the variables of this process to itself, so that one runs after another. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs `hosting` to its end in this process, where nothing of a process is tested: it has neither an input nor signals of its own, and
 * starts at once.
 */
export function runInProcess(args: readonly string[], { env = {} }: Pick<RunOptions, "env"> = {}): Promise<Ended> {
  const ended = last.then(() => runNow(args, { PATH: process.env["PATH"], ...env }));
  last = ended.catch(() => undefined);
  return ended;
}

async function runNow(args: readonly string[], env: NodeJS.ProcessEnv): Promise<Ended> {
  const before = { env: process.env, exitCode: process.exitCode };
  const [stdout, stderr] = [capture(process.stdout), capture(process.stderr)];
  process.env = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
  process.exitCode = undefined;
  try {
    try {
      await createProgram().parseAsync(args, { from: "user" });
    } catch (error) {
      process.exitCode = report(error, args.includes("--json"));
    }
    const code = Number(process.exitCode ?? 0);
    return { code, signal: null, stdout: stdout.text(), stderr: stderr.text(), bytes: stdout.bytes() };
  } finally {
    process.env = before.env;
    process.exitCode = before.exitCode;
    stdout.release();
    stderr.release();
  }
}

interface Capture {
  bytes(): Buffer;
  text(): string;
  release(): void;
}

/** Takes what is written to a stream from now on; the stream is no terminal meanwhile. */
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
