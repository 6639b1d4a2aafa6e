/** What a run does with an object that has left the program: a verb before the object, and the effect after it. */
export interface Removal {
  readonly does: string;
  readonly effect: string;
  /** Whether nothing brings back what it takes away. Default: false. */
  readonly isFinal?: true;
  /** `leaves`: the object stays for good, once it is there. `fails`: the run cannot delete it. Default: it goes. */
  readonly outcome?: "leaves" | "fails";
}

export const deleted: Removal = { does: "deletes", effect: "" };

export const left: Removal = { does: "leaves", effect: " at the provider, because the API cannot delete it", outcome: "leaves" };

const staysConcluded =
  "a concluded contract stays at the provider for good. Remove it from the state with `pulumi state delete <urn>` instead";

export const unlessConcluded: Removal = { does: "deletes", effect: `, or fails if it is concluded: ${staysConcluded}` };

/** Of a contract that the state shows as concluded. */
export const ofConcluded: Removal = { does: "fails to delete", outcome: "fails", effect: `: ${staysConcluded}` };

/** Why a single subdomain is not deleted: the end of a sentence. */
export const noSubdomainDeletion = "the API cannot delete a single subdomain";

export const unlessWithDomain: Removal = {
  does: "fails to delete",
  outcome: "fails",
  effect:
    ` if its domain stays: ${noSubdomainDeletion}. To leave it there, declare it again with \`retainOnDelete: true\`, run \`pulumi up\`, and then ` +
    "remove it",
};
