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

/** Name of a kind in messages. The kind may come from a file of a later version, which knows more kinds. */
export const labelOf = (kind: string): string => (kindLabels as Readonly<Record<string, string | undefined>>)[kind] ?? kind;

/** Why a single subdomain is not deleted: the end of a sentence. */
export const noSubdomainDeletion = "the API cannot delete a single subdomain";

/** What a run does with an object that has left the program: a verb before the object, and the effect after it. */
interface Removal {
  readonly does: string;
  readonly effect: string;
  /** Whether nothing brings back what it takes away. Default: false. */
  readonly isFinal?: true;
  /** `leaves`: the object stays for good, once it is there. `fails`: the run cannot delete it. Default: it goes. */
  readonly outcome?: "leaves" | "fails";
}

const cancelled: Removal = { does: "cancels", effect: ", which cannot be undone and is not refunded", isFinal: true };
const deleted: Removal = { does: "deletes", effect: "" };
const destroyed: Removal = { does: "permanently destroys", effect: " with its website and data", isFinal: true };
const left: Removal = { does: "leaves", effect: " at the provider, because the API cannot delete it", outcome: "leaves" };
const staysConcluded =
  "a concluded contract stays at the provider for good. Remove it from the state with `pulumi state delete <urn>` instead";
const unlessConcluded: Removal = { does: "deletes", effect: `, or fails if it is concluded: ${staysConcluded}` };

/** Of a contract that the state shows as concluded. */
export const ofConcluded: Removal = { does: "fails to delete", outcome: "fails", effect: `: ${staysConcluded}` };

const refused: Removal = {
  does: "fails to delete",
  outcome: "fails",
  effect:
    ` if its domain stays: ${noSubdomainDeletion}. To leave it there, declare it again with \`retainOnDelete: true\`, run \`pulumi up\`, and then ` +
    "remove it",
};
const reset: Removal = { does: "resets", effect: " to the contract partner, who gets the invoices again" };

/** Each kind has one, so that the list of a preview is complete: what it omits would look as if it stayed. */
const removals: Readonly<Record<Kind, Removal>> = {
  applicationToken: deleted,
  billingRecipient: reset,
  billingSettings: left,
  contactPerson: left,
  contractPartner: left,
  domain: cancelled,
  gdprContact: left,
  gdprContract: unlessConcluded,
  gdprContractPreset: left,
  gdprPdf: deleted,
  gdprTom: left,
  paymentSettings: left,
  subdomain: refused,
  virtualAccount: destroyed,
  webhook: deleted,
};

/** What the removal of an object of a kind does; undefined for a kind that only a later version knows, and whose claim a file has. */
export const removalOf = (kind: string): Removal | undefined =>
  Object.hasOwn(removals, kind) ? removals[kind as Kind] : undefined;
