import * as pulumi from "@pulumi/pulumi";
import type { Inside } from "./inside.js";

/**
 * `deletedWith` by resource. In the engine, children inherit it, including children of a component. Pulumi does not keep it on
 * the resource object, so only a transformation can read it.
 */
const said = new WeakMap<pulumi.Resource, pulumi.Resource>();

const watched = new WeakSet<pulumi.Resource>();

export interface DeletedWith {
  readonly named: pulumi.Resource;
  /** The resource that it is inherited from; absent if it is not inherited. */
  readonly from?: pulumi.Resource;
}

/** Records `deletedWith` of all resources that the program declares from now on. */
export function watchDeletedWith(): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || watched.has(stack)) return;
  watched.add(stack);
  pulumi.runtime.registerStackTransformation(({ resource, opts }) => {
    const { deletedWith } = opts as pulumi.CustomResourceOptions;
    if (deletedWith !== undefined) said.set(resource, deletedWith);
    return undefined;
  });
}

/** The effective `deletedWith` of a resource with these options, as the engine resolves it. */
export function deletedWithBy({ deletedWith, parent }: pulumi.CustomResourceOptions): DeletedWith | undefined {
  if (deletedWith !== undefined) return { named: deletedWith };
  for (let from = parent; from !== undefined; from = (from as Inside).__parentResource) {
    const named = said.get(from);
    if (named !== undefined) return { named, from };
  }
  return undefined;
}

// A component may set it before the program declares the first resource of this package.
watchDeletedWith();
