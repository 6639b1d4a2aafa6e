import type { z } from "zod";
import { type CustomerPartner, UpdateContact } from "../../sdk/models/customers.js";
import { customerNumber } from "./schemas.js";
import type { Context } from "../runtime/context.js";
import { define } from "../definition/definition.js";
import type { Kind } from "../values/kinds.js";
import { type Inputs, optional, required } from "../definition/field.js";
import { customerOf } from "../values/id.js";
import { ofCustomer } from "./customer-singleton.js";

/** What contract partner, contact person and billing recipient have in common: they are read in one shape and written in another. */

const shape = UpdateContact.shape;
const documented = { evidence: "documented" } as const;

export const contactFields = {
  /** Customer that the contact belongs to. */
  customerNumber: required("replace", customerNumber, documented),
  /**
   * Form of address: `Herr`, `Frau`, `Mr.` or `Ms.`; which of them the interface takes here is not documented. Left
   * out: stays as it is.
   */
  salutation: optional("update", shape.salutation.unwrap(), documented),
  /** Academic title. Left out: stays as it is. */
  title: optional("update", shape.title.unwrap(), documented),
  /** First name. Left out: stays as it is. */
  firstName: optional("update", shape.firstName.unwrap(), documented),
  /** Last name. Left out: stays as it is. */
  lastName: optional("update", shape.lastName.unwrap(), documented),
  /** Company. Left out: stays as it is. */
  company: optional("update", shape.company.unwrap(), documented),
  /** Street without the house number. Left out: stays as it is. */
  street: optional("update", shape.street.unwrap(), documented),
  /** House number. Left out: stays as it is. */
  houseNumber: optional("update", shape.houseNumber.unwrap(), documented),
  /** Postal code, digits only. Left out: stays as it is. */
  zip: optional("update", shape.zip.unwrap(), documented),
  /** Town. Left out: stays as it is. */
  city: optional("update", shape.city.unwrap(), documented),
  /** Country, as a code of two letters. Left out: stays as it is. */
  country: optional("update", shape.country.unwrap(), documented),
  /** Mail address. Left out: stays as it is. */
  emailAddress: optional("update", shape.emailAddress.unwrap(), documented),
  /** Telephone number: country, area and number joined by hyphens. Left out: stays as it is. */
  phone: optional("update", shape.phone.unwrap(), documented),
  /**
   * Value-added tax identification number. The provider never shows it again, so its drift cannot be seen: declare it where
   * there is one. Left out: not sent, and whether that clears it is not documented.
   */
  vat: optional("update", shape.vat.unwrap(), { ...documented, readable: false }),
} as const;

type Shown = z.output<typeof CustomerPartner>;
type Written = z.input<typeof UpdateContact>;

/** The contact in the names by which it is written. */
const writable = ({ firstName, lastName, title, salutation, company, address, contact }: Shown) => ({
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

interface ContactKind<K extends Kind> {
  readonly kind: K;
  readonly className: string;
  readonly label: string;
  readonly undeletable?: string;
  read(context: Context, customerNumber: number): Promise<Shown>;
  write(context: Context, customerNumber: number, body: Written): Promise<Shown>;
  reset?(context: Context, customerNumber: number): Promise<unknown>;
}

/** The definition of one of the three contacts of a customer. */
export function defineContact<K extends Kind>({ kind, className, label, undeletable, read, write, reset }: ContactKind<K>) {
  const found = (customer: number, shown: Shown) => ({
    id: String(customer),
    inputs: { customerNumber: customer, ...writable(shown) },
    outputs: {},
  });
  return define({
    ...ofCustomer,
    kind,
    className,
    label,
    fields: contactFields,

    reading: {
      async list(context, { customerNumber: customer = NaN }) {
        return [found(customer, await read(context, customer))];
      },
    },

    async update(context, id, { customerNumber: _, ...declared }: Inputs<typeof contactFields>) {
      const customer = customerOf(id);
      // The whole resource is sent, so what the program leaves out has to be sent as it is.
      const current = Object.entries(writable(await read(context, customer))).filter(
        ([, value]) => value !== undefined && value !== "",
      );
      return found(customer, await write(context, customer, { ...(Object.fromEntries(current) as Written), ...declared }));
    },

    deletion: {
      staysListed: true,
      ...(undeletable === undefined ? {} : { undeletable }),
      ...(reset === undefined
        ? {}
        : { delete: async (context: Context, id: string) => void (await reset(context, customerOf(id))) }),
    },
  });
}
