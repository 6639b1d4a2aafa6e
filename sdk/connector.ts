import { Socket } from "node:net";
import type * as Undici from "undici";
import { exactly } from "./text.js";
import { TransportError } from "./transport-error.js";

type Connector = Undici.buildConnector.connector;

/** The timers of the HTTP library are half a second off, to either side; its own bound only has to come after this one. */
const later = 2_000;

/** Connects as the HTTP library does, and gives up after exactly so many milliseconds. */
export function createConnector(undici: typeof Undici, milliseconds: number): Connector {
  const connect = undici.buildConnector({ timeout: milliseconds + later });
  return (options, callback) => {
    const socket: unknown = connect(options, callback);
    // Its type does not promise the socket; without it, the library's own bound holds.
    if (!(socket instanceof Socket)) return;
    const expire = () =>
      socket.destroy(new TransportError("connect-timeout", false, `no connection within ${exactly(milliseconds)}`));
    const timer = setTimeout(expire, milliseconds);
    for (const event of [options.protocol === "https:" ? "secureConnect" : "connect", "close"])
      socket.once(event, () => clearTimeout(timer));
  };
}
