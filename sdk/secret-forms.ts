/** A path of one plain word, as `/webhooks`, tells nothing, and is in other texts as well. */
const oneWord = /^\/?[a-z]*\/?$/i;

/**
 * What to look for where a value is secret: the value, what is left of it once percent-encoding is undone, and of an address also what
 * follows the host, as a server knows the address of a request by that alone. Encoded writings of these are no forms of their own.
 */
export function secretForms(value: string): string[] {
  const parts = [value, ...afterHost(value)];
  return [...new Set([...parts, ...parts.map(percentDecoded)])];
}

/** Path, query and fragment of an address, together, and path and query each alone. Blanks may be in them: a client encodes those. */
function afterHost(value: string): string[] {
  const [, rest, path, query] = /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#]+((\/[^?#]*)?(?:\?([^#]*))?(?:#.*)?)$/is.exec(value.trim()) ?? [];
  const paths = [rest, path].filter((part) => part !== undefined && !oneWord.test(part));
  return [...paths, query].filter((part) => part !== undefined);
}

/** Octets that are no text stay as they are. */
const percentDecoded = (text: string): string =>
  text.replace(/(?:%[0-9a-f]{2})+/gi, (octets) => {
    try {
      return decodeURIComponent(octets);
    } catch {
      return octets;
    }
  });
