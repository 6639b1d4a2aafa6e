import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { GdprContact, GdprTom } from "../../sdk/models/gdpr.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { checkConfigured, type LookupOptions, programClient } from "./client.js";
import { listed } from "./listed.js";
import { orUnknown } from "./or-unknown.js";
import { checkQuery, type Identified, narrowerBy, only, quoted } from "./only.js";

/** A contact matches if it equals the members that are given. */
export interface GdprContactQuery {
  readonly name?: string | undefined;
  readonly mail?: string | undefined;
  readonly type?: string | undefined;
}

const contactMembers = ["name", "mail", "type"];

/**
 * The only GDPR contact that matches.
 *
 * @throws if none or more than one matches.
 */
export async function findGdprContact(
  query: GdprContactQuery,
  options: LookupOptions = {},
): Promise<Identified<z.output<typeof GdprContact>>> {
  checkQuery("findGdprContact", query, contactMembers);
  const login = await programClient(options);
  const wanted = Object.entries(query).filter(([, value]) => value !== undefined);
  const fits = (contact: z.output<typeof GdprContact>) =>
    wanted.every(([name, value]) => contact[name as keyof GdprContactQuery] === value);
  const contacts = await listed(login, "listGdprContacts", {}, (client) => client.gdpr.listContacts(), fits);
  return only(
    login,
    contacts.filter(fits),
    `GDPR contact with ${quoted(Object.fromEntries(wanted))}`,
    gdprIdentifier,
    narrowerBy(contactMembers, { ...query }),
  );
}

/** As {@link findGdprContact}, for values that are outputs. */
export function findGdprContactOutput(
  query: { readonly [K in keyof GdprContactQuery]: pulumi.Input<GdprContactQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof GdprContact>>>> {
  checkConfigured(options);
  return pulumi.output(query).apply((known) => orUnknown(findGdprContact(known, options)));
}

/** A record matches if its text contains this one, in the same upper and lower case. */
export interface GdprTomQuery {
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
  checkQuery("findGdprTom", query, ["contains"], ["contains"]);
  const login = await programClient(options);
  const fits = ({ content }: z.output<typeof GdprTom>) => content?.includes(query.contains) ?? false;
  const toms = await listed(login, "listGdprToms", {}, (client) => client.gdpr.listToms(), fits);
  return only(
    login,
    toms.filter(fits),
    `TOM that contains "${query.contains}"`,
    gdprIdentifier,
    "Query a longer part of its text.",
  );
}

/** As {@link findGdprTom}, for values that are outputs. */
export function findGdprTomOutput(
  query: { readonly contains: pulumi.Input<string> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<Identified<z.output<typeof GdprTom>>>> {
  checkConfigured(options);
  return pulumi.output(query).apply((known) => orUnknown(findGdprTom(known, options)));
}
