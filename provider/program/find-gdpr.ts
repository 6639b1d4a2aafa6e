import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { GdprContact, GdprTom } from "../../sdk/models/gdpr.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import type { Client } from "../../sdk/index.js";
import { type LookupOptions, programClient } from "./client.js";
import type { Lookups } from "./lookups.js";
import { answersOf, requestKey } from "./shared-answers.js";

/** A GDPR record with its identifier, whatever key the provider shows it under. */
type Identified<T> = T & { readonly identifier: string };

/** The only record that matches. Guessing among several could put the wrong party into a contract. */
function only<T extends Parameters<typeof gdprIdentifier>[0]>(records: readonly T[], what: string): Identified<T> {
  const identifiers = records.map((record) => gdprIdentifier(record));
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

/** A listing that all lookups of the run share, unless nothing in it fits. */
const listed = <T>(
  client: Client,
  id: keyof Lookups,
  read: () => Promise<readonly T[]>,
  fits: (record: T) => boolean,
): Promise<readonly T[]> => answersOf(client).get(requestKey(id, {}), read, (records) => records.some(fits));

const quoted = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name} "${String(value)}"`)
    .join(" and ");

/** Properties of a GDPR contact; each one given must be equal. */
export interface GdprContactQuery {
  readonly name?: string | undefined;
  readonly mail?: string | undefined;
  readonly type?: string | undefined;
}

/**
 * The only GDPR contact that matches.
 *
 * @throws if none or more than one matches.
 */
export async function findGdprContact(
  query: GdprContactQuery,
  options: LookupOptions = {},
): Promise<Identified<z.output<typeof GdprContact>>> {
  const client = await programClient(options);
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  const fits = (contact: z.output<typeof GdprContact>) =>
    wanted.every(([name, value]) => contact[name as keyof GdprContactQuery] === value);
  const contacts = await listed(client, "listGdprContacts", () => client.gdpr.listContacts(), fits);
  return only(contacts.filter(fits), `GDPR contact with ${quoted(Object.fromEntries(wanted))}`);
}

/** As {@link findGdprContact}, for values that are outputs. */
export const findGdprContactOutput = (
  query: { readonly [K in keyof GdprContactQuery]: pulumi.Input<GdprContactQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof GdprContact>>>> =>
  pulumi.output(query).apply((known) => findGdprContact(known, options));

/** Properties of technical and organisational measures. */
export interface GdprTomQuery {
  /** Part of the text. */
  readonly contains: string;
}

/**
 * The only record of technical and organisational measures (TOM) that matches.
 *
 * @throws if none or more than one matches.
 */
export async function findGdprTom(
  query: GdprTomQuery,
  options: LookupOptions = {},
): Promise<Identified<z.output<typeof GdprTom>>> {
  const client = await programClient(options);
  const fits = ({ content }: z.output<typeof GdprTom>) => content?.includes(query.contains) ?? false;
  const toms = await listed(client, "listGdprToms", () => client.gdpr.listToms(), fits);
  return only(toms.filter(fits), `TOM that contains "${query.contains}"`);
}

/** As {@link findGdprTom}, for values that are outputs. */
export const findGdprTomOutput = (
  query: { readonly contains: pulumi.Input<string> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof GdprTom>>>> =>
  pulumi.output(query).apply((known) => findGdprTom(known, options));
