import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { message, type Reply } from "../http/reply.js";

/**
 * Why a request is refused because of its origin or host; undefined if it is allowed. A browser on the same machine runs the scripts
 * of any web page, and the logins of the seeds are published. So a page of another origin is refused, and so is a page whose own name
 * was made to point here. A page's login is a POST, for which browsers send an `Origin`. Without one, the API is open to any host
 * name, because a proxy may pass on the provider's name.
 *
 * @param known names that were given to the sandbox
 */
export function refuseForeign(
  { host = "", origin }: IncomingHttpHeaders,
  isControl: boolean,
  known: readonly string[],
): Reply | undefined {
  if (!isControl && origin === undefined) return undefined;
  const name = hostName(host);
  if (name === undefined || !(isOwnName(name) || known.some((each) => each.toLowerCase() === name)))
    return message(
      403,
      "Pages and control requests can reach the sandbox only as localhost, an IP address, a name without a dot, its own host, " +
        "or a name given as --allow-host (option allowHosts).",
    );
  if (origin !== undefined && origin !== `http://${host}`)
    return message(403, "The sandbox does not answer pages of another origin.");
  return undefined;
}

/** Why a control request is also refused: a page needs no permission to send plain text or a form. */
export function refuseControl(method: string, headers: IncomingHttpHeaders, hasBody: boolean): Reply | undefined {
  const isJson = /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "");
  return hasBody && !isJson ? message(415, `${method} needs a body of the content type application/json.`) : undefined;
}

/** The host without its port, in lower case; undefined if it is invalid. */
function hostName(host: string): string | undefined {
  const address = `http://${host}`;
  if (/[@/\\?#]/.test(host) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^\[(.*)\]$/, "$1");
}

/** A name without a dot, such as a container's, belongs to no public domain. */
const isOwnName = (name: string): boolean => isIP(name) !== 0 || !name.includes(".") || name.endsWith(".localhost");
