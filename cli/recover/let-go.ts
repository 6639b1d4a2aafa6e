import type { FiledClaim } from "../../provider/journal/claims.js";
import type { Creation } from "../../provider/journal/noted.js";
import { isSameStack, type StackIdentity } from "../../provider/journal/journal-events.js";
import { entryOf } from "../../provider/ownership/identity.js";
import { type Sender, type SenderState, stateOf } from "../../provider/journal/sender.js";
import { sameId } from "../../provider/values/ids.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";

/**
 * Objects that entries of this stack are recorded to have, and that its state no longer has: `pulumi state delete` and
 * `retainOnDelete` tell the provider nothing. Until that is forgotten, other stacks with the object do not delete it.
 *
 * @param claims as they were before the state was read, so that later claims of a run are not among them
 */
export function letGo(
  claims: readonly FiledClaim[],
  stack: StackIdentity,
  resources: readonly Pick<StoredResource, "type" | "outputs" | "urn" | "id" | "delete">[],
  stateNow: (sender: Sender) => SenderState = stateOf,
): readonly FiledClaim[] {
  // An old entry that waits for deletion while its successor has the same object no longer has anything.
  const isSuperseded = ({ urn, id, delete: old }: (typeof resources)[number]) =>
    old === true && resources.some((each) => each.delete !== true && each.urn === urn && sameId(each.id ?? "", id ?? ""));
  const entries = new Set(
    resources
      .filter((each) => classOf(each) !== undefined && !isSuperseded(each))
      .map(({ outputs }) => entryOf(plainProperties(outputs))),
  );
  return claims
    .filter((claim) => stateNow(claim.sender) !== "running" && isSameStack(claim, stack) && !entries.has(claim.entry))
    .sort((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
}

/** A container comes before its contents, in every report. */
const placeOf = ({ id, kind }: FiledClaim): string => JSON.stringify([id, kind]);

/** Claims to other objects than those that the creations were answered with. */
export const withoutAnswers = (claims: readonly FiledClaim[], creations: readonly Creation[]): readonly FiledClaim[] =>
  claims.filter(
    ({ kind, address, name, id }) =>
      !creations.some(
        (creation) =>
          creation.kind === kind && creation.address === address && creation.name === name && sameId(creation.answered ?? "", id),
      ),
  );
