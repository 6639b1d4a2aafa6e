import type * as pulumi from "@pulumi/pulumi";
import type { Definition } from "../definition/definition.js";
import { sameHost } from "../values/ids.js";
import { nameOfResource, typeOfResource } from "../pulumi/resources.js";
import { programError } from "../pulumi/runs.js";
import { canLieIn, containerOf, containersOf, idPropertiesOf, wholeNameOf } from "./containers.js";
import { effectiveOptions } from "./declarations.js";
import type { Properties } from "../values/properties.js";
import { classNameOf, forceDestroyKey, readerKey, retainedKey } from "../values/reserved-properties.js";
import { isKnown, knownValue, sourcesOf } from "../pulumi/outputs.js";

/**
 * For a resource with `deletedWith`, Pulumi requests no deletion and only removes the entry from the state. That is correct only
 * if its object lies within the named one.
 */

/** The property that records `retainOnDelete`. */
export const retainedProperties = (options: pulumi.CustomResourceOptions): Properties =>
  effectiveOptions(options).isRetained ? { [retainedKey]: true } : {};

/** A resource, for messages. */
function inWords(resource: pulumi.Resource): string {
  const [type = "", name] = [typeOfResource(resource), nameOfResource(resource)];
  return name === undefined ? "a resource known only by its URN" : `${classNameOf(type) ?? type} "${name}"`;
}

/** @param resource the resource with the option, for messages */
function refusal(definition: Definition, resource: string, named: pulumi.Resource, why: string): Error {
  const { label } = definition;
  const possible = containersOf(definition).map(({ className }) => className);
  const instead = possible.length === 0 ? "" : `, or name the ${possible.join(" or ")} of this program that the ${label} lies in`;
  return programError(
    `${resource}: \`deletedWith\` names ${inWords(named)}, ${why}. Pulumi would drop the ${label} from the state and leave it at the provider. ` +
      `Remove that option, also where it is inherited from${instead}.`,
  );
}

/** Whether values are known to differ. */
async function differ(a: unknown, b: unknown): Promise<boolean> {
  const [there, here] = await Promise.all([knownValue(a), knownValue(b)]);
  return typeof there === "string" && typeof here === "string" && !sameHost(there, here);
}

/** Whether the name of a container that is not known yet comes only from other containers. */
async function comesFromOthers(name: unknown, named: pulumi.Resource): Promise<boolean> {
  if ((await knownValue(name)) !== undefined) return false;
  const sources = await sourcesOf(name);
  const isContainer = (source: pulumi.Resource) => typeOfResource(source) === typeOfResource(named);
  return sources.some(isContainer) && !sources.includes(named);
}

/**
 * Whether a container is known to keep what is billed in it: without `forceDestroy`, its deletion fails, and by then Pulumi has dropped the
 * entries with `deletedWith` from the state.
 */
async function keepsBilled(definition: Definition, named: pulumi.Resource): Promise<boolean> {
  const forces = (named as unknown as Properties)[forceDestroyKey];
  return definition.costly === true && (await isKnown(forces)) && (await knownValue(forces)) !== true;
}

/** Whether a resource is not known to lie in another container than the named one. */
async function mayLieIn(container: Definition, named: pulumi.Resource, args: Properties): Promise<boolean> {
  const shown = named as unknown as Properties;
  const properties = idPropertiesOf(container);
  if (properties.every((each) => shown[each] === args[each])) return true;
  for (const each of properties) if (await differ(shown[each], args[each])) return false;
  // What contains the container may be known from anything else in it.
  return !(await comesFromOthers(args[properties.at(-1)!], named));
}

/**
 * The name of the resource that `deletedWith` of a resource names. It is rejected if its object does not lie within that one.
 *
 * @throws pulumi.RunError if it cannot lie there
 */
export function deletedWithName(
  definition: Definition,
  name: string,
  { args, options }: { readonly args: Properties; readonly options: pulumi.CustomResourceOptions },
): Promise<string> | undefined {
  const { className, label } = definition;
  const { deletedWith: named, isRetained } = effectiveOptions(options);
  if (named === undefined) return undefined;
  const refuse = (why: string) => refusal(definition, `${className} "${name}"`, named, why);
  if (readerKey in named) throw refuse("which the program only reads (`get`), so no run deletes it");
  const container = containerOf(named);
  const isOutside = () => refuse(`which does not contain this ${label}`);
  if (container === undefined || !canLieIn(definition, container)) throw isOutside();
  const verified = async () => {
    if (!(await mayLieIn(container, named, args))) throw isOutside();
    if (await keepsBilled(definition, named))
      throw programError(
        `${className} "${name}": \`deletedWith\` needs \`forceDestroy: true\` on ${inWords(named)}, because a ${label} is billed. ` +
          "Declare that, or remove `deletedWith`.",
      );
    return wholeNameOf(named);
  };
  // A retained object has to stay, so a deletion of its container must not count on this.
  return isRetained ? undefined : verified();
}
