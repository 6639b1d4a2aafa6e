import type { Definition } from "../../provider/definition/definition.js";
import type { FiledClaim } from "../../provider/journal/claims.js";
import { isSameStack, type StackIdentity } from "../../provider/journal/journal-events.js";
import type { NotedCreation } from "../../provider/journal/noted.js";
import { type Sender, type SenderState, stateOf } from "../../provider/journal/sender.js";
import { look } from "../../provider/lifecycle/find.js";
import { entryOf } from "../../provider/ownership/identity.js";
import { accountOf } from "../../provider/runtime/settings.js";
import { messageOf } from "../../provider/values/errors.js";
import { addressedKey, sameId } from "../../provider/values/ids.js";
import { resourceText } from "../../provider/values/phrases.js";
import { nameKey } from "../../provider/values/reserved-properties.js";
import { groupedBy } from "../shared/values.js";
import { definitionFor, definitionOfKind, kindFor } from "../stack/definitions.js";
import { classOf, notedNameOf, plainProperties, type StoredResource } from "../stack/deployment.js";
import type { Accounts, Evidence } from "./evidence.js";
import type { Judged } from "./judge.js";
import { storedEntry } from "./state.js";

/**
 * Objects that entries of this stack are recorded to have, and that its state no longer has: `pulumi state delete` and
 * `retainOnDelete` tell the provider nothing. Until that is forgotten, other stacks with the object do not delete it.
 * @param claims as they were before the state was read, so that later claims of a run are not among them
 */
export function abandonedClaims(
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
export const withoutAnswers = (claims: readonly FiledClaim[], creations: readonly NotedCreation[]): readonly FiledClaim[] =>
  claims.filter(
    ({ kind, address, name, id }) =>
      !creations.some(
        (creation) =>
          creation.kind === kind && creation.address === address && creation.name === name && sameId(creation.answered ?? "", id),
      ),
  );

/** An object that a resource of this stack had, and that its state no longer has. */
export interface Orphan {
  /** The claims of one resource on one object, latest last. */
  readonly claims: readonly [...FiledClaim[], FiledClaim];
  /** What happened to the object, and what the user has to do, in sentences. */
  readonly why: string;
}

/** What happened to the objects that a state no longer has. @param abandoned the claims of its former entries */
export async function orphansOf(abandoned: readonly FiledClaim[], evidence: Evidence): Promise<Orphan[]> {
  const strays: Orphan[] = [];
  for (const group of groupedBy(abandoned, (claim) => JSON.stringify([addressedKey(claim), claim.name]))) {
    const earlier = [...group].sort((a, b) => a.at - b.at);
    const latest = earlier.pop() ?? group[0];
    const why = await explanationOf(latest, abandoned, evidence).catch(
      (error: unknown) => `The lookup failed, so it is unknown whether it still exists: ${messageOf(error)}`,
    );
    strays.push({ claims: [...earlier, latest], why });
  }
  return strays;
}

async function explanationOf(
  claim: FiledClaim,
  abandoned: readonly FiledClaim[],
  { accounts, claims, resources }: Evidence,
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
  const others = claims.of(claim).filter(({ entry }) => !abandoned.some((each) => each.entry === entry));
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

/** The addressed keys of the objects that the plan adds to the state, which is as it was read, or removes from it. */
export async function settledObjects(judged: readonly Judged[], { resources, accounts }: Evidence): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  for (const { operation, change } of judged) {
    const { resource } = operation;
    const kind = kindFor(resource);
    const removed = change.action === "remove" ? storedEntry(resources, resource)?.id : undefined;
    const id = change.action === "take-over" ? change.id : removed;
    if (kind === undefined || id === undefined) continue;
    const { settings } = await accounts.contextOf(resource);
    settled.add(addressedKey({ kind, address: accountOf(settings).address, id }));
  }
  return settled;
}

/** Records which entries of the new state have an object. Until the next run of the stack, other stacks know it only from this. */
export async function claimTakenOver(judged: readonly Judged[], accounts: Accounts): Promise<void> {
  for (const { operation, change } of judged) {
    if (change.action !== "take-over") continue;
    const { resource } = operation;
    const definition = await definitionFor(resource);
    const { ownership } = await accounts.contextOf(resource);
    const inputs = { [nameKey]: notedNameOf(resource.urn), ...plainProperties(resource.inputs) };
    if (definition !== undefined)
      await ownership.publish(definition, { id: change.id, state: plainProperties(change.outputs), news: inputs });
  }
}
