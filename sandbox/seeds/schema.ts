import { z } from "zod";
import { day, longestDelay } from "../state/clock.js";
import { contracts, gdprContracts, gdprPdfs, gdprPresets, gdprRecord } from "./record-forms.js";
import { collections, seededNames, customerNumber, text, time, uid } from "../state/collections.js";

const mostDays = longestDelay / day;

const contact = z.strictObject({
  firstName: text.optional(),
  lastName: text.optional(),
  title: text.optional(),
  salutation: text.optional(),
  company: text.optional(),
  street: text.optional(),
  houseNumber: text.optional(),
  zip: text.optional(),
  city: text.optional(),
  country: text.optional(),
  emailAddress: text.optional(),
  phone: text.optional(),
  fax: text.optional(),
  vat: text.optional(),
});

const article = z.strictObject({
  articleNumber: z.int().positive(),
  title: text,
  text: z.string(),
  group: text,
  /** Whether an order of it creates an account. Default: as usual in its group. */
  createsAccount: z.boolean().optional(),
  net: z.number().nonnegative(),
  setupFee: z.number().nonnegative(),
  isOrderable: z.boolean(),
  benefits: z.record(z.string(), z.unknown()).optional(),
  limits: z.record(z.string(), z.number()).optional(),
  upgrades: z.array(z.int()).optional(),
  options: z.array(z.int()).optional(),
});

/** Those of the collections that are planted as they are. */
const forms = Object.fromEntries(seededNames.map((name) => [name, z.array(collections[name].form).optional()])) as {
  [N in (typeof seededNames)[number]]: z.ZodOptional<z.ZodArray<(typeof collections)[N]["form"]>>;
};

/** A validated seed. */
export const seedSchema = z.strictObject({
  logins: z
    .array(
      z.strictObject({
        username: text,
        password: text,
        customerNumber,
        emailAddress: text.optional(),
        secondFactor: z
          .discriminatedUnion("name", [
            z.strictObject({ name: z.literal("TOTP"), code: text }),
            z.strictObject({ name: z.literal("DeviceCookie") }),
          ])
          .optional(),
      }),
    )
    .optional(),
  customers: z
    .array(
      z.strictObject({
        customerNumber,
        reseller: customerNumber.optional(),
        prospect: z.boolean().optional(),
        contractPartner: contact.optional(),
        contactPerson: contact.optional(),
        billingRecipient: contact.optional(),
        vatID: text.optional(),
        postalInvoices: z.boolean().optional(),
        paymentSettings: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  accounts: z
    .array(
      z.strictObject({
        name: z.string().regex(/^p[0-9]+$/, "Expected a name such as p100001"),
        customerNumber,
        description: z.string().optional(),
        articleNumber: z.int().optional(),
        adviser: customerNumber.optional(),
        virtualName: text.optional(),
        password: text.optional(),
        /** Default: the number in its name. */
        uid: uid.optional(),
        disabled: z.boolean().optional(),
        activateShell: z.boolean().optional(),
      }),
    )
    .optional(),
  /** If left out, each account with an article has one. */
  contracts: contracts.optional(),
  domains: z
    .array(
      z.strictObject({
        account: text,
        fullname: text,
        external: z.boolean().optional(),
        target: text.optional(),
        /** Default: `ok`, and none for an external domain. */
        registryStatus: text.optional(),
        attachments: z.array(z.enum(["certificate", "exchange"])).optional(),
        /** Whether it has the subdomain `www` that comes with a registration, if `subdomains` does not name it. Default: true. */
        www: z.boolean().optional(),
        subdomains: z
          .array(
            z.strictObject({ name: text, target: text.optional(), certificate: z.boolean().optional(), uid: uid.optional() }),
          )
          .optional(),
      }),
    )
    .optional(),
  ...forms,
  installations: z
    .array(
      z.strictObject({
        account: text,
        software: text,
        version: text,
        installPath: text,
        host: text,
        extensions: z.array(z.strictObject({ key: text, name: text, version: text })).optional(),
        /** Index in this list of the installation that this one is an archive of, starting at 0. */
        archiveFrom: z.int().nonnegative().optional(),
      }),
    )
    .optional(),
  resellers: z.array(z.strictObject({ uid: z.int().positive(), name: text, customerNumber })).optional(),
  promotionCodes: z
    .array(
      z.strictObject({
        code: text,
        description: z.string(),
        percent: z.number().min(0).max(100),
        articles: z.array(z.int()).optional(),
        monthly: z.boolean().optional(),
        /** In days from the start of the sandbox; negative: already expired. */
        validForDays: z.number().min(-mostDays).max(mostDays).optional(),
      }),
    )
    .optional(),
  tickets: z
    .array(
      z.strictObject({
        customerNumber,
        account: text.optional(),
        subject: text,
        message: text,
        status: z.enum(["open", "in-progress", "feedback", "information", "answered", "done"]),
        daysAgo: z.number().nonnegative().max(mostDays).optional(),
      }),
    )
    .optional(),
  foreignDomains: z.array(z.strictObject({ fullname: text, authcode: text.optional() })).optional(),
  topLevelDomains: z
    .array(
      z.strictObject({
        name: text,
        description: text,
        articleNumber: z.int(),
        price: text,
        agencyPrice: text,
        setupFee: text,
        isAllowedAsInclusiveDomain: z.boolean(),
        uid: uid.optional(),
      }),
    )
    .optional(),
  articles: z.array(article).optional(),
  webhooks: z
    .array(
      z.strictObject({
        /** Its uid. */
        id: text.optional(),
        login: text,
        method: z.enum(["GET", "POST", "PUT", "DELETE", "PATCH"]),
        url: z.url(),
        headers: z.record(z.string(), z.string()).optional(),
        parameters: z.strictObject({ key: z.string().optional(), value: z.string().optional() }).optional(),
      }),
    )
    .optional(),
  applicationTokens: z
    .array(
      z.strictObject({
        /** Its uuid. */
        id: text.optional(),
        login: text,
        description: z.string(),
        /** Default: a random one, with which nobody can log in. */
        secret: text.optional(),
        createdAt: time.optional(),
      }),
    )
    .optional(),
  gdprContacts: z
    .array(
      gdprRecord.extend({
        name: text,
        street: text,
        houseNumber: text,
        zipCode: text,
        city: text,
        mail: text,
        type: text.optional(),
      }),
    )
    .optional(),
  gdprToms: z.array(gdprRecord.extend({ content: text })).optional(),
  gdprContracts: gdprContracts.optional(),
  gdprContractPresets: gdprPresets.optional(),
  gdprPdfs: gdprPdfs.optional(),
});

/**
 * What exists in a sandbox at its start. If articles, top-level domains, promotion codes or
 * foreign domains are left out, those of the built-in catalogue are used.
 */
export type Seed = z.input<typeof seedSchema>;

/** A seed with all defaults applied. */
export type CheckedSeed = z.output<typeof seedSchema>;
