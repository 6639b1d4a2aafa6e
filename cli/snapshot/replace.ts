import type { Seed } from "../../sandbox/seeds/schema.js";
import { replaceSecrets } from "../../sdk/redaction/addresses.js";
import { isObject } from "../shared/is-object.js";
import { type Form, Replacements } from "./replacements.js";
import { filled, type Part } from "./seed-parts.js";

type Contact = NonNullable<Part<"customers">["contractPartner"]>;

/** Members of a contact that tell who it is. Salutation, title and country do not. */
const personal = {
  firstName: "firstName",
  lastName: "lastName",
  company: "name",
  street: "street",
  houseNumber: "houseNumber",
  zip: "zip",
  city: "city",
  emailAddress: "mail",
  phone: "phone",
  fax: "phone",
  vat: "vat",
} as const satisfies { readonly [Name in keyof Contact]: Form };

/** The same of a data-protection contact. */
const personalInRecord = {
  name: "name",
  street: "street",
  houseNumber: "houseNumber",
  zipCode: "zip",
  city: "city",
  mail: "mail",
} as const satisfies { readonly [Name in keyof Part<"gdprContacts">]?: Form };

/**
 * A seed without secrets and personal data. The same value has the same replacement everywhere, so that what belongs together still does.
 * Identifiers and names of accounts and domains stay, because programs and states refer to them.
 */
export function withoutPersonalData(seed: Seed): Seed {
  const replacements = new Replacements();
  const secret = (value: string): string => replacements.of("secret", value);
  const members = <T extends object>(object: T, named: Readonly<Partial<Record<keyof T, Form>>>): T =>
    Object.fromEntries(
      Object.entries(object).map(([name, value]) => {
        const form = named[name as keyof T];
        return [name, form !== undefined && typeof value === "string" ? replacements.of(form, value) : (value as unknown)];
      }),
    ) as T;
  const contact = (person: Contact | undefined) => person && members(person, personal);
  const each = <T>(list: readonly T[] | undefined, change: (part: T) => T): T[] | undefined => list?.map(change);

  // These tell which values to look for in the texts below.
  const known = {
    ...seed,
    customers: each(seed.customers, (customer) => ({
      ...members(customer, { vatID: "vat" }),
      ...filled({
        contractPartner: contact(customer.contractPartner),
        contactPerson: contact(customer.contactPerson),
        billingRecipient: contact(customer.billingRecipient),
      }),
    })),
    gdprContacts: each(seed.gdprContacts, (record) => members(record, personalInRecord)),
    gdprContracts: each(seed.gdprContracts, (contract) => members(contract, { html: "html", signer: "name" })),
    domains: each(seed.domains, (domain) => ({
      ...domain,
      ...(domain.subdomains && {
        subdomains: domain.subdomains.map((subdomain) => ({
          ...subdomain,
          ...(subdomain.target !== undefined && { target: replaceSecrets(subdomain.target, secret) }),
        })),
      }),
    })),
    webhooks: each(seed.webhooks, (webhook) => withoutSecrets(webhook, secret)),
  };

  const within = (value: unknown): unknown => {
    if (typeof value === "string") return replacements.within(value);
    if (Array.isArray(value)) return value.map(within);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [replacements.within(name), within(member)]));
  };
  const texts = <T extends object>(object: T, ...names: readonly (keyof T)[]): T => ({
    ...object,
    ...Object.fromEntries(names.filter((name) => object[name] !== undefined).map((name) => [name, within(object[name])])),
  });
  return filled({
    ...known,
    accounts: each(known.accounts, (account) => texts(account, "description")),
    applicationTokens: each(known.applicationTokens, (token) => texts(token, "description")),
    gdprContacts: each(known.gdprContacts, (record) => texts(record, "type")),
    gdprToms: each(known.gdprToms, (tom) => texts(tom, "content")),
    gdprContractPresets: each(known.gdprContractPresets, (preset) => texts(preset, "name", "description", "config")),
    gdprPdfs: each(known.gdprPdfs, (pdf) => texts(pdf, "name")),
  });
}

/** A webhook whose secrets are replaced: header values, the parameter, and what may be one in its address. */
function withoutSecrets(webhook: Part<"webhooks">, replaced: (value: string) => string): Part<"webhooks"> {
  const { headers, parameters } = webhook;
  return {
    ...webhook,
    url: replaceSecrets(webhook.url, replaced),
    ...(headers && { headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, replaced(value)])) }),
    ...(parameters && {
      parameters: { ...parameters, ...(parameters.value === undefined ? {} : { value: replaced(parameters.value) }) },
    }),
  };
}
