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
 * What has to be hidden of the login in an address: the password, and both together. A user name alone is hidden, too, as tokens
 * are given like that. Empty where the text is no address, or has no login.
 */
export function userinfoIn(text: string): string[] {
  const url = addressWithUserinfo(text);
  if (url === undefined) return [];
  const [user, password] = [decoded(url.username), decoded(url.password)];
  return password === "" ? [user] : [password, `${user}:${password}`];
}

/** The address with a mask for the login in it; any other text as it is. */
export function hideUserinfo(text: string): string {
  const url = addressWithUserinfo(text);
  return url === undefined ? text : `${url.protocol}//${mask}@${url.host}${url.pathname}${url.search}${url.hash}`;
}
