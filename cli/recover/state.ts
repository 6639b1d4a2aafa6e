import {
  providerUrn,
  references,
  type StoredResource,
  type Deployment,
  type PendingOperation,
  type StoredProperties,
} from "../stack/deployment.js";

export interface Dangling {
  readonly resource: StoredResource;
  readonly missing: readonly string[];
}

/** URNs that a resource refers to and a state does not have. Its provider is excluded: a resource cannot exist without that. */
export const missingFrom = (urns: ReadonlySet<string>, resource: StoredResource): readonly string[] =>
  [...new Set(references(resource))].filter((urn) => urn !== providerUrn(resource) && !urns.has(urn));

export const urnsOf = (resources: readonly StoredResource[]): ReadonlySet<string> => new Set(resources.map(({ urn }) => urn));

/** Resources with references that their state does not have. Pulumi refuses to write such a state. */
export function danglingIn(resources: readonly StoredResource[]): readonly Dangling[] {
  const urns = urnsOf(resources);
  return resources
    .map((resource) => ({ resource, missing: missingFrom(urns, resource) }))
    .filter(({ missing }) => missing.length > 0);
}

/** Resources that stand before something that they refer to, such as their provider. Pulumi refuses to read such a state. */
export function misplacedIn(resources: readonly StoredResource[]): readonly Dangling[] {
  const earlier = new Set<string>();
  return resources.flatMap((resource) => {
    const provider = resource.provider === undefined ? [] : [resource.provider];
    const others = references(resource).filter((urn) => urn !== providerUrn(resource));
    const missing = [...new Set([...provider, ...others])].filter((each) => !earlier.has(each));
    earlier.add(resource.urn).add(referenceTo(resource));
    return missing.length === 0 ? [] : [{ resource, missing }];
  });
}

/** The provider of a resource in the current state, whose id changes when it is replaced; undefined if it is gone. */
export function providerIn(resources: readonly StoredResource[], resource: StoredResource): string | undefined {
  const alike = resources.filter(({ urn }) => urn === providerUrn(resource));
  const provider = alike.find((each) => referenceTo(each) === resource.provider) ?? alike.find((each) => each.delete !== true);
  return provider && referenceTo(provider);
}

/**
 * The resources in a form that Pulumi accepts: without references to missing ones, and each after everything that it
 * refers to. The next `up` that declares a resource writes its references again.
 */
function writable(resources: readonly StoredResource[]): readonly StoredResource[] {
  const dangling = new Map(danglingIn(resources).map(({ resource, missing }) => [resource, new Set(missing)]));
  return inOrder(
    resources.map((resource) => {
      const missing = dangling.get(resource);
      return missing === undefined ? resource : without(missing, resource);
    }),
  );
}

function without(missing: ReadonlySet<string>, resource: StoredResource): StoredResource {
  const { parent, deletedWith, dependencies, propertyDependencies, replaceWith, ...rest } = resource;
  const kept = (urns: readonly string[] | null) => (urns ?? []).filter((urn) => !missing.has(urn));
  return {
    ...rest,
    ...(parent !== undefined && !missing.has(parent) && { parent }),
    ...(deletedWith !== undefined && !missing.has(deletedWith) && { deletedWith }),
    ...(dependencies && { dependencies: kept(dependencies) }),
    ...(propertyDependencies && {
      propertyDependencies: Object.fromEntries(Object.entries(propertyDependencies).map(([name, urns]) => [name, kept(urns)])),
    }),
    ...(replaceWith && { replaceWith: kept(replaceWith) }),
  };
}

function inOrder(resources: readonly StoredResource[]): readonly StoredResource[] {
  const urns = new Set<string>();
  const begun = new Set<StoredResource>();
  const ordered: StoredResource[] = [];
  const place = (resource: StoredResource): void => {
    if (begun.has(resource)) return;
    begun.add(resource);
    for (const urn of references(resource)) {
      if (urns.has(urn)) continue;
      const alike = resources.filter((each) => each.urn === urn);
      const needed = alike.find((each) => each.delete !== true) ?? alike[0];
      if (needed !== undefined) place(needed);
    }
    ordered.push(resource);
    urns.add(resource.urn);
  };
  resources.forEach(place);
  return ordered;
}

const referenceTo = ({ urn, id = "" }: StoredResource): string => `${urn}::${id}`;

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
  const present = storedEntry(resources, resource);
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
export const storedEntry = (
  resources: readonly StoredResource[],
  { urn, id, delete: old = false }: StoredResource,
): (StoredResource & { readonly id: string }) | undefined =>
  resources.find(
    (each): each is StoredResource & { readonly id: string } =>
      each.urn === urn && each.id !== undefined && each.id === (id ?? each.id) && (each.delete ?? false) === old,
  );

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
