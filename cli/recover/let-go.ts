import type { FiledClaim } from "../../provider/journal/claims.js";
import type { Creation } from "../../provider/journal/journal.js";
import { isSameStack, type StackIdentity } from "../../provider/journal/journal-file.js";
import { entryOf } from "../../provider/ownership/owner.js";
import { type Sender, type SenderState, stateOf } from "../../provider/journal/sender.js";
import { sameId } from "../../provider/values/object-keys.js";
import { classOf, type StoredResource } from "./deployment.js";
import { plainProperties } from "./plaintext.js";

/**
 * What entries of this stack are noted to have, and its state has no more: `pulumi state delete` and `retainOnDelete` tell the
 * provider nothing. Until it is forgotten, other stacks that have the object leave it alone.
 *
 * @param claims as they were before the state was read, so that what a run has claimed since is not among them
 */
export function letGo(
  claims: readonly FiledClaim[],
  stack: StackIdentity,
  resources: readonly Pick<StoredResource, "type" | "outputs" | "urn" | "id" | "delete">[],
  stateNow: (sender: Sender) => SenderState = stateOf,
): readonly FiledClaim[] {
  // What is to be deleted, while its successor has the same object, has nothing any more.
  const isSuperseded = ({ urn, id, delete: old }: (typeof resources)[number]) =>
    old === true && resources.some((each) => each.delete !== true && each.urn === urn && sameId(each.id ?? "", id ?? ""));
  const entries = new Set(
    resources
      .filter((each) => classOf(each) !== undefined && !isSuperseded(each))
      .map(({ outputs }) => entryOf(plainProperties(outputs))),
  );
  return claims.filter((claim) => stateNow(claim.sender) !== "running" && isSameStack(claim, stack) && !entries.has(claim.entry));
}

/** What a killed run had created is not let go of while its creation is open: a state is still to have it. */
export const withoutOpen = (claims: readonly FiledClaim[], open: readonly Creation[]): readonly FiledClaim[] =>
  claims.filter(
    ({ kind, address, name, id }) =>
      !open.some(
        (creation) =>
          creation.kind === kind && creation.address === address && creation.name === name && sameId(creation.answered ?? "", id),
      ),
  );
