import { type Sandbox, startSandbox } from "../../sandbox/index.js";
import { type Ended, loginAt, type RunOptions } from "../support/hosting.js";
import { runInProcess } from "../support/hosting-in-process.js";
import { type Handler, startServer } from "../support/server.js";

interface Calls {
  /** Once it has started. */
  readonly sandbox: Pick<Sandbox, "control" | "url">;
  /** Runs `hosting call` with a login at the sandbox. */
  call(args: readonly string[], options?: RunOptions): Promise<Ended>;
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
  return { sandbox, call };
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
