import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { GdprContact, GdprTom } from "../../sdk/models/gdpr.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { type LookupOptions, programClient } from "./client.js";

/** A GDPR record with its identifier, under whichever key the provider shows that. */
type Identified<T> = T & { readonly identifier: string };

/** The one record that fits. Guessing among several would put the wrong party into a contract. */
function only<T extends Parameters<typeof gdprIdentifier>[0]>(records: readonly T[], what: string): Identified<T> {
  const identifiers = records.map((record) => gdprIdentifier(record));
  const [record] = records;
  const [identifier] = identifiers;
  if (record === undefined) throw new pulumi.RunError(`There is no ${what}.`);
  if (records.length > 1)
    throw new pulumi.RunError(
      `There are ${records.length} of ${what} (${identifiers.join(", ")}): say more of the one you mean.`,
    );
  if (identifier === undefined)
    throw new pulumi.RunError(`The provider shows no identifier of ${what}, only ${Object.keys(record).join(", ")}.`);
  return { ...record, identifier };
}

const quoted = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name} "${String(value)}"`)
    .join(" and ");

/** What is known of a GDPR contact; every member given must be equal. */
export interface GdprContactQuery {
  readonly name?: string | undefined;
  readonly mail?: string | undefined;
  readonly type?: string | undefined;
}

/**
 * The one GDPR contact that fits.
 *
 * @throws where there is none, or more than one.
 */
export async function findGdprContact(
  query: GdprContactQuery,
  options: LookupOptions = {},
): Promise<Identified<z.output<typeof GdprContact>>> {
  const client = await programClient(options);
  const contacts = await client.gdpr.listContacts();
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  const fits = contacts.filter((contact) => wanted.every(([name, value]) => contact[name as keyof GdprContactQuery] === value));
  return only(fits, `GDPR contact with ${quoted(Object.fromEntries(wanted))}`);
}

/** As {@link findGdprContact}, for values that are outputs. */
export const findGdprContactOutput = (
  query: { readonly [K in keyof GdprContactQuery]: pulumi.Input<GdprContactQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof GdprContact>>>> =>
  pulumi.output(query).apply((known) => findGdprContact(known, options));

/** What is known of technical and organisational measures. */
export interface GdprTomQuery {
  /** A part of the text. */
  readonly contains: string;
}

/**
 * The one record of technical and organisational measures (TOM) that fits.
 *
 * @throws where there is none, or more than one.
 */
export async function findGdprTom(
  query: GdprTomQuery,
  options: LookupOptions = {},
): Promise<Identified<z.output<typeof GdprTom>>> {
  const client = await programClient(options);
  const toms = await client.gdpr.listToms();
  return only(
    toms.filter(({ content }) => content?.includes(query.contains)),
    `TOM that contains "${query.contains}"`,
  );
}

/** As {@link findGdprTom}, for values that are outputs. */
export const findGdprTomOutput = (
  query: { readonly contains: pulumi.Input<string> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof GdprTom>>>> =>
  pulumi.output(query).apply((known) => findGdprTom(known, options));
