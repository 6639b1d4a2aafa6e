import type * as pulumi from "@pulumi/pulumi";

type Values = Record<string, unknown>;

/** How an object is found in a listing. */
export interface Place {
  /** Lists the collection that contains the object with these properties; null if it is empty. */
  list(properties: Values): Promise<readonly Values[] | null>;
  /** Whether a listed object is the one that these arguments declare. */
  matches(listed: Values, inputs: Values): boolean;
  /** Whether a listed object has this id. */
  has(listed: Values, id: string): boolean;
}

/**
 * A provider that also checks what this package checks: that the object does not exist before it is created, that it is listed
 * afterwards, and that it is no longer listed once it is deleted. Each with a listing of its own, because calls know nothing of each other.
 *
 * @param staysListed whether a deleted object may stay listed, so that nothing can be checked
 */
export const withChecks = (
  provider: pulumi.dynamic.ResourceProvider,
  place: Place,
  staysListed = false,
): pulumi.dynamic.ResourceProvider => ({
  ...provider,
  async create(inputs: Values) {
    const before = await place.list(inputs);
    if (before?.some((listed) => place.matches(listed, inputs)) === true) throw new Error("it exists already");
    const made = await provider.create(inputs);
    const after = await place.list(inputs);
    if (after?.some((listed) => place.has(listed, made.id)) !== true) throw new Error("it is not listed");
    return made;
  },
  async delete(id: string, properties: Values) {
    await provider.delete!(id, properties);
    if (staysListed) return;
    const after = await place.list(properties);
    if (after?.some((listed) => place.has(listed, id)) === true) throw new Error("it is still listed");
  },
});
