import { canonicalHost } from "./hostname.js";

/**
 * The parts of an id, spelled the same for all ids that the provider treats as equal: after the first part, ids consist of names.
 */
export const spelling = (id: string): string[] => id.split("/").map((part, index) => (index === 0 ? part : canonicalHost(part)));

/** An id in canonical spelling. */
export const canonicalId = (id: string): string => spelling(id).join("/");

/** The name at the end of an id, in canonical spelling. */
export const nameIn = (id: string): string => spelling(id).at(-1)!;

/** Key of an object, with its id in canonical spelling. */
export const objectKey = (kind: string, id: string): string => JSON.stringify([kind, ...spelling(id)]);

/** Whether two ids name the same object of a kind. Fast for ids of one part, because thousands are compared. */
export const sameId = (a: string, b: string): boolean =>
  a === b || (a.includes("/") && b.includes("/") && objectKey("", a) === objectKey("", b));

/** Whether an id begins with a path and has further parts. */
export function liesWithin(id: string, path: string): boolean {
  const [parts, above] = [spelling(id), spelling(path)];
  return parts.length > above.length && above.every((part, index) => part === parts[index]);
}

/** Key of an object, with the base address of the API. */
export const addressedKey = ({ kind, address, id }: Readonly<Record<"kind" | "address" | "id", string>>): string =>
  JSON.stringify([kind, address, ...spelling(id)]);
