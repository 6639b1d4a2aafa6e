import type { z } from "zod";
import { phoneNumber } from "../../sdk/models/common.js";
import { type CustomerPartner, UpdateContact } from "../../sdk/models/customers.js";
import { customerNumber } from "./schemas.js";
import type { Context } from "../runtime/context.js";
import type { AnswerEvent, CallOptions, Client } from "../../sdk/index.js";
import { define, type Reader } from "../definition/definition.js";
import { equal, type Same } from "../values/properties.js";
import type { Kind } from "../values/kinds.js";
import type { Removal } from "../values/removals.js";
import { type Inputs, optional, required } from "../definition/field.js";
import { customerOf } from "../values/ids.js";
import { ofCustomer, ofThe } from "./containers.js";

/** Shared by contract partner, contact person and billing recipient, which are read in one shape and written in another. */

const shape = UpdateContact.shape;
const documented = { evidence: "documented" } as const;

const inUpperCase = (code: unknown): unknown => (typeof code === "string" && code.length === 2 ? code.toUpperCase() : code);

/** The provider shows a code in upper case, however it was written. */
const sameCountry: Same = (a, b) => equal(inUpperCase(a), inUpperCase(b));

export const contactFields = {
  /** Customer that the contact belongs to. */
  customerNumber: required("replace", customerNumber, documented),
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`. Which of them the API accepts here is not documented. If omitted: unchanged.
   */
  salutation: optional("update", shape.salutation.unwrap(), documented),
  /** Academic title. If omitted: unchanged. */
  title: optional("update", shape.title.unwrap(), documented),
  /** First name. If omitted: unchanged. */
  firstName: optional("update", shape.firstName.unwrap(), documented),
  /** Last name. If omitted: unchanged. */
  lastName: optional("update", shape.lastName.unwrap(), documented),
  /** Company. If omitted: unchanged. */
  company: optional("update", shape.company.unwrap(), documented),
  /** Street without the house number. If omitted: unchanged. */
  street: optional("update", shape.street.unwrap(), documented),
  /** House number. If omitted: unchanged. */
  houseNumber: optional("update", shape.houseNumber.unwrap(), documented),
  /** Postal code, digits only. If omitted: unchanged. */
  zip: optional("update", shape.zip.unwrap(), documented),
  /** Town. If omitted: unchanged. */
  city: optional("update", shape.city.unwrap(), documented),
  /** Country, as a two-letter code in upper or lower case. If omitted: unchanged. */
  country: optional("update", shape.country.unwrap(), { ...documented, same: sameCountry }),
  /** Mail address. If omitted: unchanged. */
  emailAddress: optional("update", shape.emailAddress.unwrap(), documented),
  /** Telephone number: country code, area code and number, joined by hyphens, such as `+49-511-123456`. If omitted: unchanged. */
  phone: optional("update", phoneNumber, documented),
  /**
   * Value-added tax identification number. The provider never shows it again, so drift cannot be detected. Declare it if the
   * contact has one. If omitted: not sent, and whether that clears it is not documented.
   */
  vat: optional("update", shape.vat.unwrap(), { ...documented, readable: false }),
} as const;

type ShownContact = z.output<typeof CustomerPartner>;
type WrittenContact = z.input<typeof UpdateContact>;

/** The contact with the property names of a write. */
const writable = ({ firstName, lastName, title, salutation, company, address, contact }: ShownContact) => ({
  salutation,
  title,
  firstName,
  lastName,
  company,
  street: address.street,
  houseNumber: address.houseNumber,
  zip: address.zip,
  city: address.city,
  country: address.country.isoShort,
  emailAddress: contact.email,
  phone: contact.telephone,
});

/** A customer's contacts that are only what the API shows of the contract partner: it redirects to that if there is no other one. */
const ofPartner = new WeakSet<object>();

interface ContactKind<K extends Kind> {
  readonly kind: K;
  readonly label: string;
  readonly removal: Removal;
  read(client: Client, customerNumber: number, options?: CallOptions): Promise<ShownContact>;
  write(client: Client, customerNumber: number, body: WrittenContact): Promise<ShownContact>;
  reset?(client: Client, customerNumber: number): Promise<unknown>;
}

/** The definition of one of the three contacts of a customer. */
export function defineContact<K extends Kind>({ kind, label, removal, read, write, reset }: ContactKind<K>) {
  return define({
    ...ofCustomer,
    kind,
    label,
    removal,
    fields: contactFields,

    reading: {
      async list({ client }: Reader, { customerNumber: customer = NaN }: { readonly customerNumber?: number | undefined }) {
        let isRedirected = false;
        const onAnswer = ({ status = 200 }: AnswerEvent) => (isRedirected ||= status >= 300 && status < 400);
        const found = ofThe(customer, writable(await read(client, customer, { onAnswer })));
        if (isRedirected) ofPartner.add(found);
        return [found];
      },
      inherited: (found: object) =>
        ofPartner.has(found)
          ? "the customer has none of its own, so the contract partner is shown, and its changes with it"
          : undefined,
    },

    async update({ client }, id, { customerNumber: _, ...declared }: Inputs<typeof contactFields>) {
      const customer = customerOf(id);
      // The API replaces the whole contact, so properties that the program omits are sent with their current values.
      const current = Object.entries(writable(await read(client, customer))).filter(
        ([, value]) => value !== undefined && value !== "",
      );
      return ofThe(
        customer,
        writable(await write(client, customer, { ...(Object.fromEntries(current) as WrittenContact), ...declared })),
      );
    },

    deletion: {
      staysListed: true,
      ...(reset === undefined
        ? { undeletable: "Every customer has one, so it stays at the provider as it is." }
        : { delete: async ({ client }: Context, id: string) => void (await reset(client, customerOf(id))) }),
    },
  });
}
