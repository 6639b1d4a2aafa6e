import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { message, type Reply } from "./reply.js";

/**
 * Whether a control request may come from where it says. The routes ask for no login, and a browser on the same machine runs the
 * scripts of any web page: one of another origin is refused, and one whose own name was made to point here as well.
 *
 * @param listensOn the host that the sandbox was told to listen on
 */
export function refuseControl(
  method: string,
  headers: IncomingHttpHeaders,
  hasBody: boolean,
  listensOn: string,
): Reply | undefined {
  const { host = "", origin } = headers;
  const name = hostName(host);
  if (name === undefined || !(isOwnName(name) || name === listensOn.toLowerCase()))
    return message(403, "The control routes answer to localhost, IP addresses and names without a dot only.");
  if (origin !== undefined && origin !== `http://${host}`)
    return message(403, "The control routes answer to no page of another origin.");
  const isJson = /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "");
  if (hasBody && !isJson) return message(415, `${method} needs a body of the content type application/json.`);
  return undefined;
}

/** The host without its port, in lower case; undefined where it is none. */
function hostName(host: string): string | undefined {
  const address = `http://${host}`;
  return host !== "" && URL.canParse(address) ? new URL(address).hostname.replace(/^\[(.*)\]$/, "$1") : undefined;
}

/** A name without a dot, such as that of a container, is in nobody's domain. */
const isOwnName = (name: string): boolean => isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost");
