import * as pulumi from "@pulumi/pulumi";
import type { Inside } from "./inside.js";

/**
 * What resources say of `deletedWith`. The engine has children inherit it, those of a component as well, and Pulumi keeps it on no
 * resource object: only a transformation is shown it.
 */
const said = new WeakMap<pulumi.Resource, pulumi.Resource>();

const watched = new WeakSet<pulumi.Resource>();

export interface DeletedWith {
  readonly named: pulumi.Resource;
  /** The resource that it is inherited from. */
  readonly from?: pulumi.Resource;
}

/** Notes what those resources say that the program declares from now on. */
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

/** What a resource with these options goes with, as the engine will have it. */
export function deletedWithBy({ deletedWith, parent }: pulumi.CustomResourceOptions): DeletedWith | undefined {
  if (deletedWith !== undefined) return { named: deletedWith };
  for (let from = parent; from !== undefined; from = (from as Inside).__parentResource) {
    const named = said.get(from);
    if (named !== undefined) return { named, from };
  }
  return undefined;
}

// A component may name a resource of another package before the program declares the first one of this.
watchDeletedWith();
