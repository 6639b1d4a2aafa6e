/** Ids that hold the identifiers of the objects above: `p123456/example.de/blog`. */

const escape = (part: string): string => part.replaceAll("%", "%25").replaceAll("/", "%2F");
const unescape = (part: string): string => part.replaceAll("%2F", "/").replaceAll("%25", "%");

export const joinId = (...parts: (string | number)[]): string => parts.map((part) => escape(String(part))).join("/");

/** The parts of an id; those that a malformed one lacks are empty. */
export const splitId = <N extends string>(id: string, ...names: N[]): Record<N, string> => {
  const parts = id.split("/").map(unescape);
  return Object.fromEntries(names.map((name, index) => [name, parts[index] ?? ""])) as Record<N, string>;
};
