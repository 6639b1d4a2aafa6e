import type { Claims, FiledClaim } from "../../provider/journal/claims.js";
import type { Definition } from "../../provider/definition/definition.js";
import { messageOf } from "../../provider/values/errors.js";
import { resourceText } from "../../provider/values/labels.js";
import { look } from "../../provider/lifecycle/find.js";
import { addressedKey, sameId } from "../../provider/values/object-keys.js";
import type { Accounts } from "./accounts.js";
import { definitionOfKind } from "./definitions.js";
import { classOf, notedNameOf, type StoredResource } from "./deployment.js";

/** What a resource of this stack had, and its state has no more. */
export interface Stray {
  /** Those of one resource to one object, of which the last is the latest. */
  readonly claims: readonly [...FiledClaim[], FiledClaim];
  /** What has become of the object, and what a person has to do about it, in sentences. */
  readonly why: string;
}

export interface StrayEvidence {
  readonly accounts: Accounts;
  readonly claims: Pick<Claims, "of">;
  /** What the state has. */
  readonly resources: readonly StoredResource[];
}

/**
 * What has become of the objects that a state has let go of.
 *
 * @param letGo the claims of its former entries
 */
export async function straysOf(letGo: readonly FiledClaim[], evidence: StrayEvidence): Promise<Stray[]> {
  const groups = new Map<string, [FiledClaim, ...FiledClaim[]]>();
  for (const claim of letGo) {
    const key = JSON.stringify([addressedKey(claim), claim.name]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [claim]);
    else group.push(claim);
  }
  const strays: Stray[] = [];
  for (const [first, ...rest] of groups.values()) {
    const earlier = [first, ...rest].sort((a, b) => a.at - b.at);
    const latest = earlier.pop() ?? first;
    const why = await fateOf(latest, letGo, evidence).catch(
      (error: unknown) => `Whether it still exists could not be looked up: ${messageOf(error)}`,
    );
    strays.push({ claims: [...earlier, latest], why });
  }
  return strays;
}

async function fateOf(
  claim: FiledClaim,
  letGo: readonly FiledClaim[],
  { accounts, claims, resources }: StrayEvidence,
): Promise<string> {
  const { kind, address, id, name } = claim;
  const definition = await definitionOfKind(kind);
  const context = await accounts.contextAt(address);
  if (definition === undefined) return "This version of pulumi-hosting knows no such kind, so it was not looked for.";
  if (context === undefined) return "It is in an account that this stack has no resource in any more, so it was not looked for.";
  const present = resources.filter((each) => isObject(each, definition, id));
  const [first] = present;
  if (present.some(({ urn }) => notedNameOf(urn) === name))
    return "Only an earlier entry of the resource is gone: the state has the resource, and this object as its own.";
  if (first !== undefined)
    return `In this stack ${resourceText(kind, notedNameOf(first.urn))} ${first.external === true ? "reads" : "has"} it.`;
  const others = claims.of(claim).filter(({ entry }) => !letGo.some((each) => each.entry === entry));
  if (others.length > 0) return "Others have it as well.";
  if ((await look(definition, context, id, {})) === undefined)
    return "It is no longer at the provider, as far as this login is shown.";
  return definition.deletion.undeletable ?? "It is still at the provider; delete it there if nobody uses it.";
}

const isObject = (resource: StoredResource, definition: Definition, id: string): boolean =>
  classOf(resource) === definition.className && resource.id !== undefined && sameId(resource.id, id);
