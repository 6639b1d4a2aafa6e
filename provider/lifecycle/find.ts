import { AnswerError } from "../../sdk/values/errors.js";
import { once } from "../../sdk/values/once.js";
import { inLine, shortened } from "../../sdk/redaction/text.js";
import type { Context } from "../runtime/context.js";
import { type Definition, type ObservedObject, mayAdopt } from "../definition/definition.js";
import { naturalKey } from "../definition/object-name.js";
import type { Entry } from "./entry.js";
import type { Freshness, CachedListing, Listings } from "../runtime/list-cache.js";
import { isImport } from "./state.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { pick, type Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";
import { sameId, isWholeId, joinId, canonicalId } from "../values/ids.js";
import { listingLag, waitFor } from "../values/poll.js";
import { timeoutOf } from "../values/reserved-properties.js";
import { after } from "../../sdk/values/clock.js";
import { isLasting } from "../runtime/preview-lookups.js";

/** Advice if a listing is refused: the object may have been deleted with its container, which a refusal does not prove. */
export const maybeDeletedWithText = ({ identity }: Definition, error: unknown): string =>
  !maybeGone(error) || identity.scope.length === 0 ? "" : ` Perhaps its container is gone.${explainedBy("gone")}`;

/** Result of a single read; `undefined` if the answer leaves open whether the object exists. */
export async function ifThere<T>(read: Promise<T>): Promise<T | undefined> {
  try {
    return await read;
  } catch (error) {
    if (maybeGone(error)) return undefined;
    throw error;
  }
}

/** An object that was read by its id. A cache or a proxy may return another one. */
export function asRequested<T>(label: string, isRequested: boolean, found: T): T {
  if (!isRequested) throw new AnswerError(`The provider answered with another ${label} than the requested one.`);
  return found;
}

/** The collection that would contain an object with those properties. */
const collectionOf = (definition: Definition, context: Context, properties: Properties) =>
  context.listings.of(
    definition.kind,
    definition.identity.scope.map((name) => properties[name]),
    () => definition.reading.list(context, properties),
  );

/** Whether an object shows all known readable values. A listing may show less than the object's own read. */
const isShownWhole = (definition: Definition, state: Properties, found: ObservedObject): boolean =>
  !isImport(definition, state) &&
  Object.entries(definition.fields).every(
    ([name, { readable }]) => !readable || state[name] === undefined || (found.inputs as Properties)[name] !== undefined,
  );

/**
 * @returns undefined if the object's container is proven gone
 * @throws if the listing fails for another reason
 */
async function unlessContainerGone<T>(
  definition: Definition,
  context: Context,
  id: string,
  list: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await list();
  } catch (error) {
    if (maybeGone(error) && (await definition.reading.containerIsGone?.(context, id)) === true) return undefined;
    throw error;
  }
}

/**
 * An entry's object as a lookup shows it; `undefined` also if an earlier run deleted it and this login, a different one, is refused.
 *
 * @throws if the lookup fails for another reason
 */
export async function unlessDeleted(
  { definition, context: { ownership }, id, state }: Pick<Entry, "definition" | "context" | "id" | "state">,
  lookup: Promise<ObservedObject | undefined>,
): Promise<ObservedObject | undefined> {
  try {
    return await lookup;
  } catch (error) {
    const isOtherLogin = ownership.elsewhere(state) !== undefined;
    if (maybeGone(error) && isOtherLogin && ownership.notes.isDeleted(definition.kind, id, state)) return undefined;
    throw error;
  }
}

/** The container of a listing's objects, for messages; empty if there is none. */
export const containerText = (definition: Definition, properties: Properties): string =>
  Object.entries(pick(properties, definition.identity.scope))
    .map(([name, value]) => `${name} ${inLine(String(value))}`)
    .join(", ");

/**
 * A listing of the contents of a container.
 *
 * @returns undefined if the container is proven gone
 * @throws if the listing fails for another reason
 */
export const unlessScopeGone = <T>(
  definition: Definition,
  context: Context,
  place: Properties,
  list: () => Promise<T>,
): Promise<T | undefined> =>
  unlessContainerGone(definition, context, joinId(...definition.identity.scope.map((name) => String(place[name])), "any"), list);

/** @throws if an empty listing is not credible */
async function objectIn(
  definition: Definition,
  context: Context,
  { found }: CachedListing<ObservedObject>,
  id: string,
): Promise<ObservedObject | undefined> {
  if (found.length === 0) await definition.reading.confirmContainer?.(context, definition.identity.parse(id));
  return indexOf(found).withId(id);
}

/** An object by its id, from a listing that begins now; `undefined` if it is not listed. */
export const listed = (definition: Definition, context: Context, id: string): Promise<ObservedObject | undefined> =>
  unlessContainerGone(definition, context, id, async () => {
    const collection = collectionOf(definition, context, definition.identity.parse(id));
    return objectIn(definition, context, await collection.list("now"), id);
  });

/** An object by its id, as it is now; `undefined` if neither a listing nor its own read shows it. */
export const lookNow = async (definition: Definition, context: Context, id: string): Promise<ObservedObject | undefined> =>
  (await listed(definition, context, id)) ?? definition.reading.get?.(context, id);

/**
 * An object by its id, as it is in this run; `undefined` if it is proven gone. As proof, a complete listing must lack it, and so
 * must its own read or, if the API has no such read, another listing some seconds later.
 *
 * @throws if the proof fails
 */
export const look = (
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
): Promise<ObservedObject | undefined> =>
  unlessContainerGone(definition, context, id, async () => {
    const collection = collectionOf(definition, context, definition.identity.parse(id));
    const { get } = definition.reading;
    const listing = await collection.list("run");
    const shown = indexOf(listing.found).withId(id);
    if (shown !== undefined && (get === undefined || isShownWhole(definition, state, shown))) return shown;
    const single = (await get?.(context, id)) ?? shown ?? (await objectIn(definition, context, listing, id));
    if (single !== undefined || get !== undefined) return single;
    const { first = listing } = collection;
    const proof = first.at + listingLag;
    if (indexOf(first.found).withId(id) === undefined && listing.at >= proof) return undefined;
    const again = Math.max(proof, listing.at);
    await context.clock.sleep(Math.min(listingLag, Math.max(0, again - context.clock.now())));
    return objectIn(definition, context, await collection.since(again), id);
  });

/** Looks an object up in any listing of this process that shows it: unchanged objects cost one listing for each collection. */
export const seenOnce = (
  definition: Definition,
  context: Context,
  id: string,
  state: Properties,
): Promise<ObservedObject | undefined> =>
  unlessContainerGone(definition, context, id, async () => {
    const { found } = await collectionOf(definition, context, definition.identity.parse(id)).list("once");
    return indexOf(found).withId(id) ?? look(definition, context, id, state);
  });

export interface Candidates {
  /** When the listing began, in milliseconds since the epoch. */
  readonly at: number;
  readonly all: readonly ObservedObject[];
  /** Objects that may match the declaration; no other does. Quick, even with thousands. */
  readonly alike: readonly ObservedObject[];
  /** Objects that match the declaration. */
  readonly matching: readonly ObservedObject[];
  /** Objects that can be updated to match the declaration. */
  readonly adoptable: readonly ObservedObject[];
}

/** Whether an object lies in a container that this run has created. */
export const isInNew = ({ identity: { scope } }: Definition, { ownership }: Context, inputs: Properties): boolean =>
  scope.length > 0 && ownership.run.isNew(joinId(...scope.map((name) => String(inputs[name]))));

/** The result of a request, which may be refused for a moment if this run has only just created what the object lies in. */
export async function onceVisible<T>(
  definition: Definition,
  context: Context,
  inputs: Properties,
  request: () => Promise<T>,
): Promise<T> {
  if (!isInNew(definition, context, inputs)) return request();
  const limit = timeoutOf(inputs, "create");
  const answer = await waitFor(context.clock, limit, () => ifThere(request().then((value) => ({ value }))));
  return answer === undefined ? request() : answer.value;
}

/** The listing that would contain the declared object. */
export async function candidates(
  definition: Definition,
  context: Context,
  inputs: Properties,
  freshness: Freshness = "now",
): Promise<Candidates> {
  const list = () => collectionOf(definition, context, inputs).list(freshness, () => naturalKey(definition, inputs));
  // A check waits for nothing, because Pulumi checks one resource at a time.
  const { found: all, at } = await (freshness === "once" ? list() : onceVisible(definition, context, inputs, list));
  // There may be thousands of objects, and most callers need only one of these.
  const alike = once(() => indexOf(all).alike(definition, inputs));
  return {
    at,
    all,
    get alike() {
      return alike();
    },
    get matching() {
      return alike().filter((found) => definition.identity.matches(found, inputs));
    },
    get adoptable() {
      return alike().filter((found) => mayAdopt(definition, found, inputs));
    },
  };
}

/** The objects without duplicates. */
export const distinct = (found: readonly ObservedObject[]): ObservedObject[] =>
  found.filter((each, index) => found.findIndex(({ id }) => sameId(id, each.id)) === index);

const mostIds = 20;
const longestId = 200;

/** Ids for a message, shortened so that it stays readable. */
export function nameIds(found: readonly Pick<ObservedObject, "id">[]): string {
  const ids = found.slice(0, mostIds).map(({ id }) => (isWholeId(id) ? shortened(inLine(id), longestId) : "without identifier"));
  return found.length > mostIds ? `${ids.join(", ")} and ${found.length - mostIds} more` : ids.join(", ");
}

const indexes = new WeakMap<readonly ObservedObject[], ObjectIndex>();

/** The index of a listing, made once. The listing must not change afterwards. */
export function indexOf(listing: readonly ObservedObject[]): ObjectIndex {
  const known = indexes.get(listing) ?? new ObjectIndex(listing);
  indexes.set(listing, known);
  return known;
}

/** The first of the objects with each key. */
const firstBy = (
  listing: readonly ObservedObject[],
  key: (found: ObservedObject) => string,
): ReadonlyMap<string, ObservedObject> => new Map(listing.toReversed().map((found) => [key(found), found]));

function groupedBy(
  listing: readonly ObservedObject[],
  key: (found: ObservedObject) => unknown,
): ReadonlyMap<unknown, readonly ObservedObject[]> {
  const groups = new Map<unknown, ObservedObject[]>();
  for (const found of listing) {
    const of = key(found);
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [found]);
    else group.push(found);
  }
  return groups;
}

/** The objects of one listing, found by what thousands of resources ask for, without comparing each with each. */
class ObjectIndex {
  #byId: ReadonlyMap<string, ObservedObject> | undefined;
  #bySpelling: ReadonlyMap<string, ObservedObject> | undefined;
  #byArgument: ReadonlyMap<unknown, readonly ObservedObject[]> | undefined;

  constructor(private readonly listing: readonly ObservedObject[]) {}

  /** The object with an id; if there is none, the one with an id that means the same. */
  withId(id: string): ObservedObject | undefined {
    this.#byId ??= firstBy(this.listing, (found) => found.id);
    const exact = this.#byId.get(id);
    if (exact !== undefined || !id.includes("/")) return exact;
    this.#bySpelling ??= firstBy(this.listing, (found) => (found.id.includes("/") ? canonicalId(found.id) : ""));
    return this.#bySpelling.get(canonicalId(id));
  }

  /** The objects that may match the arguments, or be adopted for them. The others do neither. */
  alike({ identity: { sharedArgument, oneSpelling } }: Definition, inputs: Properties): readonly ObservedObject[] {
    if (sharedArgument === undefined) return this.listing;
    const spelled = (of: Properties): unknown => (oneSpelling?.(of) ?? of)[sharedArgument];
    const wanted = spelled(inputs);
    if (typeof wanted !== "string") return this.listing;
    this.#byArgument ??= groupedBy(this.listing, (found) => spelled(found.inputs));
    return this.#byArgument.get(wanted) ?? [];
  }
}

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
export async function lookupWithTimeout<T>(
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
