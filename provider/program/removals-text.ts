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
import { objectText, resourceText } from "../values/labels.js";
import { liesWithin, sameId } from "../values/object-keys.js";
import { removalOf } from "../values/removals.js";
import { organizationOfStack } from "./organization.js";

/** A resource that the program declares in a container. */
export interface Placed {
  readonly kind: string;
  readonly name: string;
  /** The container, as the ids of its contents begin. */
  readonly place: string;
}

/** The claims of the stack's resources, as far as runs on this machine have shown them. */
export function claimsOfStack(): FiledClaim[] {
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
  return claims.all().filter((claim) => claim.isDoubted !== true && isSameStack(claim, stack));
}

/** The path that the ids of an object's contents begin with. */
const pathOf = ({ kind, id }: Claim): string | undefined =>
  kind === "domain" ? id : kind === "virtualAccount" ? id.split("/")[1] : undefined;

/** Whether the default provider deletes single subdomains. */
const deletesSubdomains = (): boolean =>
  (process.env[variableName("subdomainDeletion")] ?? new pulumi.Config("hosting").get("subdomainDeletion")) === "body";

/** The line about a container in which the program declares something by its name, so that it is not deleted. */
function keptText({ kind, id, name }: Claim, inside: readonly Placed[]): string[] {
  const named = inside.map((each) => resourceText(each.kind, each.name));
  return named.length === 0
    ? []
    : [
        `- fails to delete ${objectText(kind, id)} (${resourceText(kind, name)}), because the program declares something in it: ` +
          `${enumeration(named)}.`,
      ];
}

/**
 * What the removal of resources does, where that is more than a deletion; undefined if it is not.
 *
 * @param placed what the program declares in containers that it names
 */
export function removalsText(removed: readonly Claim[], placed: readonly Placed[] = []): string | undefined {
  const paths = removed.flatMap((claim) => pathOf(claim) ?? []);
  const isDeletedAlone = ({ kind, id, isRetained }: Claim) =>
    isRetained !== true && (kind !== "subdomain" || !(deletesSubdomains() || paths.some((path) => liesWithin(id, path))));
  const lines = removed.filter(isDeletedAlone).flatMap((claim) => {
    const { kind, id, name } = claim;
    const path = pathOf(claim);
    const inside = path === undefined ? [] : placed.filter(({ place }) => sameId(place, path) || liesWithin(place, path));
    const kept = keptText(claim, inside);
    if (kept.length > 0) return kept;
    const removal = removalOf(kind);
    return removal === undefined
      ? []
      : [`- ${removal.does} ${objectText(kind, id)} (${resourceText(kind, name)})${removal.effect}.`];
  });
  return lines.length === 0
    ? undefined
    : `The program no longer declares these resources. If the state has them without \`retainOnDelete\`, and no option such as \`--target\` leaves them out, \`pulumi up\`\n${lines.join("\n")}`;
}
