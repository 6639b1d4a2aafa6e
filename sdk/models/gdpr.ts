import * as z from "zod";
import { exactNumber } from "./common.js";
import { answer, file, openObject, optional, request } from "./schema.js";

/** Members that may contain the identifier of a GDPR record, most likely first. */
export const gdprIdentifierNames = ["_id", "id", "uid", "uuid"] as const;

const identifier = optional(z.union([exactNumber, z.string()]).meta({ likeliest: 1 }));
const furtherIdentifier = identifier.meta({ undocumented: true });

/** Every path needs an identifier as text, and no source says which member contains it. Carts have `_id`. */
const identifiers = {
  _id: identifier.describe("Identifier. No source names this member: it may also be `id`, `uid` or `uuid`, and a number."),
  id: furtherIdentifier,
  uid: furtherIdentifier,
  uuid: furtherIdentifier,
};

export type GdprIdentifiers = { readonly [Name in (typeof gdprIdentifierNames)[number]]?: string | number | undefined };

/** The identifier of a GDPR record: the first of `_id`, `id`, `uid` and `uuid` that exists; undefined if none does. */
export const gdprIdentifier = (record: GdprIdentifiers): string | undefined => gdprIdentifiers(record)[0];

/** Everything in a GDPR record that may be its identifier, most likely first. */
export const gdprIdentifiers = (record: GdprIdentifiers): string[] =>
  gdprIdentifierNames
    .map((name) => record[name])
    .filter((identifier) => identifier !== undefined && identifier !== "")
    .map(String);

const creationDate = optional(z.string()).describe("Time of creation.");

const contact = {
  name: z.string().describe("Name."),
  street: z.string().describe("Street without the house number."),
  houseNumber: z.string().describe("House number."),
  zipCode: z.string().describe("Postal code."),
  city: z.string().describe("Town."),
  mail: z.string().describe("Mail address."),
};

export const GdprContact = answer({
  ...identifiers,
  ...contact,
  type: optional(z.string()).describe("Kind of contact, as free text."),
  creationDate,
});

export const GdprContactInput = request({
  ...contact,
  type: z.string().optional().describe("Kind of contact, as free text; the list can be filtered by it."),
});

export const GdprContactsQuery = request({
  type: z.string().optional().describe("Only contacts of this kind."),
});

export const GdprTom = answer({
  ...identifiers,
  content: optional(z.string()).describe("The measures, as text."),
  creationDate,
});

export const GdprTomInput = request({
  content: z.string().optional().describe("The measures, as text."),
});

/** A contact or TOM in a contract: its identifier, or the record, of which no source promises any member. */
const reference = optional(z.union([z.string(), answer(identifiers)]).meta({ likeliest: 1 }));

export const GdprContract = answer({
  ...identifiers,
  creationDate,
  tom: reference.describe("Technical and organisational measures of the contract."),
  client: reference.describe("Principal of the contract."),
  recipient: reference.describe("Processor of the contract."),
  html: optional(z.string()).describe("Text of the contract."),
  confirmationDate: optional(z.string()).describe("When the contract was accepted; absent until then."),
  sentDate: optional(z.string()).describe("When the contract was last mailed."),
  reminderSentDate: optional(z.string()).describe("When the provider last mailed a reminder."),
  isPartnerContract: optional(z.boolean()).describe("Whether the contract is one with a partner."),
  contractSigner: optional(z.string()).describe("Full name of the person who accepted."),
});

export const CreateGdprContractRequest = request({
  html: z.string().describe("Text of the contract."),
  tom: z.string().describe("Identifier of the technical and organisational measures."),
  client: z.string().describe("Identifier of the contact that is the principal."),
  recipient: z.string().describe("Identifier of the contact that is the processor."),
  isPartnerContract: z.boolean().optional().describe("Whether the contract is one with a partner; default false."),
});

export const AcceptGdprContractRequest = request({
  email: z.boolean().optional().describe("Whether the contract is mailed to both parties."),
  contractSigner: z.string().describe("Full name of the person who accepts."),
});

export const MailGdprContractRequest = request({
  mailTo: z.string().optional().describe("Mail address to use instead of the recipient's own."),
  content: z.string().optional().describe("Text of the mail; {{link}} stands for the link that confirms the contract."),
});

export const GdprContractPreset = answer({
  ...identifiers,
  name: z.string().describe("Name."),
  description: optional(z.string()).describe("Description."),
  config: optional(openObject).describe("Settings, in any shape."),
  creationDate,
});

export const GdprContractPresetInput = request({
  name: z.string().describe("Name; whether it must be unique is unknown."),
  description: z.string().optional().describe("Description."),
  config: z.record(z.string(), z.unknown()).optional().describe("Settings, in any shape."),
});

export const GdprPdf = answer({
  ...identifiers,
  name: z.string().describe("Name of the file."),
  creationDate,
});

export const UploadGdprPdfRequest = request({
  name: z.string().describe("Name of the file."),
  pdf: file("The PDF, in Base64."),
});
