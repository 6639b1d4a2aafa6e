import { z } from "zod";
import type * as records from "./records.js";

/** Values that several forms of a seed have. */

export const text = z.string().min(1);
export const customerNumber = z.int().positive();
/** A number that the provider has given to an object. Default: the next one. */
export const uid = z.int().positive();
/** A time, in ISO 8601. Default: the start of the sandbox. */
export const time = z.iso.datetime({ offset: true });

/** Objects that contain others. */
type Container = "customers" | "accounts" | "domains";

interface Traits<R> {
  /** Containers with which a record is removed, each with the member that names it. Default: none. */
  readonly within?: { readonly [C in Container]?: keyof R & string };
  /** Parameter by which paths of the API name a record. Default: none, or one that does not name the newest record in tests. */
  readonly parameter?: string;
  /** Whether only the sandbox knows the records, so that every read sees them at once. Default: false. */
  readonly isInternal?: true;
}

interface Collection<R> extends Traits<R> {
  /** Only for the type; never set. */
  readonly record?: R;
}

const collection = <R extends records.StoredRecord>(traits: Traits<R> = {}): Collection<R> => traits;

type Shape = Readonly<Record<string, z.ZodType>>;
type RecordIn<S extends Shape> = records.StoredRecord & Readonly<z.output<z.ZodObject<S>>>;

/**
 * A collection whose records are planted as a seed has them. A seed may leave out their `id`.
 *
 * @param shape members of a record
 * @param example records of the default seed. With an `id`, they leave the numbers of all other objects as they are.
 */
const seeded = <const S extends Shape>(
  shape: S,
  traits: Traits<RecordIn<S>> & { readonly example: readonly (z.input<z.ZodObject<S>> & { readonly id?: string })[] },
) =>
  ({ ...traits, form: z.strictObject({ id: text.optional(), ...shape }) }) as Collection<RecordIn<S>> &
    typeof traits & {
      readonly form: z.ZodObject<S & { readonly id: z.ZodOptional<typeof text> }>;
    };

const gdprRecord = { within: { customers: "owner" } } as const;

/** Every collection of the store, in the order of snapshots. */
export const collections = {
  logins: collection<records.Login>({ within: { customers: "customerNumber" }, isInternal: true }),
  sessions: collection<records.Session>({ isInternal: true }),
  challenges: collection<records.Challenge>({ isInternal: true }),
  applicationTokens: collection<records.ApplicationToken>({ parameter: "uuid" }),
  customers: collection<records.Customer>({ parameter: "customerNumber" }),
  accounts: collection<records.Account>({ within: { customers: "customerNumber" } }),
  domains: collection<records.Domain>({ within: { accounts: "account" } }),
  subdomains: collection<records.Subdomain>({ within: { domains: "domain" } }),
  foreignDomains: collection<records.ForeignDomain>(),
  topLevelDomains: collection<records.TopLevelDomain>(),
  articles: collection<records.Article>(),
  resellers: collection<records.Reseller>(),
  mailAddresses: seeded(
    { account: text, fullName: text },
    {
      within: { accounts: "account" },
      example: [
        { account: "p100001", fullName: "info@sommer-gartenbau.de" },
        { account: "p100001", fullName: "bruno@sommer-gartenbau.de" },
        { account: "p100002", fullName: "laden@buch-herbst.de" },
      ],
    },
  ),
  installations: collection<records.Installation>({ within: { accounts: "account" } }),
  contracts: collection<records.Contract>({ within: { customers: "customerNumber", accounts: "account" } }),
  cancellations: collection<records.Cancellation>(),
  invoices: collection<records.Invoice>({ within: { customers: "customerNumber" } }),
  paymentReceipts: collection<records.PaymentReceipt>(),
  carts: collection<records.Cart>({ parameter: "cartIdentifier" }),
  offers: collection<records.Offer>(),
  orders: collection<records.Order>(),
  promotionCodes: collection<records.PromotionCode>(),
  tickets: collection<records.Ticket>({ within: { customers: "customerNumber" }, parameter: "ticketIdentifier" }),
  ticketAnswers: collection<records.TicketAnswer>(),
  webhooks: collection<records.Webhook>({ parameter: "webhookIdentifier" }),
  deliveries: collection<records.Delivery>({ isInternal: true }),
  mails: collection<records.Mail>({ isInternal: true }),
  gdprContacts: collection<records.GdprContact>({ ...gdprRecord, parameter: "contactIdentifier" }),
  gdprToms: collection<records.GdprTom>({ ...gdprRecord, parameter: "tomIdentifier" }),
  gdprContracts: collection<records.GdprContract>({ ...gdprRecord, parameter: "contractIdentifier" }),
  gdprContractPresets: collection<records.GdprContractPreset>({ ...gdprRecord, parameter: "contractPresetIdentifier" }),
  gdprPdfs: collection<records.GdprPdf>({ ...gdprRecord, parameter: "pdfIdentifier" }),
};

/** Every collection with the type of its records. */
export type Records = { [N in keyof typeof collections]: NonNullable<(typeof collections)[N]["record"]> };

export type CollectionName = keyof Records;

/** Record of collection `N`. */
export type RecordOf<N extends CollectionName> = Records[N];

export type MailAddress = RecordOf<"mailAddresses">;

export const collectionNames = Object.keys(collections) as readonly CollectionName[];

/** The traits of a collection, whatever its records are. */
export const traitsOf = (name: CollectionName): Traits<Readonly<Record<string, unknown>>> => collections[name];

type Seeded = { [N in CollectionName]: (typeof collections)[N] extends { readonly form: z.ZodType } ? N : never }[CollectionName];

/** The collections that {@link seeded} declares. */
export const seededNames = collectionNames.filter((name): name is Seeded => "form" in collections[name]);
