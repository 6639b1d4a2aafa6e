import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { type Inside, typesAbove } from "./inside.js";
import { classNameOf, nameWithin } from "../values/reserved-properties.js";

/** Definitions of containers, by class. The file of a kind loads the kinds that contain it, so all that are needed are here. */
const containers = new Map<string, Definition>();

export function registerContainer(definition: Definition): void {
  if (definition.contents !== undefined) containers.set(definition.className, definition);
}

/** The definition of a resource whose objects contain others. */
export const containerOf = (resource: pulumi.Resource): Definition | undefined =>
  containers.get(classNameOf((resource as Inside).__pulumiType ?? "") ?? "");

/** The name of a resource within its parents. */
export function wholeNameOf(resource: pulumi.Resource): string {
  const { __name: name = "", __parentResource: parent } = resource as Inside;
  return nameWithin(typesAbove(parent), name);
}

/** The properties of a container that are part of the ids of its contents. */
export const idPropertiesOf = ({ derived = {} }: Definition): string[] => Object.keys(derived);

/** Whether objects of a kind lie within objects of another kind: if so, their listing takes parts of the container's id. */
export const canLieIn = ({ identity: { scope } }: Definition, container: Definition): boolean => {
  const properties = idPropertiesOf(container);
  return container.contents !== undefined && properties.length > 0 && properties.every((name) => scope.includes(name));
};

/** The kinds whose objects contain objects of a kind, outermost first. */
export const containersOf = (definition: Definition): Definition[] =>
  [...containers.values()]
    .filter((container) => canLieIn(definition, container))
    .sort((a, b) => idPropertiesOf(a).length - idPropertiesOf(b).length);
