/**
 * Every kind of resource. A kind is the name of its file in `provider/resources/`, of its definition, and of the exported
 * handler. It is permanent: the text by which every stored resource loads its provider contains it.
 *
 * A state or a journal may be from a later version and name other kinds, so a kind read from there is a `string`.
 */
export const kinds = [
  "applicationToken",
  "billingRecipient",
  "billingSettings",
  "contactPerson",
  "contractPartner",
  "domain",
  "gdprContact",
  "gdprContract",
  "gdprContractPreset",
  "gdprPdf",
  "gdprTom",
  "paymentSettings",
  "subdomain",
  "virtualAccount",
  "webhook",
] as const;

export type Kind = (typeof kinds)[number];
