import type { Seed } from "../../sandbox/seeds/schema.js";
import { replaceSecrets } from "../../sdk/redaction/addresses.js";
import { isObject } from "../shared/values.js";
import { filled, type Part } from "./seed-parts.js";

/** What stands in place of the values of each form, by the number of the value. */
const forms = {
  firstName: (number: number) => `Given ${number}`,
  lastName: (number: number) => `Family ${number}`,
  /** Of a company or a whole person. */
  name: (number: number) => `Party ${number}`,
  street: (number: number) => `Street ${number}`,
  houseNumber: (number: number) => String(number),
  zip: (number: number) => String(10_000 + number),
  city: (number: number) => `Town ${number}`,
  mail: (number: number) => `person-${number}@replaced.example`,
  phone: (number: number) => `+49-30-${String(number).padStart(7, "0")}`,
  vat: (number: number) => `DE${900_000_000 + number}`,
  secret: (number: number) => `replaced-secret-${number}`,
  html: (number: number) => `<p>Text of contract ${number}, which was not copied.</p>`,
} as const;

export type Form = keyof typeof forms;

/** Forms whose values are looked for in other texts. The values of others are too short, or no texts. */
const searched: readonly Form[] = ["firstName", "lastName", "name", "street", "city", "mail", "phone", "vat", "secret"];

/** Shorter values are parts of other words. */
const shortestSearched = 3;

const mailAddress = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/gu;
const phoneNumber = /\+\d[\d\s/()-]{6,}\d/g;

/** Replacements of values that must not be stored. The same value of a form always gets the same one. */
class Replacements {
  readonly #numbers = new Map<Form, Map<string, number>>();
  #pattern: RegExp | undefined;
  #known = new Map<string, string>();

  of(form: Form, value: string): string {
    const numbers = this.#numbers.get(form) ?? new Map<string, number>();
    this.#numbers.set(form, numbers);
    const key = keyOf(value);
    const number = numbers.get(key) ?? numbers.size + 1;
    if (!numbers.has(key)) this.#pattern = undefined;
    numbers.set(key, number);
    return forms[form](number);
  }

  /** A text with every value that was replaced so far, and every mail address and telephone number, replaced. */
  within(text: string): string {
    const known = this.#search();
    return text
      .replace(known, (found) => this.#known.get(keyOf(found)) ?? found)
      .replace(mailAddress, (found) => (isReplacement(found) ? found : this.of("mail", found)))
      .replace(phoneNumber, (found) => (isReplacement(found) ? found : this.of("phone", found)));
  }

  #search(): RegExp {
    if (this.#pattern !== undefined) return this.#pattern;
    this.#known = new Map(
      searched.flatMap((form) =>
        Array.from(this.#numbers.get(form) ?? [], ([value, number]) => [value, forms[form](number)] as const),
      ),
    );
    const values = [...this.#known.keys()]
      .filter((value) => value.length >= shortestSearched)
      // The longest first: a part of a value may be a value.
      .sort((a, b) => b.length - a.length)
      .map((value) => value.replace(/[.*+?^${}()|[\]\\]/g, "\\$&").replace(/\s+/g, "\\s+"));
    // Without values, it finds nothing.
    const any = values.length === 0 ? "(?!)" : `(?<![\\p{L}\\p{N}])(?:${values.join("|")})(?![\\p{L}\\p{N}])`;
    return (this.#pattern = new RegExp(any, "giu"));
  }
}

const keyOf = (value: string): string => value.trim().replace(/\s+/g, " ").toLowerCase();

const isReplacement = (text: string): boolean => text.endsWith("@replaced.example") || /^\+49-30-0\d{6}$/.test(text);

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

/** Members of a data-protection contact that tell who it is. */
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
