import { ConfigurationError } from "../values/errors.js";
import { isLoopback } from "../values/loopback.js";

/** Addresses of proxies, as `EnvHttpProxyAgent` takes them; it reads `NO_PROXY` itself. */
export interface Proxies {
  readonly httpProxy: string;
  readonly httpsProxy: string;
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * The proxies of the environment; undefined if there are none, and for loopback: no proxy can reach a server on this machine, and
 * the login would be sent to it unencrypted.
 *
 * @throws ConfigurationError if an address is unusable. It is not repeated, because it may contain a login.
 */
export function proxiesFor(base: URL, environment: Readonly<Record<string, string | undefined>>): Proxies | undefined {
  if (isLoopback(base.hostname)) return undefined;
  const proxy = (name: string): string => {
    const lowerCase = name.toLowerCase();
    const used = environment[lowerCase] === undefined ? name : lowerCase;
    const address = environment[used] ?? "";
    if (address === "") return address;
    const url = URL.canParse(address) ? new URL(address) : undefined;
    if (url !== undefined && /^https?:$/.test(url.protocol)) {
      if (isDecodable(url.username) && isDecodable(url.password)) return address;
      throw new ConfigurationError(
        `${used} contains a user name or a password that is not percent-encoded: write % as %25, and @ as %40.`,
      );
    }
    throw new ConfigurationError(
      `${used} must be the address of an HTTP proxy, such as http://proxy.example:3128. For another kind of proxy, set the client's dispatcher.`,
    );
  };
  const proxies = { httpProxy: proxy("HTTP_PROXY"), httpsProxy: proxy("HTTPS_PROXY") };
  return proxies.httpProxy === "" && proxies.httpsProxy === "" ? undefined : proxies;
}
