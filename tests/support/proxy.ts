import { createServer } from "node:http";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { Certificate } from "./certificate.js";

/** A `CONNECT` as it arrived at a proxy. */
export interface Tunnel {
  /** Requested host and port. */
  readonly target: string;
  /** The `Proxy-Authorization`. */
  readonly authorization: string | undefined;
}

export interface Proxy {
  readonly url: string;
  readonly tunnels: readonly Tunnel[];
  close(): Promise<void>;
}

/** How a proxy handles a `CONNECT`: tunnels it, answers with a status, closes the connection, or never answers. */
export type ProxyManner = "tunnel" | "close" | "silence" | number;

/** A proxy on loopback whose tunnels all lead to one port of loopback, for every host. */
export async function startProxy(port: number, manner: ProxyManner = "tunnel"): Promise<Proxy> {
  const tunnels: Tunnel[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(400).end("only CONNECT"));
  server.on("connection", (socket: Socket) => remember(sockets, socket));
  server.on("connect", ({ url, headers }, socket: Socket) => {
    tunnels.push({ target: url!, authorization: headers["proxy-authorization"] });
    if (manner === "close") return void socket.destroy();
    if (manner === "silence") return;
    if (manner !== "tunnel") return void socket.end(`HTTP/1.1 ${manner} Refused\r\n\r\n`);
    socket.write("HTTP/1.1 200 Connected\r\n\r\n");
    splice(socket, port, sockets);
  });
  return { tunnels, ...(await listen(server, sockets, "http")) };
}

/** Removes TLS from what arrives, and forwards it to a port of loopback. */
export async function startTlsFront(port: number, certificate: Certificate): Promise<{ port: number; close(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(certificate, (socket) => {
    remember(sockets, socket);
    splice(socket, port, sockets);
  });
  server.on("tlsClientError", () => undefined);
  const { url, close } = await listen(server, sockets, "https");
  return { port: Number(new URL(url).port), close };
}

function remember(sockets: Set<Socket>, socket: Socket): void {
  sockets.add(socket);
  socket.on("error", () => socket.destroy());
  socket.on("close", () => sockets.delete(socket));
}

function splice(socket: Socket, port: number, sockets: Set<Socket>): void {
  const inner = connect(port, "127.0.0.1");
  remember(sockets, inner);
  socket.pipe(inner).pipe(socket);
  socket.on("close", () => inner.destroy());
  inner.on("close", () => socket.destroy());
}

async function listen(server: Server, sockets: Set<Socket>, scheme: string): Promise<{ url: string; close(): Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
