import { inLine } from "../../sdk/redaction/text.js";
import type { Kind } from "./kinds.js";
import { isWithin } from "./reserved-properties.js";

/** Names of the kinds in messages. */
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
 * A resource, for messages. A name with the types of its parents looks like a type, so the kind is added.
 *
 * @param name as in the journal
 */
export const resourceText = (kind: string, name: string): string =>
  `resource "${inLine(name)}"${isWithin(name) ? ` (${labelOf(kind)})` : ""}`;

/** Name of a kind in messages. The kind may come from a file of a later version, which knows more kinds. */
export const labelOf = (kind: string): string => (kindLabels as Readonly<Record<string, string | undefined>>)[kind] ?? kind;

/** For a resource whose object another resource of the stack has. */
export const otherNameText = (kind: string, holder: string): string =>
  `It belongs to ${resourceText(kind, holder)} of this stack. If that was renamed, give it an alias; otherwise declare it once.`;
