import type { Providers } from "../providers.js";
import type { Resource } from "../resource.js";
import { type PlannedStep, ProtectedError } from "../step.js";
import { isProvider } from "../urn.js";

export interface Deletion {
  /** Of a replacement; otherwise of a resource that is no longer declared. */
  readonly replacing: boolean;
  /** Before the replacement; the entry stays until that exists. */
  readonly pendingReplacement: boolean;
}

/** `deletes`: URNs that the run deletes, as known when the step is performed. */
export function deleteStep(
  providers: Providers,
  deletes: ReadonlySet<string>,
  olds: Resource,
  { replacing, pendingReplacement }: Deletion = { replacing: false, pendingReplacement: false },
): PlannedStep {
  const isCalled = (): boolean =>
    olds.custom &&
    !olds.external &&
    !providers.dryRun &&
    !olds.retainOnDelete &&
    !deletes.has(olds.deletedWith) &&
    !isProvider(olds.urn);
  return {
    op: olds.external ? (replacing ? "discard-replaced" : "discard") : replacing ? "delete-replaced" : "delete",
    urn: olds.urn,
    res: olds,
    old: olds,
    operation: "deleting",
    apply: async () => {
      if (!replacing && olds.protect) throw new ProtectedError(protectedMessage(olds.urn));
      if (isCalled()) await providers.delete(olds);
      if (pendingReplacement) olds.pendingReplacement = true;
    },
    record: (successful, snapshot) => {
      if (successful && !olds.pendingReplacement) snapshot.drop(olds);
      return true;
    },
  };
}

const protectedMessage = (urn: string): string =>
  `resource "${urn}" cannot be deleted\n` +
  "because it is protected. To unprotect the resource, either remove the `protect` flag from the resource in your Pulumi " +
  `program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``;

/** An entry whose object was deleted before a replacement that never came. */
export const removePendingReplaceStep = (olds: Resource): PlannedStep => ({
  op: "remove-pending-replace",
  urn: olds.urn,
  res: olds,
  old: olds,
  apply: () => Promise.resolve(),
  record: (_, snapshot) => {
    snapshot.drop(olds);
    return true;
  },
});
