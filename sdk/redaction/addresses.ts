import { mask, isSecretName } from "./mask.js";
import { isMaskable, oneWord } from "./secret-forms.js";

/** Services that let everyone who knows an address post there: its whole path is a secret. */
const openServices =
  /(?:^|\.)(?:hooks\.slack(?:-gov)?\.com|discord(?:app)?\.com|webhook\.office\.com|api\.telegram\.org|hooks\.zapier\.com|outlook\.office\.com|maker\.ifttt\.com|smee\.io|ntfy\.sh)\.?$/;

/** A part of an address that is long and mixes letters and digits, as tokens do, or has a parameter. */
const looksLikeToken = (text: string): boolean => /^(?=.*\d)(?=.*\p{L}).{16,}$|[;,]\w+=/u.test(text);

/** An address, and what in it may be secret. */
interface Address {
  /** What precedes it in the text, such as `301 `. */
  readonly lead: string;
  /** What the text leaves out of it, such as `https:`. */
  readonly implied: string;
  readonly url: URL;
  readonly hasLogin: boolean;
  readonly isSecret: (segment: string) => boolean;
}

/**
 * The one opinion on what may be secret in an address: login, query and fragment; all of the path with a login or at a service that
 * needs none, unless it is one plain word; and any part of the path that looks like a token.
 */
function addressIn(text: string): Address | undefined {
  if (!/[:/]/.test(text)) return undefined;
  const start = Math.max(0, text.search(/https?:\/\//i));
  const [lead, rest] = [text.slice(0, start), text.slice(start)];
  const implied = rest.startsWith("//") ? "https:" : openServices.test(/^[^/?#]*/.exec(rest)![0]) ? "https://" : "";
  if (!URL.canParse(`${implied}${rest}`)) return undefined;
  const url = new URL(`${implied}${rest}`);
  if (url.host === "") return undefined;
  const hasLogin = url.username !== "" || url.password !== "";
  const isWhole = openServices.test(url.hostname) || (hasLogin && !oneWord.test(url.pathname));
  return {
    lead,
    implied,
    url,
    hasLogin,
    isSecret: (segment) => !["", mask].includes(segment) && (isWhole || looksLikeToken(segment)),
  };
}

/** An address with what may be a secret in it replaced. Any other text stays as it is. */
export function replaceSecrets(text: string, replaced: (value: string) => string): string {
  const address = addressIn(text);
  if (address === undefined) return text;
  const { lead, implied, url, isSecret } = address;
  const before = url.href;
  if (url.username !== "") url.username = replaced(url.username);
  if (url.password !== "") url.password = replaced(url.password);
  url.pathname = url.pathname
    .split("/")
    .map((segment) => (isSecret(segment) ? replaced(segment) : segment))
    .join("/");
  const query = [...url.searchParams].map(([name, value]) =>
    value === "" ? replaced(name) : `${encodeURIComponent(name)}=${replaced(value)}`,
  );
  if (query.length > 0) url.search = query.join("&");
  if (url.hash !== "") url.hash = replaced(url.hash);
  // Otherwise it stays as it is written: programs compare it.
  return url.href === before ? text : `${lead}${url.href.slice(implied.length)}`;
}

/** It stays as it is in every part of an address. */
const mark = "secret-is-here";

/** An address that may be shown. Any other text stays as it is. */
export function hideSecrets(text: string): string {
  const marked = replaceSecrets(text, () => mark);
  if (!marked.includes(mark)) return text;
  return marked
    .replace(/\/\/[^/@]*@/, `//${mark}@`)
    .replace(/\?[^#]*/, `?${mark}`)
    .replace(new RegExp(`${mark}(?:/${mark})*`, "g"), mask);
}

/** Whether a second address can be the first one after {@link replaceSecrets}. */
export function isSameButForSecrets(address: string, replaced: string): boolean {
  const parts = replaceSecrets(address, () => mark).split(mark);
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return parts.length > 1 && new RegExp(`^${parts.map(literal).join("[^/?&#@]+")}$`).test(replaced);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Whether a text has an address with what may be a secret, so that it is kept as one. */
export const holdsSecret = (text: string): boolean => hideSecrets(text) !== text;

/**
 * What to look for in other texts, to hide it there: the password of an address, user name and password together, and what follows the host.
 * A user name alone may be a token. Without a login, only what is hardly a part of another text. Empty if the text is no address.
 */
export function secretsIn(text: string): string[] {
  const address = addressIn(text);
  if (address === undefined) return [];
  const { url, isSecret } = address;
  const query = [...url.searchParams].map(([name, value]) => [name, value || name] as const);
  const fragment = decoded(url.hash.slice(1));
  if (!address.hasLogin)
    return [
      ...url.pathname.split("/").filter((segment) => isSecret(segment) && isMaskable(segment)),
      ...query.filter(([name, value]) => isSecretName(name) || looksLikeToken(value)).map(([, value]) => value),
      ...(looksLikeToken(fragment) ? [fragment] : []),
    ];
  const [user, password] = [decoded(url.username), decoded(url.password)];
  const path = oneWord.test(url.pathname) ? "" : url.pathname;
  const rest = [path, ...query.map(([, value]) => value), fragment].filter((part) => part !== "");
  return [...(password === "" ? [user] : [password, `${user}:${password}`]), ...rest];
}

/** Hides the login, the query and the fragment of an address with a login, and nothing else: for texts that tell objects apart. */
export function withoutLogin(text: string): string {
  const { lead, url, hasLogin } = addressIn(text) ?? {};
  if (url === undefined || !hasLogin) return text;
  return `${lead}${url.protocol}//${mask}@${url.host}${url.pathname}${url.search && `?${mask}`}${url.hash && `#${mask}`}`;
}
