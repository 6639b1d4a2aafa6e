import * as pulumi from "@pulumi/pulumi";

/** A record with its identifier, whatever key the provider shows it under. */
export type Identified<T> = T & { readonly identifier: string };

/** The only record that matches. Guessing among several could mean the wrong one. */
export function only<T extends object>(
  records: readonly T[],
  what: string,
  identifierOf: (record: T) => string | undefined,
): Identified<T> {
  const identifiers = records.map(identifierOf);
  const [record] = records;
  const [identifier] = identifiers;
  if (record === undefined) throw new pulumi.RunError(`There is no ${what}.`);
  if (records.length > 1)
    throw new pulumi.RunError(
      `Found ${records.length} records for ${what} (${identifiers.join(", ")}). Make the query more specific.`,
    );
  if (identifier === undefined)
    throw new pulumi.RunError(`The provider's answer for ${what} has no identifier, only ${Object.keys(record).join(", ")}.`);
  return { ...record, identifier };
}

/** A query in words. */
export const quoted = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name} "${String(value)}"`)
    .join(" and ");
