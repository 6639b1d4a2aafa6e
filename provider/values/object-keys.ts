import { canonicalHost } from "./hostname.js";

/** The parts of an id in one spelling for all those that the provider takes for the same: after the first part, ids are made of names. */
export const spelling = (id: string): string[] => id.split("/").map((part, index) => (index === 0 ? part : canonicalHost(part)));

/** An object, in one spelling of its id. */
export const objectKey = (kind: string, id: string): string => JSON.stringify([kind, ...spelling(id)]);

/** The ids, in that spelling, of those objects that are of a kind. */
export const idsOfKind = (kind: string, keys: Iterable<string>): string[] =>
  Array.from(keys, (key) => JSON.parse(key) as string[]).flatMap(([of, ...parts]) => (of === kind ? parts.join("/") : []));

/** Whether two ids name the same object of a kind. Thousands are compared, and most have one part only. */
export const sameId = (a: string, b: string): boolean =>
  a === b || (a.includes("/") && b.includes("/") && objectKey("", a) === objectKey("", b));

/** Whether an id begins with a path, and goes on after that. */
export function liesWithin(id: string, path: string): boolean {
  const [parts, above] = [spelling(id), spelling(path)];
  return parts.length > above.length && above.every((part, index) => part === parts[index]);
}

/** The same with the base address of the API. */
export const addressedKey = ({ kind, address, id }: Readonly<Record<"kind" | "address" | "id", string>>): string =>
  JSON.stringify([kind, address, ...spelling(id)]);

/** The ids, in that spelling, of those of such objects that are of a kind, at an address. */
export const idsAt = ({ kind, address }: Readonly<Record<"kind" | "address", string>>, keys: Iterable<string>): string[] =>
  Array.from(keys, (key) => JSON.parse(key) as string[]).flatMap(([of, at, ...parts]) =>
    of === kind && at === address ? parts.join("/") : [],
  );
