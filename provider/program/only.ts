import * as pulumi from "@pulumi/pulumi";

/** A record with its identifier, whatever key the provider shows it under. */
export type Identified<T> = T & { readonly identifier: string };

/**
 * The only record that matches. Guessing among several could mean the wrong one.
 *
 * @param narrower how to find one of several: a sentence
 */
export function only<T extends object>(
  records: readonly T[],
  what: string,
  identifierOf: (record: T) => string | undefined,
  narrower: string,
): Identified<T> {
  const identifiers = records.map(identifierOf);
  const [record] = records;
  const [identifier] = identifiers;
  if (record === undefined) throw new pulumi.RunError(`There is no ${what}.`);
  if (records.length > 1)
    throw new pulumi.RunError(`Found ${records.length} records for ${what} (${identifiers.join(", ")}). ${narrower}`);
  if (identifier === undefined)
    throw new pulumi.RunError(`The provider's answer for ${what} has no identifier, only ${Object.keys(record).join(", ")}.`);
  return { ...record, identifier };
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

/** How to find one of several records: with the members that the query leaves out. */
export function narrowerBy(members: readonly string[], given: Readonly<Record<string, unknown>>): string {
  const left = members.filter((name) => given[name] === undefined);
  return left.length === 0
    ? "The query cannot be more specific: use one of these identifiers instead."
    : `Add ${alternatives.format(left)} to the query.`;
}

/** A query in words. */
export const quoted = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name} "${String(value)}"`)
    .join(" and ");
