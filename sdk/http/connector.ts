import { Socket } from "node:net";
import type * as Undici from "undici";
import { exactly } from "../redaction/text.js";
import { faultOf, TransportError, type TransportFault } from "./transport-error.js";

type Connector = Undici.buildConnector.connector;
type ConnectorOptions = Undici.buildConnector.Options;

/** The library's timers are up to half a second early or late. Its own limit must end after this one. */
export const later = 2_000;

/** Connects like the HTTP library, with a timeout that is exact to the millisecond. */
export const createConnector = (undici: typeof Undici, milliseconds: number): Connector =>
  within(milliseconds, undici.buildConnector({ timeout: milliseconds + later }));

/**
 * Connects through a proxy like `tunnel`, with a timeout. Errors become faults that name the proxy. The library alone would retry
 * forever if the proxy closes its connections.
 */
export function boundTunnel(tunnel: Connector, milliseconds: number, proxy: string): Connector {
  const bounded = within(milliseconds, tunnel);
  return (options, callback) =>
    bounded(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(proxyFault(error, proxy), null);
    });
}

/** How the library reports that a proxy refused. */
const refusal = /^Proxy response \((\d+)\)/;

function proxyFault(error: Error, proxy: string): TransportError {
  const status = Number(refusal.exec(error.message)?.[1]);
  const { fault, message } = faultOf(error, false);
  if (Number.isNaN(status)) return new TransportError(fault, false, `through the proxy ${proxy}: ${message}`, error);
  const refused = `the proxy ${proxy} refused the connection with status ${status}`;
  return new TransportError(faultOfRefusal(status), false, refused, error);
}

/** A 5xx of a proxy is about the route beyond it, which may soon work again. */
function faultOfRefusal(status: number): TransportFault {
  if (status === 407) return "proxy-login";
  return status >= 400 && status <= 499 ? "proxy-refused" : "unreachable";
}

function within(milliseconds: number, connect: Connector): Connector {
  return (options: ConnectorOptions, callback) => {
    let expired = false;
    const timer = setTimeout(() => {
      expired = true;
      callback(new TransportError("connect-timeout", false, `no connection within ${exactly(milliseconds)}`), null);
      // The type does not guarantee a socket. Without one, the library's own limit ends the attempt.
      if (started instanceof Socket) started.destroy();
    }, milliseconds);
    const started: unknown = connect(options, (...[error, socket]) => {
      clearTimeout(timer);
      if (expired) socket?.destroy();
      else if (error === null) callback(null, socket);
      else callback(error, null);
    });
  };
}
