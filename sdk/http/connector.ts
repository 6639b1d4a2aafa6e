import { Socket } from "node:net";
import type * as Undici from "undici";
import { exactly } from "../redaction/text.js";
import { faultOf, TransportError, type TransportFault } from "./transport-error.js";

type Connector = Undici.buildConnector.connector;
type ConnectorOptions = Undici.buildConnector.Options;

/** The timers of the HTTP library are half a second off, to either side; its own bound only has to come after this one. */
export const later = 2_000;

/** Connects as the HTTP library does, and gives up after exactly so many milliseconds. */
export const createConnector = (undici: typeof Undici, milliseconds: number): Connector =>
  within(milliseconds, undici.buildConnector({ timeout: milliseconds + later }));

/**
 * Connects by way of a proxy as `tunnel` does, in time. Its errors become faults that name the proxy: the library would try for ever
 * where the proxy closes its connections.
 */
export function boundTunnel(tunnel: Connector, milliseconds: number, proxy: string): Connector {
  const bounded = within(milliseconds, tunnel);
  return (options, callback) =>
    bounded(options, (...[error, socket]) => {
      if (error === null) callback(null, socket);
      else callback(proxyFault(error, proxy), null);
    });
}

/** How the library tells that a proxy has refused. */
const refusal = /^Proxy response \((\d+)\)/;

function proxyFault(error: Error, proxy: string): TransportError {
  const status = Number(refusal.exec(error.message)?.[1]);
  const { fault, message } = faultOf(error, false);
  if (Number.isNaN(status)) return new TransportError(fault, false, `by way of the proxy ${proxy}: ${message}`, error);
  const refused = `the proxy ${proxy} refused the connection with status ${status}`;
  return new TransportError(faultOfRefusal(status), false, refused, error);
}

/** A 5xx of a proxy speaks of the way ahead of it, which may be free again soon. */
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
      // Its type does not promise the socket; without it, the library's own bound ends what nobody waits for any more.
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
