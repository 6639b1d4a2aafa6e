import { isSecretName } from "../../sdk/redaction/secret-names.js";

/** A segment of a path that is long and mixes letters and digits, as the tokens in addresses of chat services do. */
const looksLikeToken = /^(?=.*\d)(?=.*\p{L})[\w%-]{16,}$/u;

/** An address with what may be a secret in it replaced. */
export function withoutSecretsInAddress(address: string, replaced: (value: string) => string): string {
  const url = new URL(address);
  const hasLogin = url.username !== "" || url.password !== "";
  const names = [...new Set(url.searchParams.keys())];
  const segments = url.pathname.split("/");
  const isOpen =
    hasLogin || url.hash !== "" || names.some(isSecretName) || segments.some((segment) => looksLikeToken.test(segment));
  // Otherwise it stays as it is written: the program compares it.
  if (!isOpen) return address;
  if (url.username !== "") url.username = replaced(url.username);
  if (url.password !== "") url.password = replaced(url.password);
  for (const name of names)
    if (hasLogin || isSecretName(name)) url.searchParams.set(name, replaced(url.searchParams.get(name) ?? ""));
  if (url.hash !== "") url.hash = replaced(url.hash);
  url.pathname = segments.map((segment) => (looksLikeToken.test(segment) ? replaced(segment) : segment)).join("/");
  return url.href;
}

/** Whether a second address can be the first one after {@link withoutSecretsInAddress}. */
export function isSameButForSecrets(address: string, replaced: string): boolean {
  if (!URL.canParse(address)) return false;
  // It stays as it is in every part of an address.
  const mark = "replaced-by-a-copy";
  const parts = withoutSecretsInAddress(address, () => mark).split(mark);
  const literal = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return parts.length > 1 && new RegExp(`^${parts.map(literal).join("[^/?&#@]+")}$`).test(replaced);
}
