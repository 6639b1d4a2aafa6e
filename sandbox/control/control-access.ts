import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { message, type Reply } from "../http/reply.js";

/**
 * Why a request may not come from where it says; undefined where it may. A browser on the same machine runs the scripts of any web
 * page, and the logins of the seeds are published: a page of another origin is refused, and one whose own name was made to point
 * here as well. A page's login is a POST, with which browsers send an `Origin`; without one, the API is open to any name, as a proxy
 * may pass on that of the provider.
 *
 * @param listensOn the host that the sandbox was told to listen on
 */
export function refuseForeign(
  { host = "", origin }: IncomingHttpHeaders,
  isControl: boolean,
  listensOn: string,
): Reply | undefined {
  if (!isControl && origin === undefined) return undefined;
  const name = hostName(host);
  if (name === undefined || !(isOwnName(name) || name === listensOn.toLowerCase()))
    return message(
      403,
      "Pages and control requests reach the sandbox as localhost, an IP address, a name without a dot or its host only.",
    );
  if (origin !== undefined && origin !== `http://${host}`)
    return message(403, "The sandbox answers to no page of another origin.");
  return undefined;
}

/** Why a control request is refused beyond that: a page needs no permission to send plain text or a form. */
export function refuseControl(method: string, headers: IncomingHttpHeaders, hasBody: boolean): Reply | undefined {
  const isJson = /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "");
  return hasBody && !isJson ? message(415, `${method} needs a body of the content type application/json.`) : undefined;
}

/** The host without its port, in lower case; undefined where it is none. */
function hostName(host: string): string | undefined {
  const address = `http://${host}`;
  if (/[@/\\?#]/.test(host) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A name without a dot, such as that of a container, is in nobody's domain. */
const isOwnName = (name: string): boolean => isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost");
