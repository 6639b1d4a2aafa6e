import { inLine } from "../../sdk/redaction/text.js";
import type { Kind } from "./kinds.js";

/** What people call the objects of each kind. */
export const kindLabels = {
  applicationToken: "application token",
  billingRecipient: "billing recipient",
  billingSettings: "billing settings",
  contactPerson: "contact person",
  contractPartner: "contract partner",
  domain: "domain",
  gdprContact: "GDPR contact",
  gdprContract: "GDPR contract",
  gdprContractPreset: "GDPR contract preset",
  gdprPdf: "contract PDF",
  gdprTom: "TOM",
  paymentSettings: "payment settings",
  subdomain: "subdomain",
  virtualAccount: "virtual account",
  webhook: "webhook",
} as const satisfies Readonly<Record<Kind, string>>;

/**
 * An object in a message, whose kind a file names.
 *
 * @param which its id or its title
 */
export const objectText = (kind: string, which: string): string => `${labelOf(kind)} ${inLine(which)}`;

/**
 * A resource in words. A name after the types of its parents ends in one of those, so it reads like that of a parent.
 *
 * @param name as the journal knows it
 */
export const resourceText = (kind: string, name: string): string =>
  `resource "${inLine(name)}"${name.includes("/") ? ` (${labelOf(kind)})` : ""}`;

/** What people call the objects of a kind that a file names, which a later version may have written. */
export const labelOf = (kind: string): string => (kindLabels as Readonly<Record<string, string | undefined>>)[kind] ?? kind;
