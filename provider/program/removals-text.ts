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
import { objectText, resourceText } from "../values/labels.js";
import { liesWithin } from "../values/object-keys.js";
import { removalOf } from "../values/removals.js";
import { organizationOfStack } from "./organization.js";

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

/** What the removal of resources does, where that is more than a deletion; undefined if it is not. */
export function removalsText(removed: readonly Claim[]): string | undefined {
  const paths = removed.flatMap((claim) => pathOf(claim) ?? []);
  const isDeletedAlone = ({ kind, id, isRetained }: Claim) =>
    isRetained !== true && (kind !== "subdomain" || !(deletesSubdomains() || paths.some((path) => liesWithin(id, path))));
  const lines = removed.filter(isDeletedAlone).flatMap(({ kind, id, name }) => {
    const removal = removalOf(kind);
    return removal === undefined
      ? []
      : [`- ${removal.does} ${objectText(kind, id)} (${resourceText(kind, name)})${removal.effect}.`];
  });
  return lines.length === 0
    ? undefined
    : `The program no longer declares these resources. If the state has them without \`retainOnDelete\`, and no option such as \`--target\` leaves them out, \`pulumi up\`\n${lines.join("\n")}`;
}
