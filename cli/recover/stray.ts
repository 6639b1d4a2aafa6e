import type { Claims, FiledClaim } from "../../provider/journal/claims.js";
import type { Definition } from "../../provider/definition/definition.js";
import { messageOf } from "../../provider/values/errors.js";
import { resourceText } from "../../provider/values/phrases.js";
import { look } from "../../provider/lifecycle/find.js";
import { addressedKey, sameId } from "../../provider/values/ids.js";
import { groupedBy } from "../shared/values.js";
import type { Accounts } from "../stack/accounts.js";
import { definitionOfKind } from "../stack/definitions.js";
import { classOf, notedNameOf, type StoredResource } from "../stack/deployment.js";

/** An object that a resource of this stack had, and that its state no longer has. */
export interface Stray {
  /** The claims of one resource on one object, latest last. */
  readonly claims: readonly [...FiledClaim[], FiledClaim];
  /** What happened to the object, and what the user has to do, in sentences. */
  readonly why: string;
}

export interface StrayEvidence {
  readonly accounts: Accounts;
  readonly claims: Pick<Claims, "of">;
  /** The resources of the state. */
  readonly resources: readonly StoredResource[];
}

/**
 * What happened to the objects that a state no longer has.
 *
 * @param letGo the claims of its former entries
 */
export async function straysOf(letGo: readonly FiledClaim[], evidence: StrayEvidence): Promise<Stray[]> {
  const strays: Stray[] = [];
  for (const group of groupedBy(letGo, (claim) => JSON.stringify([addressedKey(claim), claim.name]))) {
    const earlier = [...group].sort((a, b) => a.at - b.at);
    const latest = earlier.pop() ?? group[0];
    const why = await fateOf(latest, letGo, evidence).catch(
      (error: unknown) => `The lookup failed, so it is unknown whether it still exists: ${messageOf(error)}`,
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
  if (definition === undefined) return "This version of pulumi-hosting does not have this kind, so it was not checked.";
  if (context === undefined) return "This stack no longer has a resource in its account, so it was not checked.";
  const present = resources.filter((each) => isObject(each, definition, id));
  const [first] = present;
  if (present.some(({ urn }) => notedNameOf(urn) === name))
    return "Only an earlier entry of the resource is gone: the state has the resource, and it still has this object.";
  if (first !== undefined)
    return `In this stack ${resourceText(kind, notedNameOf(first.urn))} ${first.external === true ? "reads" : "has"} it.`;
  const others = claims.of(claim).filter(({ entry }) => !letGo.some((each) => each.entry === entry));
  if (others.length > 0) return "Others have it too.";
  if ((await look(definition, context, id, {})) === undefined)
    return "It no longer exists at the provider, as far as this login can see.";
  return (
    definition.deletion.undeletable ??
    "It still exists at the provider. If it has moved to another stack, run `pulumi preview` in that stack first. Delete it at the provider " +
      "only if nobody uses it."
  );
}

const isObject = (resource: StoredResource, definition: Definition, id: string): boolean =>
  classOf(resource) === definition.className && resource.id !== undefined && sameId(resource.id, id);
