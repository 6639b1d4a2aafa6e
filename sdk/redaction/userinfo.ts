import { mask } from "./mask.js";

/** The address, where it is one with `user:password@` or `user@` in it. */
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
 * What has to be hidden of an address with a login: the password, and user name and password together. A user name alone is hidden,
 * too, as tokens are given like that; so is what the query and the fragment hold, as tokens stand there as well. Empty where the
 * text is no address, or has no login.
 */
export function userinfoIn(text: string): string[] {
  const url = addressWithUserinfo(text);
  if (url === undefined) return [];
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const query = [...url.searchParams].map(([name, value]) => value || name);
  const rest = [...query, decoded(url.hash.slice(1))].filter((text) => text !== "");
  return [...(password === "" ? [user] : [password, `${user}:${password}`]), ...rest];
}

/** An address with a login, with masks for it, for the query and for the fragment; any other text as it is. */
export function hideUserinfo(text: string): string {
  const url = addressWithUserinfo(text);
  if (url === undefined) return text;
  const [query, fragment] = [url.search && `?${mask}`, url.hash && `#${mask}`];
  return `${url.protocol}//${mask}@${url.host}${url.pathname}${query}${fragment}`;
}
