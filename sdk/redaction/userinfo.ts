import { mask } from "./mask.js";
import { oneWord } from "./secret-forms.js";

/** The address, if it contains `user:password@` or `user@`. */
function addressWithUserinfo(text: string): URL | undefined {
  if (!text.includes("@") || !URL.canParse(text)) return undefined;
  const url = new URL(text);
  return url.username === "" && url.password === "" ? undefined : url;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * What to hide in an address with a login: the password, and user name and password together. A user name alone is hidden too, because
 * it may be a token. So are the path and the values in the query and the fragment, which may contain tokens. Empty if the text is not an
 * address or has no login.
 */
export function userinfoIn(text: string): string[] {
  const url = addressWithUserinfo(text);
  if (url === undefined) return [];
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const query = [...url.searchParams].map(([name, value]) => value || name);
  const path = oneWord.test(url.pathname) ? "" : url.pathname;
  const rest = [path, ...query, decoded(url.hash.slice(1))].filter((text) => text !== "");
  return [...(password === "" ? [user] : [password, `${user}:${password}`]), ...rest];
}

/**
 * Masks the login, the path, the query and the fragment of an address with a login. Any other text stays as it is.
 *
 * @param keepsPath for texts that tell objects apart and are not shown
 */
export function hideUserinfo(text: string, keepsPath = false): string {
  const url = addressWithUserinfo(text);
  if (url === undefined) return text;
  const path = keepsPath || oneWord.test(url.pathname) ? url.pathname : `/${mask}`;
  const [query, fragment] = [url.search && `?${mask}`, url.hash && `#${mask}`];
  return `${url.protocol}//${mask}@${url.host}${path}${query}${fragment}`;
}

/** Whether an address has a query or a fragment, whose values may be tokens although the address has no login. */
export const hasQuery = (text: string): boolean => /[?#]./s.test(text) && URL.canParse(text);

/** Masks what {@link hideUserinfo} masks, and the query and the fragment of any address: for texts that only show it. */
export function hideQuery(text: string): string {
  const shown = hideUserinfo(text);
  if (shown !== text || !hasQuery(text)) return shown;
  return text.replace(/[?#].*$/s, (rest) => `${rest[0]!}${mask}`);
}
