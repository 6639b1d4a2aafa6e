import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { nameOfResource, parentOf, typeOfResource, typesAbove } from "../pulumi/resources.js";
import { classNameOf, nameWithin } from "../values/reserved-properties.js";

/** Definitions by class. The file of a kind loads the kinds that contain it, and a program those that it declares. */
const definitions = new Map<string, Definition>();

export function registerDefinition(definition: Definition): void {
  definitions.set(definition.className, definition);
}

/** The definition of a resource; undefined for one of another package. */
export const definitionOf = (resource: pulumi.Resource): Definition | undefined =>
  definitions.get(classNameOf(typeOfResource(resource) ?? "") ?? "");

/** The definition of a resource whose objects contain others. */
export function containerOf(resource: pulumi.Resource): Definition | undefined {
  const definition = definitionOf(resource);
  return definition?.contents === undefined ? undefined : definition;
}

/** The name of a resource within its parents. */
export const wholeNameOf = (resource: pulumi.Resource): string =>
  nameWithin(typesAbove(parentOf(resource)), nameOfResource(resource) ?? "");

/** The properties of a container that are part of the ids of its contents. */
export const idPropertiesOf = ({ derived = {} }: Definition): string[] => Object.keys(derived);

/** Whether objects of a kind lie within objects of another kind: if so, their listing takes parts of the container's id. */
export const canLieIn = ({ identity: { scope } }: Definition, container: Definition): boolean => {
  const properties = idPropertiesOf(container);
  return container.contents !== undefined && properties.length > 0 && properties.every((name) => scope.includes(name));
};

/** The definition of a kind that the program has loaded. */
export const definitionOfKind = (kind: string | undefined): Definition | undefined =>
  [...definitions.values()].find((definition) => definition.kind === kind);

/** The kinds whose objects contain objects of a kind, outermost first. */
export const containersOf = (definition: Definition): Definition[] =>
  [...definitions.values()]
    .filter((container) => canLieIn(definition, container))
    .sort((a, b) => idPropertiesOf(a).length - idPropertiesOf(b).length);
