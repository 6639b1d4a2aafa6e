import * as pulumi from "@pulumi/pulumi";
import { systemClock } from "../../sdk/values/clock.js";
import { backendOf } from "../journal/backend.js";
import type { Claim, FiledClaim } from "../journal/claims.js";
import { isSameStack } from "../journal/journal-file.js";
import { journalFolder } from "../journal/journal.js";
import { partOf } from "../journal/journal-storage.js";
import { openRunRecords } from "../journal/run-records.js";
import { stateOf, thisProcess } from "../journal/sender.js";
import { variableName } from "../runtime/settings.js";
import { enumeration } from "../values/enumeration.js";
import { resourceText } from "../values/labels.js";
import { addressedKey, liesWithin, sameId } from "../values/object-keys.js";
import { failsToDelete, leaves, removalOf, removalsIntroduction, removedObjectText } from "../values/removals.js";
import { stackText } from "../ownership/holders.js";
import { organizationOfStack } from "./organization.js";

/** A resource that the program declares in a container. */
export interface Placed {
  readonly kind: string;
  readonly name: string;
  /** The container, as the ids of its contents begin. */
  readonly place: string;
}

/** A resource that the program declares with `adopt: true`. */
export type Adopting = Pick<Placed, "kind" | "name">;

/** Claims to objects, as far as runs on this machine have shown them. */
export interface KnownClaims {
  /** Those of the stack's resources. */
  readonly own: readonly FiledClaim[];
  /** Those of other stacks. */
  readonly others: readonly FiledClaim[];
}

/** The claims of all stacks. */
export function knownClaims(): KnownClaims {
  const { env } = process;
  const stack = {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    organization: organizationOfStack(),
    backend: backendOf({ environment: env, folder: process.cwd() }),
  };
  const { claims } = openRunRecords({
    storage: (part) => partOf(journalFolder(env), part),
    engine: "",
    clock: systemClock,
    self: thisProcess(),
    stateOf,
  });
  const certain = claims.all().filter(({ isDoubted }) => isDoubted !== true);
  const isOwn = (claim: FiledClaim) => isSameStack(claim, stack);
  return { own: certain.filter(isOwn), others: certain.filter((claim) => !isOwn(claim)) };
}

/** The path that the ids of an object's contents begin with. */
const pathOf = ({ kind, id }: Claim): string | undefined =>
  kind === "domain" ? id : kind === "virtualAccount" ? id.split("/")[1] : undefined;

/** Whether the default provider deletes single subdomains. */
const deletesSubdomains = (): boolean =>
  (process.env[variableName("subdomainDeletion")] ?? new pulumi.Config("hosting").get("subdomainDeletion")) === "body";

/** What else has a part in an object that is removed. */
interface Surroundings {
  /** What the program declares in containers that it names. */
  readonly placed: readonly Placed[];
  /** Claims of other stacks. */
  readonly others: readonly Claim[];
  /** New resources that the program declares with `adopt: true`. */
  readonly adopting: readonly Adopting[];
}

const inStack = (claim: Claim): string => `${resourceText(claim.kind, claim.name)} of ${stackText(claim)}`;

/** Why an object is not deleted, as the rest of its line; undefined if no reason is known. */
function keptText(claim: Claim, { placed, others }: Surroundings): string | undefined {
  const path = pathOf(claim);
  const inside = path === undefined ? [] : placed.filter(({ place }) => sameId(place, path) || liesWithin(place, path));
  if (inside.length > 0)
    return `because the program declares something in it: ${enumeration(inside.map((each) => resourceText(each.kind, each.name)))}`;
  const foreign = path === undefined ? [] : others.filter(({ address, id }) => address === claim.address && liesWithin(id, path));
  return foreign.length === 0 ? undefined : `because others have something in it: ${enumeration(foreign.map(inStack))}`;
}

/** Who else has an object. */
const holdersOf = (claim: Claim, others: readonly Claim[]): Claim[] => {
  const key = addressedKey(claim);
  return others.filter((other) => addressedKey(other) === key);
};

/** The line about a resource; undefined if its kind is one of a later version. */
function lineOf(claim: Claim, around: Surroundings): string | undefined {
  const { kind, id, name } = claim;
  const object = `${removedObjectText(kind, id)} (${resourceText(kind, name)})`;
  const holders = holdersOf(claim, around.others);
  if (holders.length > 0)
    return `- ${leaves} ${object} at the provider, because others have it as well: ${enumeration(holders.map(inStack))}.`;
  const kept = keptText(claim, around);
  if (kept !== undefined) return `- ${failsToDelete} ${object}, ${kept}.`;
  const removal = removalOf(kind);
  if (removal === undefined) return undefined;
  // The new name of a resource that was renamed without an alias: only its provider finds out which object it adopts.
  const adopting = around.adopting.filter((each) => each.kind === kind).map((each) => resourceText(kind, each.name));
  const unless = removal.does === leaves || adopting.length === 0 ? "" : `unless adopted by ${enumeration(adopting)}, `;
  return `- ${unless}${removal.does} ${object}${removal.effect}.`;
}

/** What the removal of resources does; undefined if there is nothing to say: each is retained, or deleted with another one. */
export function removalsText(
  removed: readonly Claim[],
  { placed = [], others = [], adopting = [] }: Partial<Surroundings> = {},
): string | undefined {
  const paths = removed.flatMap((claim) => pathOf(claim) ?? []);
  const isDeletedAlone = ({ kind, id, isRetained }: Claim) =>
    isRetained !== true && (kind !== "subdomain" || !(deletesSubdomains() || paths.some((path) => liesWithin(id, path))));
  const lines = removed.filter(isDeletedAlone).flatMap((claim) => lineOf(claim, { placed, others, adopting }) ?? []);
  return lines.length === 0 ? undefined : `${removalsIntroduction}\n${lines.join("\n")}`;
}
