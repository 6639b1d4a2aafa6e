import * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { type DeletedWith, deletedWithBy } from "./deleted-with.js";
import { sameHost } from "../values/hostname.js";
import { type Inside, typesAbove } from "./inside.js";
import { knownValue } from "./knowing.js";
import type { Properties } from "../values/properties.js";
import { classNameOf, deletedWithKey, nameWithin } from "../values/reserved-properties.js";

/**
 * Pulumi asks for no deletion of what says `deletedWith` and takes its entry out of the state: that is right only where the object lies
 * in what is deleted.
 */

/** Definitions of what others lie in, by class. The file of a kind loads what it lies in. */
const holders = new Map<string, Definition>();

/** Resource objects that only read (`get`). */
const readers = new WeakSet<object>();

export function knowsHolder(definition: Definition): void {
  if (definition.contents !== undefined) holders.set(definition.className, definition);
}

export const onlyReads = (resource: pulumi.Resource): void => void readers.add(resource);

/** What of a holder stands in the ids of what lies in it. */
const placeIn = ({ derived = {} }: Definition): string[] => Object.keys(derived);

/** Whether objects of a kind lie in those of another one: they are listed by what the other one's id holds. */
export const canLieIn = ({ identity: { scope } }: Definition, holder: Definition): boolean => {
  const place = placeIn(holder);
  return holder.contents !== undefined && place.length > 0 && place.every((name) => scope.includes(name));
};

const staysBehind = "would leave the state and stay at the provider";

/** A resource in a message. */
function inWords(resource: pulumi.Resource): string {
  const { __pulumiType: type = "", __name: name } = resource as Inside;
  return name === undefined ? "a resource of which only the URN is known" : `${classNameOf(type) ?? type} "${name}"`;
}

/** @param resource the resource with the option, in words */
function refusal(definition: Definition, resource: string, { named, from }: DeletedWith, why: string): pulumi.ResourceError {
  const names = `names ${inWords(named)}, ${why}`;
  if (from !== undefined)
    return new pulumi.ResourceError(
      `${resource} inherits \`deletedWith\` from ${inWords(from)}, which ${names}. Remove that option there, and give it to those resources ` +
        "that lie in what it names.",
      undefined,
    );
  const possible = [...holders.values()].filter((holder) => canLieIn(definition, holder)).map(({ className }) => className);
  const instead =
    possible.length === 0 ? "" : `, or name the ${possible.join(" or ")} of this program that the ${definition.label} lies in`;
  return new pulumi.ResourceError(`${resource}: \`deletedWith\` ${names}. Remove that option${instead}.`, undefined);
}

/** The name of what the resource goes with, unless that turns out to be another one than it lies in. */
async function verifiedName(name: string, holder: Definition, { named }: DeletedWith, args: Properties, refuse: () => Error) {
  const shown = named as unknown as Properties;
  for (const each of placeIn(holder)) {
    const [there, here] = await Promise.all([knownValue(shown[each]), knownValue(args[each])]);
    if (typeof there === "string" && typeof here === "string" && !sameHost(there, here)) throw refuse();
  }
  return name;
}

/**
 * What a resource says of what it goes with.
 *
 * @throws pulumi.ResourceError where its object does not lie in that
 */
export function goingWith(
  definition: Definition,
  name: string,
  { args, options }: { readonly args: Properties; readonly options: pulumi.CustomResourceOptions },
): Properties {
  const deletedWith = deletedWithBy(options);
  if (deletedWith === undefined) return {};
  const { named } = deletedWith;
  const refuse = (why: string) => refusal(definition, `${definition.className} "${name}"`, deletedWith, why);
  if (readers.has(named)) throw refuse("which the program only reads (`get`), so no run deletes it");
  const { __pulumiType: type = "", __name: nameOfNamed = "", __parentResource: parent } = named as Inside;
  const holder = holders.get(classNameOf(type) ?? "");
  if (holder === undefined || !canLieIn(definition, holder))
    throw refuse(`with which no ${definition.label} is deleted: it ${staysBehind}`);
  const wholeName = nameWithin(typesAbove(parent), nameOfNamed);
  const isAnother = () => refuse(`but the ${definition.label} lies in another one: it ${staysBehind}`);
  // Not an output, since the resource waits for what it goes with anyway.
  return { [deletedWithKey]: verifiedName(wholeName, holder, deletedWith, args, isAnother) };
}
