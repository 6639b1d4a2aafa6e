import type * as pulumi from "@pulumi/pulumi";

/**
 * Options that a component passes to each of its resources itself. Pulumi passes `dependsOn` to none of them. It would pass
 * `protect` and `retainOnDelete`, but a costly resource protects itself unless its own options say otherwise, and a retained one
 * must not count on the deletion of its container.
 */
const ownOptions = ["dependsOn", "protect", "retainOnDelete"] as const;

/** Options of each resource of a component. */
export function optionsInside(
  parent: pulumi.ComponentResource,
  options: pulumi.ComponentResourceOptions,
): pulumi.CustomResourceOptions {
  const given = ownOptions.filter((name) => options[name] !== undefined).map((name) => [name, options[name]]);
  return { ...(Object.fromEntries(given) as pulumi.CustomResourceOptions), parent };
}

/**
 * Options of a resource that contains the others of a component. Pulumi would pass `deletedWith` to all of them, but each is
 * deleted with another one, or with none.
 */
export function optionsOfContainer(
  parent: pulumi.ComponentResource,
  options: pulumi.ComponentResourceOptions,
): pulumi.CustomResourceOptions {
  const { deletedWith } = options;
  return { ...optionsInside(parent, options), ...(deletedWith === undefined ? {} : { deletedWith }) };
}

/** Options of the component itself. */
export function optionsOfComponent(options: pulumi.ComponentResourceOptions): pulumi.ComponentResourceOptions {
  const { deletedWith: _, ...others } = options;
  return others;
}
