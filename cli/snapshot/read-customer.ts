import { isDeepStrictEqual } from "node:util";
import type { z } from "zod";
import type { Client } from "../../sdk/client.js";
import type { CustomerPartner } from "../../sdk/models/customers.js";
import type { Attempts } from "../stack/attempts.js";
import type { Catalogue } from "./read-catalogue.js";
import { filled, isoTime, type Part } from "./seed-parts.js";

/** A customer with its accounts and contracts. */
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
  const known = await attempts.of(`customer ${customerNumber}`, () => customers.get({ customerNumber }));
  if (known === undefined) return undefined;
  const contact = (what: string, read: typeof customers.getContactPerson) =>
    attempts.of(`${what} ${of}`, () => read({ customerNumber }).then(contactOf));
  const contractPartner = await contact("contract partner", customers.getContractPartner);
  const unlessPartner = (other: Contact | undefined) => (isDeepStrictEqual(other, contractPartner) ? undefined : other);
  const contactPerson = unlessPartner(await contact("contact person", customers.getContactPerson));
  const billingRecipient = unlessPartner(await contact("billing recipient", customers.getBillingRecipient));
  const billing = await attempts.of(`billing settings ${of}`, () => customers.getBillingSettings({ customerNumber }));
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
