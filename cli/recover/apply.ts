import type { Deployment, PendingOperation, StoredProperties, StoredResource } from "../stack/deployment.js";
import { references } from "../stack/deployment.js";
import { providerIn, writable } from "./references.js";

/** What to change in the state for a pending operation. */
export type Change =
  /** The object exists: it is added to the state. */
  | { readonly action: "take-over"; readonly id: string; readonly outputs: StoredProperties }
  /** The object was changed: the state is updated. */
  | { readonly action: "update"; readonly outputs: StoredProperties }
  /** The object is gone: it is removed from the state. */
  | { readonly action: "remove" }
  /** The state stays the same, and the operation is cleared. */
  | { readonly action: "drop" }
  /** The operation stays pending. */
  | { readonly action: "leave" };

export interface Settlement {
  readonly operation: PendingOperation;
  readonly change: Change;
}

/** The deployment with every change applied and without the settled operations, in a form that Pulumi accepts. */
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
  const present = entryOf(resources, resource);
  switch (change.action) {
    case "take-over":
      return withNew(resources, { ...resource, id: change.id, outputs: change.outputs, created: time, modified: time });
    case "update":
      return resources.map((each) =>
        each === present ? { ...present, ...resource, outputs: change.outputs, modified: time } : each,
      );
    case "remove":
      return resources.filter((each) => each !== present);
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

/** The current entry of a URN in the state. */
export const currentEntry = (resources: readonly StoredResource[], urn: string) =>
  resources.find((each) => each.urn === urn && each.delete !== true);

/** Resources that need an entry and have no other entry of its URN. */
export function dependents(resources: readonly StoredResource[], entry: StoredResource): readonly StoredResource[] {
  const others = resources.filter((each) => each !== entry);
  if (others.some(({ urn }) => urn === entry.urn)) return [];
  return others.filter((each) => references(each).includes(entry.urn));
}

/** Adds a creation as the engine records it: last, or before the replaced object, which must then be deleted. */
function withNew(resources: readonly StoredResource[], made: StoredResource): readonly StoredResource[] {
  const replaced = currentEntry(resources, made.urn);
  if (replaced === undefined) return [...resources, made];
  const rest = replaced.pendingReplacement === true ? [] : [{ ...replaced, delete: true }];
  return resources.flatMap((each) => (each === replaced ? [made, ...rest] : [each]));
}
