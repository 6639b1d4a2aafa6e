import * as pulumi from "@pulumi/pulumi";
import type { Inside } from "./inside.js";
import { watchDeclared } from "./removed.js";

interface Inherited {
  readonly deletedWith: pulumi.Resource | undefined;
  readonly retainOnDelete: boolean | undefined;
}

/**
 * `deletedWith` and `retainOnDelete` by resource. In the engine, children inherit them, including children of a component. Pulumi does not
 * keep them on the resource object, so only a transformation can read them.
 */
const said = new WeakMap<pulumi.Resource, Inherited>();

const watched = new WeakSet<pulumi.Resource>();

export interface DeletedWith {
  readonly named: pulumi.Resource;
  /** The resource that it is inherited from; absent if it is not inherited. */
  readonly from?: pulumi.Resource;
}

/** Records these options of all resources that the program declares from now on. */
export function watchOptions(): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || watched.has(stack)) return;
  watched.add(stack);
  pulumi.runtime.registerStackTransformation((declaration) => {
    const { resource, opts } = declaration;
    watchDeclared(declaration);
    const { deletedWith, retainOnDelete } = opts as pulumi.CustomResourceOptions;
    if (deletedWith !== undefined || retainOnDelete !== undefined) said.set(resource, { deletedWith, retainOnDelete });
    return undefined;
  });
}

/** A resource and its parents, from the inside outwards, that have said one of these options. */
function* saidAbove(parent: pulumi.Resource | undefined): Generator<Inherited & { readonly by: pulumi.Resource }> {
  for (let by = parent; by !== undefined; by = (by as Inside).__parentResource) {
    const options = said.get(by);
    if (options !== undefined) yield { ...options, by };
  }
}

/** The effective `deletedWith` of a resource with these options, as the engine resolves it. */
export function deletedWithBy({ deletedWith, parent }: pulumi.CustomResourceOptions): DeletedWith | undefined {
  if (deletedWith !== undefined) return { named: deletedWith };
  for (const { deletedWith: named, by } of saidAbove(parent)) if (named !== undefined) return { named, from: by };
  return undefined;
}

/** The effective `retainOnDelete` of a resource with these options, as the engine resolves it. */
export function isRetainedBy({ retainOnDelete, parent }: pulumi.CustomResourceOptions): boolean {
  if (retainOnDelete !== undefined) return retainOnDelete;
  for (const { retainOnDelete: inherited } of saidAbove(parent)) if (inherited !== undefined) return inherited;
  return false;
}

// A component may set them before the program declares the first resource of this package.
watchOptions();
