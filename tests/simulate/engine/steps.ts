import { isDeepStrictEqual } from "node:util";
import { initFailure, type Providers, withText } from "./providers.js";
import type { Resource } from "./resource.js";
import { type Done, type PlannedStep, ProtectedError } from "./step.js";
import { isProvider } from "./urn.js";

export interface Replacing {
  readonly old: Resource;
  /** Its object still exists and is deleted at the end of the run. */
  readonly pendingDelete: boolean;
}

export function createStep(providers: Providers, news: Resource, done: Done, replacing?: Replacing): PlannedStep {
  const created = (id: string, outputs: Resource["outputs"]): void => {
    news.id = id;
    news.outputs = outputs;
    if (replacing?.pendingDelete === true) replacing.old.delete = true;
  };
  return {
    op: replacing === undefined ? "create" : "create-replacement",
    res: news,
    ...(replacing && { old: replacing.old }),
    operation: "creating",
    done,
    apply: async () => {
      if (!news.custom) return;
      if (isProvider(news.urn)) return created("provider", news.inputs);
      try {
        const { id, outputs } = await providers.create(news);
        created(id, outputs);
      } catch (error) {
        const failure = initFailure(error);
        if (failure === undefined) throw error;
        created(failure.id, failure.properties);
        news.initErrors = failure.reasons;
        throw failure.failure;
      }
    },
    record: (snapshot) => {
      snapshot.add(news);
      if (replacing?.old.pendingReplacement === true) snapshot.drop(replacing.old);
    },
  };
}

export const updateStep = (providers: Providers, old: Resource, news: Resource, done: Done): PlannedStep => ({
  op: "update",
  res: news,
  old,
  operation: "updating",
  done,
  apply: async () => {
    news.id = old.id;
    if (!news.custom) return;
    if (isProvider(news.urn)) {
      news.outputs = news.inputs;
      return;
    }
    try {
      news.outputs = await providers.update(news, old);
    } catch (error) {
      const failure = initFailure(error);
      if (failure === undefined) throw error;
      news.outputs = failure.properties;
      news.initErrors = failure.reasons;
      // The existing object was not updated successfully with the new ones.
      news.inputs = old.inputs;
      throw failure.failure;
    }
  },
  record: (snapshot) => {
    snapshot.drop(old);
    snapshot.add(news);
  },
});

/** What is shown of a replacement, which its creation and deletion perform. */
export const replaceStep = (old: Resource, news: Resource): PlannedStep => ({ op: "replace", res: news, old });

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
  old: Resource,
  { replacing, pendingReplacement }: Deletion = { replacing: false, pendingReplacement: false },
): PlannedStep {
  const isCalled = (): boolean =>
    old.custom &&
    !old.external &&
    !providers.dryRun &&
    !old.retainOnDelete &&
    !deletes.has(old.deletedWith) &&
    !isProvider(old.urn);
  return {
    op: `${old.external ? "discard" : "delete"}${replacing ? "-replaced" : ""}`,
    res: old,
    old,
    operation: "deleting",
    apply: async () => {
      if (!replacing && old.protect) throw new ProtectedError(protectedMessage(old.urn));
      if (isCalled()) await providers.delete(old);
      if (pendingReplacement) old.pendingReplacement = true;
    },
    record: (snapshot) => {
      if (!old.pendingReplacement) snapshot.drop(old);
    },
  };
}

const protectedMessage = (urn: string): string =>
  `resource "${urn}" cannot be deleted\n` +
  "because it is protected. To unprotect the resource, either remove the `protect` flag from the resource in your Pulumi " +
  `program and run \`pulumi up\`, or use the command:\n\`pulumi state unprotect '${urn}'\``;

/** An entry whose object was deleted before a replacement that never came. */
export const removePendingReplaceStep = (old: Resource): PlannedStep => ({
  op: "remove-pending-replace",
  res: old,
  old,
  record: (snapshot) => snapshot.drop(old),
});

/**
 * Reads an object by its id; a preview does, too.
 *
 * @param isReplaced the old entry has another id, and is deleted at the end of the run
 */
export function readStep(providers: Providers, news: Resource, done: Done, replacing?: Partial<Replacing>): PlannedStep {
  const { old, pendingDelete = false } = replacing ?? {};
  return {
    op: pendingDelete ? "read-replacement" : "read",
    res: news,
    ...(old && { old }),
    operation: "reading",
    done,
    apply: async () => {
      const found = await providers.read({ ...news, outputs: news.inputs });
      // The engine takes an object that does not exist for one without properties.
      news.id = found?.id ?? news.id;
      news.outputs = found?.outputs ?? withText({}, news.inputs);
      if (old !== undefined && pendingDelete) old.delete = true;
    },
    record: (snapshot) => {
      if (old !== undefined) snapshot.drop(old);
      snapshot.add(news);
    },
  };
}

/** What makes an unchanged resource require a write of the state. */
const written = ["urn", "retainOnDelete", "provider", "parent", "deletedWith", "protect", "inputs", "outputs"] as const;

const sorted = (urns: readonly string[]): string[] => [...urns].sort();

const mustWrite = (old: Resource, news: Resource): boolean =>
  written.some((key) => !isDeepStrictEqual(old[key], news[key])) ||
  !isDeepStrictEqual(sorted(old.dependencies), sorted(news.dependencies));

/** Nothing changes except what the program says in addition to the inputs. */
export const sameStep = (old: Resource, news: Resource, done?: Done): PlannedStep => ({
  op: "same",
  res: news,
  old,
  ...(done && { done }),
  apply: async () => void Object.assign(news, { id: old.id, outputs: old.outputs }),
  record: (snapshot) => {
    snapshot.drop(old);
    snapshot.add(news);
    return mustWrite(old, news);
  },
});

/** A resource that is not targeted and does not exist yet. */
export const skippedCreate = (news: Resource, done: Done): PlannedStep => ({
  op: "same",
  res: news,
  done,
  skippedCreate: true,
  record: () => false,
});

export interface RefreshStep extends PlannedStep {
  /** The entry as found; undefined if the object is gone. */
  readonly refreshed: () => Resource | undefined;
}

export function refreshStep(providers: Providers, old: Resource): RefreshStep {
  let news: Resource | undefined = old;
  let found: "same" | "update" | "delete" = "same";
  return {
    op: "refresh",
    res: old,
    old,
    apply: async () => {
      if (!old.custom || isProvider(old.urn) || old.pendingReplacement) return;
      const read = await providers.read(old);
      if (read === undefined) {
        news = undefined;
        found = "delete";
        return;
      }
      const { id, outputs, inputs = old.inputs } = read;
      news = { ...old, id, inputs, outputs, initErrors: [] };
      // As an `up` would, comparing what was found with the declared inputs.
      const changes = old.external
        ? !isDeepStrictEqual(outputs, old.outputs)
        : (await providers.diff(news, news, old.inputs)).changes;
      if (changes) found = "update";
    },
    record: () => false,
    refreshed: () => news,
    found: () => found,
  };
}
