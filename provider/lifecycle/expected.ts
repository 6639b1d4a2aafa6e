import { declaredInputs, type Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { ExpectedObject, NewSource } from "../ownership/run-record.js";
import type { Source } from "../values/unknown-values.js";
import type { RunResources } from "../ownership/run-resources.js";
import { kinds } from "../values/kinds.js";
import { sameHost } from "../values/ids.js";
import { resourceText } from "../values/phrases.js";
import type { Properties } from "../values/properties.js";
import { deletedWithOf, nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import type { DeclaredObject } from "./creation/declared-object.js";
import { leftOutText, newInReplacedText } from "./removal-messages.js";

/**
 * What is known of objects that this run creates. The provider chooses some of their identifiers, but the resources that they come from are
 * known, and nothing else can lie in such an object yet.
 */

const resourceOf = ({ kind }: Definition, inputs: Properties): Source => ({ kind, name: nameOf(inputs) });

/** Stands for an identifier that the provider has not chosen yet. No valid identifier has this form. */
const standIn = ({ kind, name }: Source): string => `new ${JSON.stringify([kind, name])}`;

/** The object that this run creates and an unknown argument takes its value from; undefined if there is none. */
export function newSource(
  definition: Definition,
  run: RunResources,
  inputs: Properties,
  argument: string,
): NewSource | undefined {
  if (!containsUnknown(inputs[argument])) return undefined;
  const source = run.declaration(resourceOf(definition, inputs)).sources?.[argument];
  const value = source === undefined ? undefined : run.toCreate(source)?.derived[argument];
  return source === undefined || value === undefined ? undefined : { ...source, value };
}

/**
 * Whether an unknown argument is certain to differ from what the state has: it is the identifier of an object that this run creates, for a new
 * resource or in place of another object. Outside a preview, no such argument is unknown.
 */
export function certainlyChanges(definition: Definition, run: RunResources, inputs: Properties, argument: string): boolean {
  if (!containsUnknown(inputs[argument])) return false;
  const source = run.declaration(resourceOf(definition, inputs)).sources?.[argument];
  return source !== undefined && (run.declaration(source).isReplaced === true || run.toCreate(source) !== undefined);
}

/** The id that the declared object will have, if the arguments tell. */
const expectedId = ({ identity }: Definition, inputs: Properties): string | undefined =>
  // Invalid arguments are refused elsewhere.
  attempt(() => identity.expectedId?.(inputs));

/** The arguments, with stand-ins for what comes from objects that this run creates. Must never be shown. */
export function withSources(definition: Definition, run: RunResources, inputs: Properties): Properties {
  const known = definition.identity.scope.flatMap((argument) => {
    const source = newSource(definition, run, inputs, argument);
    return source === undefined ? [] : [[argument, source.value] as const];
  });
  return { ...declaredInputs(definition, inputs), ...Object.fromEntries(known) };
}

/**
 * Records the object that a resource declares and the state does not have for it.
 *
 * @param isToCreate whether this run is known to create it
 */
export function recordExpected({ definition, context, inputs, resource }: DeclaredObject, isToCreate = false): ExpectedObject {
  const { run } = context.ownership;
  const outputs = Object.entries(definition.derived ?? {});
  const place = expectedId(definition, withSources(definition, run, inputs));
  const own = outputs.at(-1);
  const derived =
    place === undefined
      ? own === undefined
        ? []
        : [[own[0], standIn(resource)]]
      : outputs.map(([output, ofId]) => [output, ofId(place)]);
  const expected = { place, derived: Object.fromEntries(derived) as Record<string, string> };
  // A stand-in means nothing to other processes.
  const isKnown = place === expectedId(definition, inputs);
  run.recordDeclaration(resource, { expected, place: isKnown ? place : undefined, ...(isToCreate && { isToCreate }) });
  return expected;
}

/** Why a new object would be deleted or left behind, although the program declares it otherwise. */
export function placementProblem(subject: DeclaredObject, { place }: ExpectedObject): string | undefined {
  const around = place === undefined ? undefined : subject.context.ownership.run.replacedContainers(place).deleted;
  if (around !== undefined) return `${subject.definition.identity.scope.at(-1)}: ${newInReplacedText(subject.name, around)}`;
  return deletedWithProblem(subject) ?? strayProblem(subject);
}

/**
 * Why an object is not created, which would lie in what this run has replaced. Pulumi creates an object that it has deleted for a replacement with its
 * earlier arguments, and without a check, if it does not compare it in this run.
 */
export function leftOut({ definition, context, inputs, name }: DeclaredObject): string | undefined {
  const place = expectedId(definition, declaredInputs(definition, inputs));
  const around = place === undefined ? undefined : context.ownership.run.replacedContainers(place).deleted;
  return around === undefined ? undefined : leftOutText(name, around);
}

/** It takes the identifier of a container that this run creates, and names something else as what that lies in. */
function strayProblem({ definition, context, inputs }: DeclaredObject): string | undefined {
  const { run } = context.ownership;
  const { scope } = definition.identity;
  const named = withSources(definition, run, inputs);
  for (const argument of scope) {
    const source = newSource(definition, run, inputs, argument);
    if (source === undefined) continue;
    const { derived } = run.toCreate(source)!;
    const differs = (outer: string) => {
      const [there, here] = [derived[outer], named[outer]];
      return (
        outer !== argument && there !== undefined && typeof here === "string" && !containsUnknown(here) && !sameHost(there, here)
      );
    };
    const stray = scope.find(differs);
    if (stray !== undefined)
      return (
        `${stray}: \`${argument}\` comes from ${resourceText(source.kind, source.name)}, which this run creates elsewhere. Pass on its ` +
        `\`${stray}\` too.`
      );
  }
  return undefined;
}

/** Its `deletedWith` names a container that this run creates, and it is known to lie in another one. */
function deletedWithProblem({ definition: { identity, label }, context, inputs }: DeclaredObject): string | undefined {
  const { run } = context.ownership;
  const name = deletedWithOf(inputs);
  const [kind, ...others] = kinds.filter(
    (each) => name !== undefined && run.declaration({ kind: each, name }).isDeclared === true,
  );
  if (name === undefined || kind === undefined || others.length > 0) return undefined;
  const container = run.toCreate({ kind, name });
  if (container === undefined || container.place !== undefined || run.heldOf(kind).some((held) => held.name === name))
    return undefined;
  const own = Object.keys(container.derived).find((output) => identity.scope.includes(output));
  if (own === undefined || containsUnknown(inputs[own])) return undefined;
  return (
    `\`deletedWith\` names ${resourceText(kind, name)}, but \`${own}\` names another container of this ${label}. Remove that option, or pass on ` +
    `the \`${own}\` of that resource.`
  );
}
