import { z } from "zod";
import { isDuration, milliseconds } from "../../sdk/values/duration.js";
import { outOfState } from "./out-of-state.js";

/** Properties that every resource has beside its own. Pulumi hides names that begin with two underscores. */

/** The text by which Pulumi's dynamic provider process finds the provider; written by Pulumi's side, never compared. */
export const providerKey = "__provider";
/**
 * Name of the resource in the program, after the types of its parents, by which a run after an interrupted one knows its own objects;
 * never compared. The state keeps it, since a read is given nothing else, and inputs that a refresh left without it would all be
 * written again by the next `up`.
 */
export const nameKey = "__resource";

export const nameOf = (inputs: Readonly<Record<string, unknown>>): string =>
  typeof inputs[nameKey] === "string" ? inputs[nameKey] : "";

const ownTypes = "pulumi-nodejs:dynamic/hosting:";

/** The type of a class of this package, as states and URNs have it. */
export const typeOf = (className: string): string => ownTypes + className;

/** Name of the class that a type stands for; undefined for those of other packages. */
export const classNameOf = (type: string): string | undefined =>
  type.startsWith(ownTypes) ? type.slice(ownTypes.length) : undefined;

const stackType = "pulumi:pulumi:Stack";

/**
 * What tells a resource of a stack from others of its kind, as a URN does: two components can have children of one name.
 *
 * @param types of its parents, the outermost first
 */
export const nameWithin = (types: readonly string[], name: string): string =>
  [...types.filter((type) => type !== stackType).map((type) => classNameOf(type) ?? type), name].join("/");

/** What backends that know no organizations call theirs. */
export const noOrganization = "organization";

/** Organization of the stack, where the backend knows organizations; never compared. */
export const organizationKey = "__organization";

export const organizationOf = (inputs: Readonly<Record<string, unknown>>): string | undefined =>
  typeof inputs[organizationKey] === "string" ? inputs[organizationKey] : undefined;

/** Paths of the arguments that the program has marked as secret, which a provider is not told otherwise; absent where there are none. */
export const markedKey = "__marked";

/**
 * Name of the resource, as {@link nameKey} has it, where the program only reads the object (`get`). It tells such an entry from a
 * managed one, and a read that the program asks for from the first refresh of what was imported, which has no other properties either.
 */
export const readerKey = "__reader";

export const readerOf = (state: Readonly<Record<string, unknown>>): string | undefined =>
  typeof state[readerKey] === "string" ? state[readerKey] : undefined;

/** Name of the resource that the program gives as `deletedWith`, of which Pulumi tells a provider nothing; absent where there is none. */
export const deletedWithKey = "__deletedWith";

export const deletedWithOf = (inputs: Readonly<Record<string, unknown>>): string | undefined =>
  typeof inputs[deletedWithKey] === "string" ? inputs[deletedWithKey] : undefined;

/**
 * Names of the arguments that an update does not know, in place of which Pulumi hands a provider nothing: what they hang on has failed or
 * was left out, and the run goes on without it. Absent in previews, and where all are known; no state keeps it.
 */
export const unknownKey = "__unknown";

/** What a program says of the resource rather than of its object. The state keeps it; it is never compared. */
export const programKeys = [nameKey, organizationKey, markedKey, deletedWithKey] as const;

/** Which entry of the state it is, and at which address and with which login its object was last seen. */
export const ownerKey = "__owner";

/** When the creation was first sent, in ISO 8601 by the provider's clock, where it was sent more than once. */
export const repeatedKey = "__repeated";

/** Tells the latest change of the object that the state has from earlier ones; absent before the first one. */
export const changeKey = "__change";

/** Why the object is not as declared yet; its presence makes the next `up` go on with it. */
export const unfinishedKey = "__unfinished";
/** What the marker says of an object that no listing has shown since its creation. */
export const unconfirmed = "was created, but could not be confirmed";

/** Such an object may still be on its way into the listing: its absence there proves nothing. */
export const neverSeen = (state: Readonly<Record<string, unknown>>): boolean => state[unfinishedKey] === unconfirmed;

export const nothingProven =
  "It was never seen since it was created, so that its absence proves nothing: run again later. If the provider does not have it, " +
  `take it out of the state with ${outOfState}.`;

/** Digests of both writings of values that the provider writes in other words than they were given. */
export const echoKey = "__echo";
/** Values as they were declared, where the provider chose others. */
export const declaredKey = "__declared";

const duration = z.string().refine(isDuration, { error: 'must be a duration such as "90s" or "5m"' });

/** Arguments of every resource. They steer the lifecycle, are not part of the object, and never make a difference. */
export const lifecycleArguments = {
  adopt: z.boolean(),
  timeouts: z.strictObject({
    create: duration.optional().describe("Until a new object is visible."),
    update: duration.optional().describe("Until an update is confirmed."),
    delete: duration.optional().describe("Until a deleted object is gone."),
  }),
} as const;

/** How long waiting for an object to appear or disappear may take where `timeouts` does not say. */
const defaultTimeout = milliseconds("5m");

export function timeoutOf(properties: Readonly<Record<string, unknown>>, step: "create" | "update" | "delete"): number {
  const timeouts = lifecycleArguments.timeouts.safeParse(properties["timeouts"]);
  const text = timeouts.success ? timeouts.data[step] : undefined;
  return text === undefined ? defaultTimeout : milliseconds(text);
}
