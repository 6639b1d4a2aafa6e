/** Shorter values stay in free text: replacing them would garble it and hide nothing. */
export const shortestValue = 4;

/** A value that may be a word of a message or a part of another value: masked there, it would garble it and show itself. */
export const isWord = (value: string): boolean => /^(?:\p{L}{0,5}|\p{L}?\p{Ll}{0,10})$/u.test(value);

/** What makes a secret maskable, for messages. */
export const maskableText = "12 characters, or 6 with a digit";

/** Whether a secret can be masked wherever it occurs, so that no message shows it. */
export const isMaskable = (value: string): boolean => value === "" || (value.length >= shortestValue && !isWord(value));

/** A path of one plain word, such as `/webhooks`, reveals nothing and occurs in other texts too. */
export const oneWord = /^\/?[a-z]*\/?$/i;

/**
 * What to search for if a value is secret: the value and its percent-decoded form. For an address also what follows the host, because
 * a server knows the address of a request only by that; for a header field, the credentials in it. Each of them also as servers garble it. Encoded spellings of these are not
 * separate forms.
 */
export function secretForms(value: string): string[] {
  const parts = [value, ...afterHost(value), ...credentialsIn(value)];
  return [...new Set([...parts, ...parts.map(percentDecoded)].flatMap(garbled))];
}

export const isAscii = (text: string): boolean => /^[\u0000-\u007f]*$/.test(text);

/** The text, composed and decomposed (NFC, NFD), and each of them read in another encoding. */
const garbled = (text: string): string[] =>
  isAscii(text) ? [text] : [text, text.normalize("NFC"), text.normalize("NFD")].flatMap((form) => [form, ...misread(form)]);

/** UTF-8 read as ISO 8859-1, or as the Windows-1252 that is often meant by it; and ISO 8859-1 read as UTF-8. */
function misread(text: string): string[] {
  const octets = Buffer.from(text, "utf8");
  const isLatin = /^[\u0000-\u00ff]*$/.test(text);
  return [
    octets.toString("latin1"),
    new TextDecoder("windows-1252").decode(octets),
    ...(isLatin ? [new TextDecoder().decode(Buffer.from(text, "latin1"))] : []),
  ];
}

/** Path, query and fragment of an address together, and path and query each alone. They may contain spaces, which a client encodes. */
function afterHost(value: string): string[] {
  const [, rest, path, query] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+((\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?)$/is.exec(value.trim()) ?? [];
  const paths = [rest, path].filter((part) => part !== undefined && !oneWord.test(part));
  return [...paths, query].filter((part) => part !== undefined);
}

/** What follows the scheme of an `Authorization` field, as the user name and password of `Basic` too, and the values of a `Cookie`. */
function credentialsIn(value: string): string[] {
  const [, scheme = "", credentials = ""] = /^([a-z]+) +(\S+)$/i.exec(value) ?? [];
  const login = /^basic$/i.test(scheme) ? Buffer.from(credentials, "base64").toString() : "";
  // No name of a cookie has a colon or a slash, as an address with a query has.
  const cookies = /^[^\s=;:/]+=[^;]*(?:; *[^\s=;:/]+=[^;]*)*$/.test(value) ? value.split(/; */) : [];
  const parts = [credentials, login, login.replace(/^[^:]*:/, ""), ...cookies.map((each) => each.replace(/^[^=]*=/, ""))];
  return parts.filter((part) => part !== "" && part !== value);
}

/** Octets that are not text stay as they are. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (octets) => {
    try {
      return decodeURIComponent(octets);
    } catch {
      return octets;
    }
  });
