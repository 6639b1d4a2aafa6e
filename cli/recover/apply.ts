import type { Deployment, PendingOperation, StoredProperties, StoredResource } from "./deployment.js";
import { references } from "./deployment.js";
import { providerIn, writable } from "./references.js";

/** What is done to the state about one pending operation. */
export type Change =
  /** The object exists: the state gets it. */
  | { readonly action: "adopt"; readonly id: string; readonly outputs: StoredProperties }
  /** The object has been changed: the state is told so. */
  | { readonly action: "update"; readonly outputs: StoredProperties }
  /** The object is gone: the state loses it. */
  | { readonly action: "remove" }
  /** The state stays, and the operation is cleared. */
  | { readonly action: "drop" }
  /** The operation stays pending. */
  | { readonly action: "leave" };

export interface Settlement {
  readonly operation: PendingOperation;
  readonly change: Change;
}

/** The deployment with every change made, without the operations that are settled by it, and in a form that Pulumi writes. */
export function settled<D extends Deployment>(deployment: D, settlements: readonly Settlement[], now: Date): D {
  const done = new Set(settlements.filter(({ change }) => change.action !== "leave").map(({ operation }) => operation));
  const time = now.toISOString();
  return {
    ...deployment,
    resources: writable(
      settlements.reduce((resources, settlement) => changed(resources, settlement, time), deployment.resources ?? []),
    ),
    pending_operations: (deployment.pending_operations ?? []).filter((operation) => !done.has(operation)),
  };
}

function changed(resources: readonly StoredResource[], { operation, change }: Settlement, time: string) {
  const provider = providerIn(resources, operation.resource);
  const resource = { ...operation.resource, ...(provider !== undefined && { provider }) };
  switch (change.action) {
    case "adopt":
      return withNew(resources, { ...resource, id: change.id, outputs: change.outputs, created: time, modified: time });
    case "update": {
      const present = entryOf(resources, resource);
      const written = { ...present, ...resource, outputs: change.outputs, modified: time };
      return resources.map((each) => (each === present ? written : each));
    }
    case "remove": {
      const present = entryOf(resources, resource);
      return resources.filter((each) => each !== present);
    }
    case "drop":
    case "leave":
      return resources;
  }
}

/** The entry that an operation on an existing object is about; the record of an update may lack the id. */
export const entryOf = (
  resources: readonly StoredResource[],
  { urn, id, delete: old = false }: StoredResource,
): (StoredResource & { readonly id: string }) | undefined =>
  resources.find(
    (each): each is StoredResource & { readonly id: string } =>
      each.urn === urn && each.id !== undefined && each.id === (id ?? each.id) && (each.delete ?? false) === old,
  );

/** The entry that the program's resource of a URN has in the state. */
export const currentEntry = (resources: readonly StoredResource[], urn: string) =>
  resources.find((each) => each.urn === urn && each.delete !== true);

/** Resources that need the one of an entry, where nothing else of its URN is left for them. */
export function dependents(resources: readonly StoredResource[], entry: StoredResource): readonly StoredResource[] {
  const others = resources.filter((each) => each !== entry);
  if (others.some(({ urn }) => urn === entry.urn)) return [];
  return others.filter((each) => references(each).includes(entry.urn));
}

/** As the engine records a creation: last, or before the object that it replaces, which is then to be deleted. */
function withNew(resources: readonly StoredResource[], made: StoredResource): readonly StoredResource[] {
  const replaced = currentEntry(resources, made.urn);
  if (replaced === undefined) return [...resources, made];
  const rest = replaced.pendingReplacement === true ? [] : [{ ...replaced, delete: true }];
  return resources.flatMap((each) => (each === replaced ? [made, ...rest] : [each]));
}
