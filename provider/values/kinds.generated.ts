/* Written by `npm run generate` from provider/resources/. */
import { deleted, left, unlessConcluded, unlessWithDomain } from "./removals.js";

export const kindFacts = {
  applicationToken: { label: "application token", removal: deleted, idParts: ["uuid"] },
  billingRecipient: { label: "billing recipient", removal: { does: "resets", effect: " to the contract partner, who gets the invoices again" }, idParts: ["customerNumber"] },
  billingSettings: { label: "billing settings", removal: left, idParts: ["customerNumber"] },
  contactPerson: { label: "contact person", removal: left, idParts: ["customerNumber"] },
  contractPartner: { label: "contract partner", removal: left, idParts: ["customerNumber"] },
  domain: { label: "domain", removal: { does: "cancels", effect: ", which cannot be undone and is not refunded", isFinal: true }, idParts: ["accountIdentifier", "fullname"] },
  gdprContact: { label: "GDPR contact", removal: left, idParts: ["contactIdentifier"] },
  gdprContract: { label: "GDPR contract", removal: unlessConcluded, idParts: ["contractIdentifier"] },
  gdprContractPreset: { label: "GDPR contract preset", removal: left, idParts: ["contractPresetIdentifier"] },
  gdprPdf: { label: "contract PDF", removal: deleted, idParts: ["pdfIdentifier"] },
  gdprTom: { label: "TOM", removal: left, idParts: ["tomIdentifier"] },
  paymentSettings: { label: "payment settings", removal: left, idParts: ["customerNumber"] },
  subdomain: { label: "subdomain", removal: unlessWithDomain, idParts: ["accountIdentifier", "domainIdentifier", "name"] },
  virtualAccount: { label: "virtual account", removal: { does: "permanently destroys", effect: " with its website and data", isFinal: true }, idParts: ["customerNumber", "name"] },
  webhook: { label: "webhook", removal: deleted, idParts: ["uid"] },
} as const;
