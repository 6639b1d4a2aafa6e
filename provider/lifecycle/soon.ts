import { after } from "../../sdk/values/clock.js";
import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Listings } from "../runtime/list-cache.js";
import { isLasting } from "../runtime/preview-lookups.js";
import { maybeGone } from "../values/rejections.js";
import { pick, type Properties } from "../values/properties.js";

/** Timeout of a check's lookup, in milliseconds. It is short because Pulumi checks one resource at a time. */
const patience = 10_000;

/** Collections that did not answer a check in time, by process, so that further checks do not wait for them. */
const unanswered = new WeakMap<Listings, Set<string>>();
const everywhere = "";

/**
 * Result of a check's lookup; `undefined` if it fails or takes too long.
 *
 * @param properties with those that identify the collection
 * @throws HostingError if every call fails like this one
 */
export async function soon<T>(
  { kind, identity: { scope } }: Definition,
  { clock, listings }: Context,
  properties: Properties,
  look: () => Promise<T>,
): Promise<T | undefined> {
  const silent = unanswered.get(listings) ?? new Set<string>();
  unanswered.set(listings, silent);
  const collection = JSON.stringify([kind, pick(properties, scope)]);
  if (silent.has(everywhere) || silent.has(collection)) return undefined;
  // A refused listing affects only this collection, whose container may be created in this run.
  const found = look().catch((error: unknown) => {
    if (isLasting(error)) throw error;
    silent.add(maybeGone(error) ? collection : everywhere);
    return undefined;
  });
  return new Promise((resolve, reject) => {
    const stop = after(clock, patience, () => {
      silent.add(everywhere);
      resolve(undefined);
    });
    found.then(resolve, reject).finally(stop);
  });
}
