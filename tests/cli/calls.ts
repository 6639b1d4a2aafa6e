import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { command, type Ended, loginAt, type RunOptions } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { type Handler, startServer } from "../support/server.js";

export const hook = { eventType: "DOMAIN_REGISTRATION_STATUS", method: "POST", url: "https://agency.example/hook" };

interface Calls {
  /** Once it has started. */
  readonly sandbox: Pick<Sandbox, "control" | "url">;
  /** Runs `hosting call` with a login at the sandbox. */
  call(args: readonly string[], options?: RunOptions): Promise<Ended>;
  /** The command line or its input is wrong, and nothing was sent. */
  assertUsage(ended: Ended, reported: string): void;
}

/** A sandbox for the tests of a suite, which each of them finds as new. */
export function useCalls(): Calls {
  let started: Sandbox;
  before(async () => {
    started = await startSandbox();
  });
  afterEach(() => started.control.reset());
  after(() => started.close());
  const sandbox = {
    get control() {
      return started.control;
    },
    get url() {
      return started.url;
    },
  };
  const call: Calls["call"] = (args, options = {}) =>
    runInProcess(["call", ...args], { ...options, env: { ...loginAt(sandbox.url), ...options.env } });
  const assertUsage: Calls["assertUsage"] = (ended, reported) => {
    assertFailed(ended, 2, reported);
    assert.deepEqual(sandbox.control.journal.requests(), []);
  };
  return { sandbox, call, assertUsage };
}

/** Runs `work` with a login at a server of its own, which accepts it and answers everything else with `handler`. */
export async function against<T>(handler: Handler, work: (env: Record<string, string>) => Promise<T>): Promise<T> {
  const server = await startServer((request, ...rest) =>
    request.url === "/v1/authenticate" ? { token: "TOKEN-ONE", expires: "2099-01-01T00:00:00Z" } : handler(request, ...rest),
  );
  try {
    return await work(loginAt(server.url));
  } finally {
    await server.close();
  }
}

/** The failure in standard error, which contains only JSON. */
export const errorIn = (stderr: string) => (JSON.parse(stderr) as { error: Record<string, unknown> }).error;

/** Exits with that code, says why, and prints no result. */
export function assertFailed({ code, stdout, stderr }: Ended, expected: number, reported: string): void {
  assert.ok(stderr.includes(reported), stderr);
  for (const line of stderr.split(/\n|\\n/)) assert.ok(line.split(/\s+/).length <= 40, line);
  assert.deepEqual([code, stdout], [expected, ""]);
}

/** A call whose standard output accepts nothing. */
export async function intoFullDevice(args: readonly string[], { env, cwd }: RunOptions) {
  const words = [process.execPath, command, "call", ...args];
  const child = spawn("sh", ["-c", 'exec "$@" > /dev/full', "sh", ...words], {
    cwd,
    env: { PATH: process.env["PATH"], ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const closed = once(child, "close") as Promise<[number]>;
  return { stderr: await text(child.stderr), code: (await closed)[0] };
}
