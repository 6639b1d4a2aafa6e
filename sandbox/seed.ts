import { z } from "zod";
import { bill, ipAddressOf, nameOf, openContract } from "./booking.js";
import { day } from "./clock.js";
import { asciiName } from "./names.js";
import type { Account, Customer, Domain, GdprContact, Login, PromotionCode, Ticket, Webhook } from "./records.js";
import { hashed } from "./secrets.js";
import { agency } from "./seeds/agency.js";
import { catalogue } from "./seeds/catalogue.js";
import { standard } from "./seeds/default.js";
import { nothing } from "./seeds/empty.js";
import { present } from "./shape.js";
import { type World, domainPeriod } from "./world.js";

const text = z.string().min(1);
const customerNumber = z.int().positive();

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
  net: z.number().nonnegative(),
  setupFee: z.number().nonnegative(),
  isOrderable: z.boolean(),
  benefits: z.record(z.string(), z.unknown()).optional(),
  limits: z.record(z.string(), z.number()).optional(),
  upgrades: z.array(z.int()).optional(),
  options: z.array(z.int()).optional(),
});

/** A seed, checked. */
const seedSchema = z.strictObject({
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
      }),
    )
    .optional(),
  domains: z
    .array(
      z.strictObject({
        account: text,
        fullname: text,
        external: z.boolean().optional(),
        target: text.optional(),
        attachments: z.array(z.enum(["certificate", "exchange"])).optional(),
        subdomains: z
          .array(z.strictObject({ name: text, target: text.optional(), certificate: z.boolean().optional() }))
          .optional(),
      }),
    )
    .optional(),
  mailAddresses: z.array(z.strictObject({ account: text, fullName: text })).optional(),
  installations: z
    .array(
      z.strictObject({
        account: text,
        software: text,
        version: text,
        installPath: text,
        host: text,
        extensions: z.array(z.strictObject({ key: text, name: text, version: text })).optional(),
        /** Place in this list of the installation that this one is an archive of, starting at 0. */
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
        /** In days from the start of the sandbox; negative: over already. */
        validForDays: z.number().optional(),
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
        daysAgo: z.number().nonnegative().optional(),
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
      }),
    )
    .optional(),
  articles: z.array(article).optional(),
  webhooks: z
    .array(
      z.strictObject({
        login: text,
        method: z.enum(["GET", "POST", "PUT", "DELETE", "PATCH"]),
        url: z.url(),
        headers: z.record(z.string(), z.string()).optional(),
        parameters: z.strictObject({ key: z.string().optional(), value: z.string().optional() }).optional(),
      }),
    )
    .optional(),
  gdprContacts: z
    .array(
      z.strictObject({
        owner: customerNumber,
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
  gdprToms: z.array(z.strictObject({ owner: customerNumber, content: text })).optional(),
});

/**
 * What exists in a sandbox at its start. Articles, top-level domains, promotion codes and
 * foreign domains that are left out are those of the built-in catalogue.
 */
export type Seed = z.input<typeof seedSchema>;

const builtIn = { default: standard, empty: nothing, agency };

/**
 * The built-in seeds: `default` (a reseller with two customers), `empty` (a reseller without customers) and `agency`
 * (a reseller with some tens of customers). The login of each is `reseller` with the password `sandbox-password`.
 */
export const seedNames = Object.keys(builtIn) as readonly SeedName[];

type SeedName = keyof typeof builtIn;

/** A seed, or the name of a built-in one. */
export type SeedChoice = Seed | SeedName;

const isName = (choice: unknown): choice is SeedName => typeof choice === "string" && Object.hasOwn(builtIn, choice);

function read(choice: SeedChoice): z.output<typeof seedSchema> {
  if (typeof choice === "string" && !isName(choice)) {
    throw new Error(`There is no seed named ${JSON.stringify(choice)}; there are ${seedNames.join(", ")}.`);
  }
  const checked = seedSchema.safeParse(isName(choice) ? builtIn[choice] : choice);
  if (!checked.success) throw new Error(`Not a seed:\n${z.prettifyError(checked.error)}`);
  return checked.data;
}

/** Replaces everything by the objects of a seed. */
export function plant(world: World, choice: SeedChoice): void {
  const seed = read(choice);
  world.store.load(() => {
    world.store.clear();
    plantCatalogue(world, seed);
    plantCustomers(world, seed);
    plantDomains(world, seed);
    plantUse(world, seed);
    plantRecords(world, seed);
  });
}

type Checked = z.output<typeof seedSchema>;

function plantCatalogue(world: World, seed: Checked): void {
  const { articles, topLevelDomains } = world.objects;
  for (const entry of seed.articles ?? catalogue.articles) {
    articles.insert(present({ ...entry, id: String(entry.articleNumber) }) as Parameters<typeof articles.insert>[0]);
  }
  for (const { name, ...entry } of seed.topLevelDomains ?? catalogue.topLevelDomains) {
    topLevelDomains.insert({ ...entry, id: name, uid: world.nextUid() });
  }
}

function plantCustomers(world: World, seed: Checked): void {
  const { logins, customers, accounts, resellers } = world.objects;
  for (const { username, password, secondFactor, ...login } of seed.logins ?? []) {
    const factor =
      secondFactor?.name === "TOTP" ? { name: secondFactor.name, codeHash: hashed(secondFactor.code) } : secondFactor;
    logins.insert(
      present({
        ...login,
        id: username,
        passwordHash: hashed(password),
        emailAddress: login.emailAddress ?? `${username}@hosting.example`,
        secondFactor: factor,
        knownDevices: [],
      }) as Login,
    );
  }
  for (const { vatID, postalInvoices, ...customer } of seed.customers ?? []) {
    world.store.skip("customer", customer.customerNumber);
    customers.insert(
      present({
        ...customer,
        id: String(customer.customerNumber),
        prospect: customer.prospect ?? false,
        contractPartner: customer.contractPartner ?? {},
        billingSettings: present({ vatID, postalInvoices: postalInvoices ?? false }),
        paymentSettings: customer.paymentSettings ?? { paymentMethod: "invoice" },
      }) as Customer,
    );
  }
  for (const { uid, ...tariff } of seed.resellers ?? []) resellers.insert({ ...tariff, id: String(uid) });
  for (const { name, virtualName, password, description, ...account } of seed.accounts ?? []) {
    const uid = Number(name.slice(1));
    world.store.skip("account", uid);
    plantContract(world, name, account);
    accounts.insert(
      present({
        ...account,
        id: name,
        uid,
        description: description ?? name,
        disabled: false,
        activateShell: false,
        ipAddress: ipAddressOf(uid),
        status: "ready",
        virtual: virtualName === undefined ? undefined : { virtualName, passwordHash: hashed(password ?? virtualName) },
      }) as Account,
    );
  }
}

/** The contract of an account that was ordered some months ago, with its invoice. */
function plantContract(
  world: World,
  account: string,
  { customerNumber, articleNumber }: { readonly customerNumber: number; readonly articleNumber?: number | undefined },
): void {
  if (articleNumber === undefined) return;
  const created = world.now() - (60 + ((world.store.next("contract") * 13) % 240)) * day;
  openContract(world, { customerNumber, articleNumber, account, created });
  bill(world, customerNumber, [articleNumber], account, created);
}

function plantDomains(world: World, seed: Checked): void {
  const { accounts, domains, subdomains, foreignDomains } = world.objects;
  const nameOf = (fullname: string): string => {
    const name = asciiName(fullname);
    if (name === undefined || !name.includes(".")) throw new Error(`Not a seed: ${fullname} is not the full name of a domain.`);
    return name;
  };
  for (const { account, fullname, external, target, attachments, subdomains: below } of seed.domains ?? []) {
    if (accounts.get(account) === undefined)
      throw new Error(`Not a seed: ${fullname} belongs to ${account}, which does not exist.`);
    const id = nameOf(fullname);
    const sld = id.slice(0, id.indexOf("."));
    domains.insert(
      present({
        id,
        account,
        sld,
        tld: id.slice(sld.length + 1),
        external: external ?? false,
        target,
        registryStatus: external === true ? undefined : "ok",
        // Some time within the period that is paid for.
        created: world.now() - domainPeriod + ((world.store.next("domain") * 11) % 360) * day + 5 * day,
        attachments: attachments ?? [],
      }) as Domain,
    );
    for (const { name, ...subdomain } of [{ name: "www" }, ...(below ?? [])] as NonNullable<typeof below>) {
      const uid = world.nextUid();
      subdomains.insert({ id: String(uid), uid, domain: id, name, ...present({ certificate: false, ...subdomain }) } as never);
    }
  }
  for (const { fullname, ...foreign } of seed.foreignDomains ?? catalogue.foreignDomains) {
    foreignDomains.insert(present({ ...foreign, id: nameOf(fullname) }) as { id: string });
  }
}

/** Mail addresses, installations, promotion codes and tickets. */
function plantUse(world: World, seed: Checked): void {
  const { mailAddresses, installations, promotionCodes, tickets, customers } = world.objects;
  for (const address of seed.mailAddresses ?? []) mailAddresses.insert({ ...address, id: String(world.nextUid()) });
  const uids = (seed.installations ?? []).map(() => String(world.nextUid()));
  for (const [index, { archiveFrom, ...installation }] of (seed.installations ?? []).entries()) {
    const original = archiveFrom === undefined ? {} : { archiveFrom: uids[archiveFrom]! };
    installations.insert({ ...installation, ...original, id: uids[index]!, extensions: installation.extensions ?? [] });
  }
  for (const { code, validForDays, ...promotion } of seed.promotionCodes ?? catalogue.promotionCodes) {
    const validUntil = validForDays === undefined ? undefined : world.now() + validForDays * day;
    promotionCodes.insert(present({ monthly: true, ...promotion, validUntil, id: code }) as PromotionCode);
  }
  for (const { daysAgo, ...ticket } of seed.tickets ?? []) {
    const created = world.now() - (daysAgo ?? 0) * day;
    const { emailAddress, phone, ...person } = customers.get(String(ticket.customerNumber))?.contractPartner ?? {};
    const author = { name: nameOf(person), email: emailAddress ?? "", telephone: phone ?? "", isSupport: false };
    tickets.insert({ ...ticket, id: String(world.nextUid()), created, updated: created, author, files: [] } as Ticket);
  }
}

function plantRecords(world: World, seed: Checked): void {
  const { webhooks, gdprContacts, gdprToms } = world.objects;
  for (const webhook of seed.webhooks ?? []) {
    webhooks.insert({ id: String(world.nextUid()), eventType: "DOMAIN_REGISTRATION_STATUS", ...webhook } as Webhook);
  }
  for (const contact of seed.gdprContacts ?? []) {
    gdprContacts.insert({ id: world.nextDocumentId(), created: world.now(), ...contact } as GdprContact);
  }
  for (const tom of seed.gdprToms ?? []) gdprToms.insert({ id: world.nextDocumentId(), created: world.now(), ...tom });
}
