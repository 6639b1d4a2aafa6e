import type * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Client } from "../../sdk/index.js";
import type { ListedAccount } from "../../sdk/models/accounts.js";
import { type GdprContact, gdprIdentifier, type GdprTom } from "../../sdk/models/gdpr.js";
import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { programError } from "../pulumi/runs.js";
import { asMissing } from "../values/remarks.js";
import { pick, type Properties } from "../values/properties.js";
import {
  type HidingOptions,
  lookedUpByOutputs,
  type LookupOptions,
  programClient,
  withoutSecrets,
  answered,
  askedText,
  checkAsked,
  withLogin,
} from "./client.js";
import type { Lookups } from "./lookups.js";

/** A record with its identifier, whatever key the provider shows it under. */
type WithIdentifier<T> = T & { readonly identifier: string };

/** A search for one record in a listing. */
interface Search<T, Query> {
  readonly lookup: string;
  readonly query: Query;
  /** Members of a query that every one must have, and those that a record must equal. */
  readonly required?: readonly (keyof Query & string)[];
  readonly compared: readonly (keyof Query & keyof T & string)[];
  /** What else a record must fulfil. */
  fits?(record: T): boolean;
  /** The operation that lists, and its input. */
  readonly id: keyof Lookups;
  readonly input: object;
  read(client: Client): Promise<readonly T[]>;
  identifierOf(record: T): string | undefined;
  /** What is looked for, apart from the compared members. */
  readonly label: string;
}

/** The only record that matches. Guessing among several could mean the wrong one. */
async function find<T extends object, Query extends object>(
  search: Search<T, Query>,
  options: HidingOptions = {},
): Promise<WithIdentifier<T>> {
  const { hide = (text) => text } = options;
  const { lookup, query, required = [], compared, fits = () => true, id, input, read, identifierOf, label } = search;
  const given = query as Properties;
  const known = [...required, ...compared];
  checkAsked(lookup, query, [
    ...Object.keys(given)
      .filter((member) => !(known as string[]).includes(member))
      .map((member) => `${inLine(member)}: ${unknownName("member", member, known)}`),
    ...required.filter((member) => given[member] === undefined).map((member) => `${member}: required, but missing`),
  ]);
  const wanted = compared.filter((member) => given[member] !== undefined);
  const isFit = (record: T) => wanted.every((member) => record[member] === given[member]) && fits(record);
  const login = await programClient(options);
  const what = hide(`${label}${wanted.length === 0 ? "" : ` with ${askedText(pick(given, wanted))}`}`);
  const records = await answered(login, { id, input, what, hide: options.hide }, read, (all) => all.some(isFit));
  const found = records.filter(isFit);
  const [record] = found;
  if (record === undefined)
    throw asMissing(programError(`There is no ${what}. Looked up: ${withLogin(login.settings)}.`), withoutSecrets);
  if (found.length > 1)
    throw programError(
      `Found ${found.length} records for ${what} (${found.map(identifierOf).join(", ")}). Narrow the query, or use one of these identifiers.`,
    );
  const identifier = identifierOf(record);
  if (identifier === undefined)
    throw programError(`The provider's answer for ${what} has no identifier, only ${Object.keys(record).join(", ")}.`);
  return { ...record, identifier };
}

/** An account matches if it belongs to this customer and equals the other members that are given. */
export interface AccountQuery {
  readonly customerNumber: number;
  /** Such as `p123456`. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/**
 * The only account of a customer that matches, also one that the API cannot create, change or delete. Its `identifier` is what
 * domains take as `accountIdentifier`.
 *
 * @throws if none or more than one matches.
 */
export function findAccount(
  query: AccountQuery,
  options: LookupOptions = {},
): Promise<WithIdentifier<z.output<typeof ListedAccount>>> {
  const { customerNumber } = query;
  return find(
    {
      lookup: "findAccount",
      query,
      required: ["customerNumber"],
      compared: ["name", "description"],
      id: "listCustomerAccounts",
      input: { customerNumber },
      read: (client) => client.accounts.listByCustomer({ customerNumber }),
      identifierOf: ({ name, uid }) => name ?? uid?.toString(),
      label: `account of customer ${customerNumber}`,
    },
    options,
  );
}

/** As {@link findAccount}, for values that are outputs. */
export function findAccountOutput(
  query: { readonly [K in keyof AccountQuery]: pulumi.Input<AccountQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<WithIdentifier<z.output<typeof ListedAccount>>>> {
  return lookedUpByOutputs(query, options, findAccount);
}

/** A contact matches if it equals the members that are given. */
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
export function findGdprContact(
  query: GdprContactQuery,
  options: LookupOptions = {},
): Promise<WithIdentifier<z.output<typeof GdprContact>>> {
  return find(
    {
      lookup: "findGdprContact",
      query,
      compared: ["name", "mail", "type"],
      id: "listGdprContacts",
      input: {},
      read: (client) => client.gdpr.listContacts(),
      identifierOf: (record) => gdprIdentifier(record),
      label: "GDPR contact",
    },
    options,
  );
}

/** As {@link findGdprContact}, for values that are outputs. */
export function findGdprContactOutput(
  query: { readonly [K in keyof GdprContactQuery]: pulumi.Input<GdprContactQuery[K]> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<WithIdentifier<z.output<typeof GdprContact>>>> {
  return lookedUpByOutputs(query, options, findGdprContact);
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
export function findGdprTom(query: GdprTomQuery, options: LookupOptions = {}): Promise<WithIdentifier<z.output<typeof GdprTom>>> {
  return find(
    {
      lookup: "findGdprTom",
      query,
      required: ["contains"],
      compared: [],
      fits: ({ content }) => content?.includes(query.contains) ?? false,
      id: "listGdprToms",
      input: {},
      read: (client) => client.gdpr.listToms(),
      identifierOf: (record) => gdprIdentifier(record),
      label: `TOM that contains "${query.contains}"`,
    },
    options,
  );
}

/** As {@link findGdprTom}, for values that are outputs. */
export function findGdprTomOutput(
  query: { readonly contains: pulumi.Input<string> },
  options?: LookupOptions,
): pulumi.Output<pulumi.Unwrap<WithIdentifier<z.output<typeof GdprTom>>>> {
  return lookedUpByOutputs(query, options, findGdprTom);
}
