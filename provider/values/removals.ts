import type { Kind } from "./kinds.js";
import { noSubdomainDeletion } from "./phrases.js";

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
