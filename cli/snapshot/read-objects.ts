import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import { sameHost } from "../../provider/values/ids.js";
import type { Client } from "../../sdk/client.js";
import type { CustomerPartner } from "../../sdk/models/customers.js";
import { gdprIdentifier } from "../../sdk/models/gdpr.js";
import { webhookMethods } from "../../sdk/models/webhooks.js";
import { isObject } from "../shared/values.js";
import type { Attempts } from "../stack/collections.js";
import type { Catalogue } from "./read-catalogue.js";
import { filled, type gdprRecords, isoTime, type Part } from "./seed-parts.js";

export async function readDomains(client: Client, account: string, attempts: Attempts): Promise<readonly Part<"domains">[]> {
  const listed = await attempts.all(`domains of account ${account}`, () =>
    client.domains.list.each({ accountIdentifier: account }),
  );
  const domains: Part<"domains">[] = [];
  for (const { fullname, registryStatus } of listed) {
    const below = await attempts.attempt(`subdomains of domain ${fullname}`, () =>
      client.domains.listSubdomains({ accountIdentifier: account, domainIdentifier: fullname }),
    );
    const subdomains = (below ?? []).flatMap(({ uid, name, fullName, target }) => {
      const label = labelOf(name ?? fullName, fullname);
      return label === undefined ? [] : [{ name: label, ...filled({ uid, target }) }];
    });
    domains.push({
      account,
      fullname,
      // An external domain has no status of its registration.
      ...(registryStatus ? { registryStatus } : { external: true }),
      // Without the listing, the subdomain that comes with a registration is likely.
      ...(below === undefined ? {} : { www: false, subdomains }),
    });
  }
  return domains;
}

/** What stands before the domain; some versions of the API show the full name. */
function labelOf(name: string | undefined, domain: string): string | undefined {
  if (name === undefined || name === "" || sameHost(name, domain)) return undefined;
  const suffix = name.slice(-domain.length - 1);
  return suffix.startsWith(".") && sameHost(suffix.slice(1), domain) ? name.slice(0, -domain.length - 1) : name;
}

export interface OfCustomer {
  readonly customer: Part<"customers">;
  readonly accounts: readonly Part<"accounts">[];
  readonly contracts: readonly Part<"contracts">[];
}

type Contact = NonNullable<Part<"customers">["contractPartner"]>;

const contactOf = ({
  firstName,
  lastName,
  title,
  salutation,
  company,
  address,
  contact,
}: z.output<typeof CustomerPartner>): Contact =>
  filled({
    firstName,
    lastName,
    title,
    salutation,
    company,
    street: address.street,
    houseNumber: address.houseNumber,
    zip: address.zip,
    city: address.city,
    country: address.country.isoShort,
    emailAddress: contact.email,
    phone: contact.telephone,
    fax: contact.fax,
  });

/** A customer; undefined if the login may not read it. */
export async function readCustomer(
  client: Client,
  customerNumber: number,
  catalogue: Catalogue,
  attempts: Attempts,
): Promise<OfCustomer | undefined> {
  const { customers, accounts, contracts } = client;
  const of = `of customer ${customerNumber}`;
  const known = await attempts.attempt(`customer ${customerNumber}`, () => customers.get({ customerNumber }));
  if (known === undefined) return undefined;
  const contact = (what: string, read: typeof customers.getContactPerson) =>
    attempts.attempt(`${what} ${of}`, () => read({ customerNumber }).then(contactOf));
  const contractPartner = await contact("contract partner", customers.getContractPartner);
  const unlessPartner = (other: Contact | undefined) => (isDeepStrictEqual(other, contractPartner) ? undefined : other);
  const contactPerson = unlessPartner(await contact("contact person", customers.getContactPerson));
  const billingRecipient = unlessPartner(await contact("billing recipient", customers.getBillingRecipient));
  const billing = await attempts.attempt(`billing settings ${of}`, () => customers.getBillingSettings({ customerNumber }));
  const ordinary = await attempts.all(`accounts ${of}`, () => accounts.listByCustomer({ customerNumber }));
  const virtual = await attempts.all(`virtual accounts ${of}`, () => accounts.listVirtual({ customerNumber }));
  const concluded = await attempts.all(`contracts ${of}`, () => contracts.list({ customerNumber }));

  const booked = concluded.flatMap(({ uid, article, account, creationDate, startDate, billingPeriod }) => {
    const additional = account?.additionalArticles ?? [];
    for (const each of [article, ...additional]) catalogue.add(each);
    if (article?.articleNumber === undefined) return [];
    return [
      {
        customerNumber,
        articleNumber: article.articleNumber,
        ...filled({
          uid,
          account: account?.name,
          additional: additional.flatMap((each) => each.articleNumber ?? []),
          createdAt: isoTime(creationDate ?? startDate),
          billingPeriod: billingPeriod !== undefined && billingPeriod > 0 ? billingPeriod : undefined,
        }),
      },
    ];
  });
  const articleOf = new Map(
    booked.flatMap(({ account, articleNumber }) => (account === undefined ? [] : [[account, articleNumber]])),
  );
  const found = new Map<string, Part<"accounts">>();
  for (const { name, uid, description, disabled, activateShell } of ordinary)
    if (name !== undefined)
      found.set(name, {
        name,
        customerNumber,
        ...filled({ uid, description, disabled, activateShell, articleNumber: articleOf.get(name) }),
      });
  for (const { name, uid, description, virtualName, article } of virtual) {
    if (name === undefined) continue;
    catalogue.add(article);
    const more = filled({ uid, description, virtualName: virtualName || name, articleNumber: article?.articleNumber });
    found.set(name, { name, customerNumber, ...found.get(name), ...more });
  }
  return {
    customer: {
      customerNumber,
      ...filled({
        prospect: known.prospect,
        contractPartner,
        contactPerson,
        billingRecipient,
        vatID: billing?.vatID,
        postalInvoices: billing?.postalInvoices,
      }),
    },
    accounts: [...found.values()],
    contracts: booked,
  };
}

/** What a login shows that belongs to no customer it manages. */
export type OfLogin = {
  readonly [N in "webhooks" | "applicationTokens" | (typeof gdprRecords)[number]]: readonly Part<N>[];
};

/**
 * Webhooks, application tokens and data-protection records of a login.
 * @param login its name in the copy
 * @param owner its customer
 */
export async function readLogin(client: Client, login: string, owner: number, attempts: Attempts): Promise<OfLogin> {
  const { gdpr, webhooks, authentication } = client;
  return {
    webhooks: (await attempts.all("webhooks", () => webhooks.list())).flatMap(({ uid, method, url, headers, parameters }) => {
      const known = webhookMethods.find((each) => each === method);
      return known === undefined || !URL.canParse(url)
        ? []
        : [
            {
              login,
              method: known,
              url,
              ...filled({ id: uid, headers: textsOf(headers), parameters: parameters && filled(parameters) }),
            },
          ];
    }),
    applicationTokens: (await attempts.all("application tokens", () => authentication.listTokens())).map(
      ({ uuid, description = "", crdate }) => ({ id: uuid, login, description, ...filled({ createdAt: isoTime(crdate) }) }),
    ),
    gdprContacts: (await attempts.all("GDPR contacts", () => gdpr.listContacts())).map((contact) => {
      const { name, street, houseNumber, zipCode, city, mail, type } = contact;
      const address = { name, street, houseNumber, zipCode, city, mail };
      return { ...recordOf(contact, owner), ...unknownIfEmpty(address), ...filled({ type }) };
    }),
    gdprToms: (await attempts.all("GDPR measures", () => gdpr.listToms())).map((tom) => ({
      ...recordOf(tom, owner),
      content: tom.content || unknown,
    })),
    gdprContracts: (await attempts.all("GDPR contracts", () => gdpr.listContracts())).map((contract) => ({
      ...recordOf(contract, owner),
      html: contract.html || unknown,
      tom: referenced(contract.tom),
      client: referenced(contract.client),
      recipient: referenced(contract.recipient),
      ...filled({
        isPartnerContract: contract.isPartnerContract,
        sentAt: isoTime(contract.sentDate),
        remindedAt: isoTime(contract.reminderSentDate),
        confirmedAt: isoTime(contract.confirmationDate),
        signer: contract.contractSigner,
      }),
    })),
    gdprContractPresets: (await attempts.all("GDPR contract presets", () => gdpr.listContractPresets())).map((preset) => ({
      ...recordOf(preset, owner),
      name: preset.name || unknown,
      ...filled({ description: preset.description, config: isObject(preset.config) ? preset.config : undefined }),
    })),
    gdprPdfs: (await attempts.all("GDPR PDFs", () => gdpr.listPdfs())).map((pdf) => ({
      ...recordOf(pdf, owner),
      name: pdf.name || unknown,
    })),
  };
}

/** In place of what the API does not show. */
const unknown = "unknown";

type Record = Parameters<typeof gdprIdentifier>[0] & { readonly creationDate?: string | undefined };

const recordOf = (record: Record, owner: number) => ({
  owner,
  ...filled({ id: gdprIdentifier(record), createdAt: isoTime(record.creationDate) }),
});

const referenced = (record: string | Parameters<typeof gdprIdentifier>[0] | undefined): string =>
  (typeof record === "string" ? record : record && gdprIdentifier(record)) || unknown;

const unknownIfEmpty = <T extends Readonly<{ [name: string]: string }>>(texts: T): T =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text || unknown])) as T;

const textsOf = (headers: unknown): { [name: string]: string } | undefined =>
  isObject(headers)
    ? Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === "string"))
    : undefined;
