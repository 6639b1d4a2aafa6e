import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Clock } from "../sdk/clock.js";
import { systemClock } from "../sdk/clock.js";
import { SandboxClock, day, minute, second } from "./clock.js";
import { type Control, createControl } from "./control.js";
import { answerControl, controlPrefix } from "./control-routes.js";
import { Emulator, type Outcome } from "./emulator.js";
import type { JournalEntry } from "./journal.js";
import type { RateLimit } from "./rate-window.js";
import { defaultReadings, type Readings } from "./readings.js";
import { message } from "./reply.js";
import { plant, type SeedChoice } from "./seed.js";
import { type Snapshot, Store } from "./store.js";
import { toWire, type WireReply } from "./wire.js";
import { World } from "./world.js";

export interface SandboxOptions {
  /** Port to listen on. Default 0: any free one. */
  readonly port?: number;
  /** Address to listen on. Default `127.0.0.1`. */
  readonly host?: string;
  /** What exists at the start, and again after a reset. Default `default`. */
  readonly seed?: SeedChoice;
  /** A state to go on from, in the place of the seed; a reset goes back to the seed all the same. */
  readonly snapshot?: Snapshot;
  /** Where time comes from; tests move it through `control.advance`. Default: the system's clock. */
  readonly clock?: Pick<Clock, "now">;
  /** How to read the interface where it is ambiguous. */
  readonly readings?: Partial<Readings>;
  /** Life of a session token, in seconds. Default 86,400, a day. */
  readonly tokenLifetime?: number;
  /** Rate limit per caller. Default 1,000 in 15 minutes, as in the published gateway's example. */
  readonly rateLimit?: RateLimit | false;
  /** Whether the gateway caches answers to GET. Default true. */
  readonly cache?: boolean;
  /** From the order of a domain to its registration, in milliseconds of the sandbox's time. Default 2,000. */
  readonly registrationDelay?: number;
  /** How long a new account is `creating` and a deleted one `deleting`, in milliseconds. Default 0. */
  readonly accountDelay?: number;
  /** How long every new object stays invisible: for a number of reads, or a time in milliseconds. Default: not at all. */
  readonly visibleAfter?: { readonly reads: number } | { readonly ms: number };
  /** Called after each request, with its entry in the journal. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** A running sandbox. */
export interface Sandbox {
  /** Base address; the interface's paths, `/v1/…`, are below it. */
  readonly url: string;
  readonly control: Control;
  /** Stops listening, and ends all connections and deliveries. */
  close(): Promise<void>;
}

/** Bodies beyond this many bytes are refused. */
const bodyLimit = 32 * 1024 * 1024;

/** Starts an emulator of the interface. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const clock = new SandboxClock(options.clock ?? systemClock);
  const world = new World(
    new Store(clock),
    clock,
    { ...defaultReadings, ...options.readings },
    {
      token: options.tokenLifetime === undefined ? day : options.tokenLifetime * second,
      registration: options.registrationDelay ?? 2 * second,
      account: options.accountDelay ?? 0,
    },
  );
  const seed = options.seed ?? "default";
  plant(world, seed);
  if (options.snapshot !== undefined) world.store.restore(options.snapshot);
  const emulator = new Emulator(world, {
    rateLimit: options.rateLimit ?? { limit: 1000, windowMs: 15 * minute },
    cache: options.cache ?? true,
    visibleAfter: options.visibleAfter,
    onRequest: options.onRequest,
  });
  const control = createControl(emulator, seed);
  const server = createServer((request, response) => {
    serve(emulator, control, request, response).catch(() => request.socket.destroy());
  });
  await listen(server, options.port ?? 0, options.host ?? "127.0.0.1");
  emulator.tick();
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    control,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await emulator.close();
      await closed;
    },
  };
}

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });

async function serve(emulator: Emulator, control: Control, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const target = request.url ?? "/";
  const method = request.method ?? "GET";
  const body = await readBody(request);
  if (body === undefined) return send(response, toWire(message(413, "the body is too large")));
  if (target.startsWith(`${controlPrefix}/`)) return send(response, await serveControl(control, method, target, body));
  const address = request.socket.remoteAddress ?? "";
  apply(request, response, await emulator.handle({ method, target, headers: request.headers, body, address }));
}

async function serveControl(control: Control, method: string, target: string, body: Buffer): Promise<WireReply> {
  const url = new URL(target, "http://sandbox");
  let value: unknown;
  try {
    value = body.length === 0 ? undefined : JSON.parse(body.toString("utf8"));
  } catch {
    return toWire(message(400, "The body is not JSON."));
  }
  const path = url.pathname.slice(controlPrefix.length);
  return toWire(await answerControl(control, { method, path, query: url.searchParams, body: value }));
}

/** The whole body; undefined where it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks) : undefined;
}

function apply(request: IncomingMessage, response: ServerResponse, outcome: Outcome): void {
  switch (outcome.kind) {
    case "reset":
      request.socket.resetAndDestroy();
      return;
    case "silence":
      // The connection stays open until the caller gives up or the sandbox closes.
      return;
    case "answer":
      if (outcome.extent === "whole") return send(response, outcome.reply);
      sendHalf(request, response, outcome.reply, outcome.extent);
  }
}

function send(response: ServerResponse, { status, headers, body }: WireReply): void {
  response.writeHead(status, headers);
  response.end(body);
}

function sendHalf(request: IncomingMessage, response: ServerResponse, reply: WireReply, extent: "truncated" | "stalled"): void {
  // An answer without a body is given one to cut off.
  const body = reply.body.length > 1 ? reply.body : Buffer.from("[ ]");
  response.writeHead(reply.status === 204 ? 200 : reply.status, { ...reply.headers, "Content-Length": String(body.length) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (extent === "truncated") request.socket.destroy();
  });
}
