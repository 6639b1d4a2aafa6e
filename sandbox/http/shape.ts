type Optional<T> = { [K in keyof T]: undefined extends T[K] ? K : never }[keyof T];

/** `T` whose possibly undefined members are optional instead. */
type Present<T> = { [K in Exclude<keyof T, Optional<T>>]: T[K] } & { [K in Optional<T>]?: Exclude<T[K], undefined> };

/** `object` without members that are undefined. */
export const present = <const T extends object>(object: T): Present<T> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as Present<T>;

/** Only the members that `fields` names, separated by commas; all if it names none. */
export function onlyFields(object: object, fields: string | undefined): object {
  if (fields === undefined || fields.trim() === "") return object;
  const names = new Set(fields.split(",").map((name) => name.trim()));
  return Object.fromEntries(Object.entries(object).filter(([name]) => names.has(name)));
}

/** Default number of elements per page. */
const pageSize = 20;
/** Largest page; more is cut off silently. */
const largestPage = 100;

/** One page of a list that is paged by limit and offset. */
export const pageOf = <T>(
  elements: readonly T[],
  page: { readonly limit?: number | undefined; readonly offset?: number | undefined },
): T[] => {
  const offset = page.offset ?? 0;
  return elements.slice(offset, offset + Math.min(page.limit ?? pageSize, largestPage));
};
