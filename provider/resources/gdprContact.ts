import { z } from "zod";
import type { GdprContact as Answer } from "../../sdk/models/gdpr.js";
import { nonEmpty } from "../shared/schemas.js";
import { type ArgsOf, resourceClass } from "../program/resource-class.js";
import { inNothing } from "../shared/containers.js";
import { define } from "../definition/definition.js";
import { optional, optionalOutput, output, required } from "../definition/field.js";
import { identifierOf, lasting, reading } from "../shared/gdpr-record.js";
import { left } from "../values/removals.js";

const documented = { evidence: "documented" } as const;

const fields = {
  /** Name of the person or company. */
  name: required("replace", nonEmpty, documented),
  /** Street without the house number. */
  street: required("replace", nonEmpty, documented),
  /** House number. */
  houseNumber: required("replace", nonEmpty, documented),
  /** Postal code. */
  zipCode: required("replace", nonEmpty, documented),
  /** Town. */
  city: required("replace", nonEmpty, documented),
  /** Mail address. */
  mail: required("replace", nonEmpty, documented),
  /** Type of contact, as free text. Default: none. */
  type: optional("replace", z.string(), documented),
} as const;

const names = ["name", "street", "houseNumber", "zipCode", "city", "mail"] as const;

const outputs = {
  /**
   * Identifier, which contracts take as `client` and `recipient`; also the id. The key under which the provider shows it is
   * not documented.
   */
  contactIdentifier: output<string>("unknown"),
  /** Time of creation. */
  creationDate: optionalOutput<string>("documented"),
} as const;

/** Arguments of a {@link GdprContact}. */
export interface GdprContactArgs extends ArgsOf<typeof fields> {}

function found(contact: z.output<typeof Answer>) {
  const id = identifierOf(contact, "GDPR contact");
  const { name, street, houseNumber, zipCode, city, mail, type, creationDate } = contact;
  return {
    id,
    inputs: { name, street, houseNumber, zipCode, city, mail, type },
    outputs: { contactIdentifier: id, creationDate },
  };
}

export const gdprContact = define({
  kind: "gdprContact",
  label: "GDPR contact",
  removal: left,
  idParts: ["contactIdentifier"],
  mock: ({ key, time }) => ({ contactIdentifier: key, creationDate: time }),
  fields,
  outputs,

  identity: {
    title: ({ name }) => (name === undefined ? "" : `"${name}"`),
    ...inNothing,
    matches: (shown, inputs) =>
      names.every((name) => shown.inputs[name] === inputs[name]) &&
      (inputs.type === undefined || shown.inputs.type === inputs.type),
  },

  reading: reading("GDPR contact", found, {
    list: (client) => client.gdpr.listContacts(),
    get: (client, contactIdentifier) => client.gdpr.getContact({ contactIdentifier }),
  }),

  async create({ client }, { type, ...contact }) {
    return found(await client.gdpr.createContact({ body: { ...contact, ...(type === undefined ? {} : { type }) } }));
  },

  deletion: lasting("GDPR contact"),
});

/**
 * An address record for data-protection (GDPR) contracts. The API can neither change nor delete it.
 *
 * @remarks A change creates a new contact, and the old one stays.
 * @id the identifier that the provider assigns
 * @key type, name, street, houseNumber, zipCode, city, mail
 * @example
 * ```ts
 * import * as hosting from "pulumi-hosting";
 *
 * const client = new hosting.GdprContact("gardener", {
 *   name: "Sommer Gartenbau GmbH",
 *   street: "Beispielweg",
 *   houseNumber: "1",
 *   zipCode: "30159",
 *   city: "Hannover",
 *   mail: "office@sommer.example",
 * });
 *
 * export const identifier = client.contactIdentifier;
 * ```
 */
export class GdprContact extends resourceClass(gdprContact) {}
