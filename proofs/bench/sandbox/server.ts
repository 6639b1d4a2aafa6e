import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { Pool } from "undici";
import { memoryOf } from "../../usage.js";

/** Milliseconds within which a server must answer. */
const longestStart = 60_000;

/** A request to the API. */
export interface Call {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** A server in a process of its own. */
export type Server = Awaited<ReturnType<typeof startServer>>;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/**
 * @param command what Node runs, but for the port
 * @param first the request whose answer shows that it has started
 */
export async function startServer(command: readonly string[], first: Call) {
  const port = await freePort();
  const pool = new Pool(`http://127.0.0.1:${port}`);
  const send = async ({ method, path, headers, body }: Call) => {
    // The sandbox would answer repeated reads from the cache of its gateway.
    const sent = { "cache-control": "no-cache", "content-type": "application/json", ...headers };
    const answer = await pool.request({ method, path, headers: sent, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.statusCode, text: await answer.body.text() };
  };
  const begun = performance.now();
  const child = spawn(process.execPath, [...command, "--port", String(port)], { stdio: ["ignore", "ignore", "inherit"] });
  const exit = once(child, "exit");
  const close = async (): Promise<void> => {
    child.kill("SIGKILL");
    await Promise.all([exit, pool.destroy()]);
  };
  while (!(await send(first).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() - begun > longestStart) {
      await close();
      throw new Error(`${command.join(" ")} does not answer.`);
    }
    await delay(5);
  }
  return { startTime: performance.now() - begun, memory: () => memoryOf(child.pid!, "VmRSS"), send, close };
}
