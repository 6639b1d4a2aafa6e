import { z } from "zod";
import { isDuration, milliseconds } from "../../sdk/values/duration.js";
import { explainedBy } from "../../sdk/values/explained.js";
import type { Properties } from "./properties.js";

/** Properties that every resource has in addition to its own. Pulumi hides names that begin with two underscores. */

/** Reads a property that is a text; undefined if it is absent, or damaged. */
const text =
  (key: string) =>
  (properties: Properties): string | undefined =>
    typeof properties[key] === "string" ? properties[key] : undefined;

/** The text by which Pulumi's dynamic provider process loads the provider. Never compared. */
export const providerKey = "__provider";

const textBeforeKind = 'exports.handler=()=>require("pulumi-hosting/provider").';

/** The value of {@link providerKey}. It must never change, because states keep it for years. */
export const providerText = (kind: string): string => textBeforeKind + kind;

/** Kind of an entry; `undefined` if the entry does not tell. */
export function kindOf(entry: Properties): string | undefined {
  const loads = text(providerKey)(entry);
  return loads?.startsWith(textBeforeKind) === true ? /^\w+/.exec(loads.slice(textBeforeKind.length))?.[0] : undefined;
}

/**
 * Name of the resource in the program, after the types of its parents. A run after an interrupted one recognizes its objects by
 * it. Never compared. The state keeps it, because a read gets nothing else, and the next `up` would update every resource whose
 * inputs a refresh had left without it.
 */
export const nameKey = "__resource";

export const nameOf = (inputs: Properties): string => text(nameKey)(inputs) ?? "";

const ownTypes = "pulumi-nodejs:dynamic/hosting:";

/** The type of a class of this package in states and URNs. */
export const typeOf = (className: string): string => ownTypes + className;

/** Name of the class for a type; undefined for types of other packages. */
export const classNameOf = (type: string): string | undefined =>
  type.startsWith(ownTypes) ? type.slice(ownTypes.length) : undefined;

const stackType = "pulumi:pulumi:Stack";

/**
 * Identifies a resource among others of its kind in a stack, as a URN does: children of two components may have the same name.
 *
 * @param types of its parents, outermost first
 */
export const nameWithin = (types: readonly string[], name: string): string =>
  [...types.filter((type) => type !== stackType).map((type) => classNameOf(type) ?? type), name].join("/");

/** The type of a parent at the beginning of a name: a class of this package, or another type with its separators. */
const parentType = /^(?:(?<className>[A-Z]\w*)|[^:/]+:[^:]*:[^:/]+)\//;

/**
 * The URN of a resource that this package declares.
 *
 * @param name within its parents, as {@link nameWithin} makes it
 */
export function urnOf(
  { stack = "", project = "" }: { readonly stack?: string | undefined; readonly project?: string | undefined },
  className: string,
  name: string,
): string {
  const types: string[] = [];
  let rest = name;
  for (let match = parentType.exec(rest); match !== null; match = parentType.exec(rest)) {
    const type = match[0].slice(0, -1);
    types.push(match.groups!["className"] === undefined ? type : typeOf(type));
    rest = rest.slice(match[0].length);
  }
  return `urn:pulumi:${stack}::${project}::${[...types, typeOf(className)].join("$")}::${rest}`;
}

/** Organization of the stack, if the backend has organizations. Never compared. */
export const organizationKey = "__organization";

export const organizationOf = text(organizationKey);

/** Paths of the arguments that the program has marked as secret; absent if there are none. Pulumi does not tell a provider. */
export const markedKey = "__marked";

/**
 * Name of the resource, as in {@link nameKey}, if the program only reads the object (`get`). It distinguishes such an entry from
 * a managed one, and a program's read from the first refresh after an import, which has no other properties either.
 */
export const readerKey = "__reader";

export const readerOf = text(readerKey);

/** Name of the resource that `deletedWith` names; absent if there is none. Pulumi does not tell a provider. */
export const deletedWithKey = "__deletedWith";

export const deletedWithOf = text(deletedWithKey);

/**
 * True if the program retains the object (`retainOnDelete`); otherwise absent. Pulumi does not tell a provider. Only the inputs have it: they
 * change with the option, while outputs would keep its first value.
 */
export const retainedKey = "__retained";

export const isRetained = (inputs: Properties): boolean => inputs[retainedKey] === true;

/**
 * Of arguments that are not known. In a preview, by argument, the resource that an identifier comes from; what has an id that others take has it
 * always, because Pulumi does not tell a check that it is one of a preview. In an update, their names: a dependency failed or was skipped, and
 * Pulumi passes nothing in their place. Otherwise absent. No state keeps it; the inputs do in a review against a sandbox.
 */
export const unknownKey = "__unknown";

/** What the program has found wrong with any resource, and what it uses. No state keeps it. */
export const mistakesKey = "__mistakes";

/** The id of the object that a resource is to adopt; the check adds it in a preview. No state keeps it. */
export const adoptedIdKey = "__adoptedId";

/** Properties of the resource rather than of its object. The state keeps them, and they are never compared. */
export const programKeys = [nameKey, organizationKey, markedKey, deletedWithKey] as const;

/** Mark of the entry, and the address and login with which its object was last seen. */
export const ownerKey = "__owner";

/** Why the object is not yet as declared. If present, the next `up` continues with it. */
export const unfinishedKey = "__unfinished";
/** Value of the marker for an object that no listing has shown since its creation. */
export const unconfirmed = "was created, but could not be confirmed";

/** Whether no listing has shown the object yet. A missing entry then does not prove that the object is gone. */
export const isUnconfirmed = (state: Properties): boolean => state[unfinishedKey] === unconfirmed;

export const nothingProven = `It has never been listed since it was created, so it may still exist. Run again later.${explainedBy("never listed")}`;

/** Digests of both forms of values that the provider re-serialises. */
export const echoKey = "__echo";
/** Declared values that the provider replaced by its own. */
export const declaredKey = "__declared";

const duration = z.string().refine(isDuration, { error: 'must be a duration such as "90s" or "5m"' });

/** Arguments that every resource has. They control the lifecycle, are not part of the object, and are never compared. */
export const lifecycleArguments = {
  adopt: z.boolean(),
  timeouts: z.strictObject({
    create: duration.optional().describe("Until a new object is visible."),
    update: duration.optional().describe("Until an update is confirmed."),
    delete: duration.optional().describe("Until a deleted object is gone."),
  }),
} as const;

/** The argument of a container that allows the deletion of billed contents, once the state has it. */
export const forceDestroyKey = "forceDestroy";

export const forcesDestroy = (state: Properties): boolean => state[forceDestroyKey] === true;

/** Default timeout of waiting for an object to appear or disappear, in milliseconds. */
const defaultTimeout = milliseconds("5m");

export function timeoutOf(properties: Properties, step: "create" | "update" | "delete"): number {
  const timeouts = lifecycleArguments.timeouts.safeParse(properties["timeouts"]);
  const text = timeouts.success ? timeouts.data[step] : undefined;
  return text === undefined ? defaultTimeout : milliseconds(text);
}
