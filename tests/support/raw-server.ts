import { createServer, type AddressInfo, type Socket } from "node:net";

/** What a raw server does with a connection once the request's head and body have arrived. */
export type RawHandler = (socket: Socket, request: string) => void;

export interface RawServer {
  readonly url: string;
  readonly connections: number;
  close(): Promise<void>;
}

/**
 * A TCP server on loopback for answers that no HTTP library would write: cut off, reset, endless. `greet` is called
 * for each connection, before anything has arrived.
 */
export async function startRawServer(handler: RawHandler, greet?: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>();
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    sockets.add(socket);
    greet?.(socket);
    let request = "";
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    socket.on("data", (piece) => {
      request += piece.toString("latin1");
      const head = request.indexOf("\r\n\r\n");
      if (head === -1) return;
      const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0);
      if (request.length < head + 4 + length) return;
      const complete = request;
      request = "";
      handler(socket, complete);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get connections() {
      return connections;
    },
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        for (const socket of sockets) socket.destroy();
      }),
  };
}
