import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** A request as it arrived. */
export interface Received {
  readonly method: string;
  /** Path and query, as sent. */
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
  /** Number of its connection, from 1. */
  readonly connection: number;
}

/** Answers a request; its result is sent as JSON with status 200, unless it has answered itself. */
export type Handler = (request: Received, response: ServerResponse, socket: Socket) => unknown;

export interface TestServer {
  /** Base address, on loopback. */
  readonly url: string;
  /** Everything received so far, in order. */
  readonly received: readonly Received[];
  /** Number of connections accepted so far. */
  readonly connections: number;
  /** Ends all connections and stops listening. */
  close(): Promise<void>;
}

/** A real HTTP server on its own loopback port. */
export async function startServer(handler: Handler): Promise<TestServer> {
  const received: Received[] = [];
  const numbers = new Map<Socket, number>();
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("error", () => undefined);
    request.on("end", () => {
      const entry: Received = {
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: Buffer.concat(pieces).toString(),
        connection: numbers.get(request.socket)!,
      };
      received.push(entry);
      answer(handler, entry, response, request.socket);
    });
  });
  server.on("connection", (socket: Socket) => numbers.set(socket, numbers.size + 1));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    get connections() {
      return numbers.size;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

function answer(handler: Handler, request: Received, response: ServerResponse, socket: Socket): void {
  void Promise.resolve()
    .then(() => handler(request, response, socket))
    .then(
      (body) => {
        if (body !== undefined) json(response, 200, body);
      },
      (error: unknown) => json(response, 599, { message: `the test's handler failed: ${String(error)}` }),
    );
}

/** Answers as the provider does, including the invalid charset. */
export function json(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "application/json;charset=utf8", ...headers }).end(JSON.stringify(body));
}
