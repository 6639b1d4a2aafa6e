import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { systemClock } from "../sdk/values/clock.js";
import type { Control } from "./control/control.js";
import { refuseControl, refuseForeign } from "./control/control-access.js";
import { answerControl, routeList } from "./control/control-answers.js";
import { controlPrefix } from "./control/control-routes.js";
import { emulate, type Emulation } from "./emulation.js";
import type { RequestOutcome } from "./emulator/emulator.js";
import { checkOptions, type SandboxOptions } from "./options.js";
import { message, type Reply } from "./http/reply.js";
import type { Surroundings } from "./rules/surroundings.js";
import { callWebhook } from "./rules/webhook-call.js";
import { toWire, type WireReply } from "./http/wire.js";

/** A running sandbox. */
export interface Sandbox {
  /** Base address; the API's paths, `/v1/…`, are below it. */
  readonly url: string;
  readonly control: Control;
  /** Stops listening, and ends all connections and deliveries. */
  close(): Promise<void>;
}

/** Longest request line and header fields that the gateway accepts, in bytes: the limit of Go's HTTP server, with its reserve. */
const headLimit = 1024 * 1024 + 4096;

/** Bodies with more bytes than this are refused. */
const bodyLimit = 32 * 1024 * 1024;

/** @param isSelf whether an address on this machine is the sandbox's own */
const machine = (isSelf: (url: URL) => boolean): Surroundings => ({
  sleep: systemClock.sleep,
  later: (work, milliseconds) => {
    const timer = setTimeout(work, milliseconds).unref();
    return () => clearTimeout(timer);
  },
  callWebhook,
  isSelf,
});

/**
 * Starts an emulator of the API.
 *
 * @throws SandboxOptionsError
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  checkOptions(options);
  let ownPort = options.port ?? 0;
  const isSelf = ({ port, protocol }: URL): boolean => Number(port || (protocol === "https:" ? 443 : 80)) === ownPort;
  const emulation = emulate(options, options.clock ?? systemClock, machine(isSelf));
  const { control } = emulation;
  const host = options.host ?? "127.0.0.1";
  const hosts = [host, ...(options.allowHosts ?? [])];
  const server = createServer({ maxHeaderSize: headLimit }, (request, response) => {
    serve(emulation, { hosts, controlRoutes: options.controlRoutes ?? true }, request, response).catch(() =>
      request.socket.destroy(),
    );
  });
  try {
    await listen(server, options.port ?? 0, host);
  } catch (error) {
    await emulation.close();
    throw error;
  }
  const { address, port, family } = server.address() as AddressInfo;
  ownPort = port;
  return {
    url: `http://${family === "IPv6" ? `[${address}]` : address}:${port}`,
    control,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await emulation.close();
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

async function serve(
  emulation: Emulation,
  { hosts, controlRoutes }: { readonly hosts: readonly string[]; readonly controlRoutes: boolean },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { url: target = "/", method = "GET", headers } = request;
  const body = await readBody(request);
  if (body === undefined) return send(response, toWire(message(413, "the body is too large")));
  const isControl = controlRoutes && (target.startsWith(`${controlPrefix}/`) || /^[^?]*/.exec(target)![0] === controlPrefix);
  const foreign = refuseForeign(headers, isControl, hosts);
  if (foreign !== undefined) return send(response, toWire(foreign));
  if (isControl) {
    const refusal = refuseControl(method, headers, body.length > 0);
    return send(response, toWire(refusal ?? (await serveControl(emulation.control, request, body))));
  }
  const address = request.socket.remoteAddress ?? "";
  apply(request, response, await emulation.handle({ method, target, headers, body, address }));
}

async function serveControl(
  control: Control,
  { method = "GET", url = "/", headers }: IncomingMessage,
  body: Buffer,
): Promise<Reply> {
  const { pathname, searchParams } = new URL(url, "http://sandbox");
  let value: unknown;
  try {
    value = body.length === 0 ? undefined : JSON.parse(body.toString("utf8"));
  } catch {
    return message(400, "The body is not JSON.");
  }
  const path = pathname.slice(controlPrefix.length);
  if (method === "GET" && (path === "" || path === "/")) return routeList(`http://${headers.host}`);
  return answerControl(control, { method, path, query: searchParams, body: value });
}

/** The whole body; undefined if it is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size <= bodyLimit ? Buffer.concat(chunks) : undefined;
}

function apply(request: IncomingMessage, response: ServerResponse, outcome: RequestOutcome): void {
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
  // An answer without a body gets one, which can then be cut off.
  const body = reply.body.length > 1 ? reply.body : Buffer.from("[ ]");
  response.writeHead(reply.status === 204 ? 200 : reply.status, { ...reply.headers, "Content-Length": String(body.length) });
  response.write(body.subarray(0, Math.floor(body.length / 2)), () => {
    if (extent === "truncated") request.socket.destroy();
  });
}
