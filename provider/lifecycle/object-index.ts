import type { Definition, Found } from "../definition/definition.js";
import { canonicalId } from "../values/object-keys.js";
import type { Properties } from "../values/properties.js";

const indexes = new WeakMap<readonly Found[], ObjectIndex>();

/** The index of a listing, made once. The listing must not change afterwards. */
export function indexOf(listing: readonly Found[]): ObjectIndex {
  const known = indexes.get(listing) ?? new ObjectIndex(listing);
  indexes.set(listing, known);
  return known;
}

/** The first of the objects with each key. */
function firstBy(listing: readonly Found[], key: (found: Found) => string): ReadonlyMap<string, Found> {
  const first = new Map<string, Found>();
  for (const found of listing) {
    const of = key(found);
    if (!first.has(of)) first.set(of, found);
  }
  return first;
}

function groupedBy(listing: readonly Found[], key: (found: Found) => unknown): ReadonlyMap<unknown, readonly Found[]> {
  const groups = new Map<unknown, Found[]>();
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
  #byId: ReadonlyMap<string, Found> | undefined;
  #bySpelling: ReadonlyMap<string, Found> | undefined;
  #byArgument: ReadonlyMap<unknown, readonly Found[]> | undefined;

  constructor(private readonly listing: readonly Found[]) {}

  /** The object with an id; if there is none, the one with an id that means the same. */
  withId(id: string): Found | undefined {
    this.#byId ??= firstBy(this.listing, (found) => found.id);
    const exact = this.#byId.get(id);
    if (exact !== undefined || !id.includes("/")) return exact;
    this.#bySpelling ??= firstBy(this.listing, (found) => (found.id.includes("/") ? canonicalId(found.id) : ""));
    return this.#bySpelling.get(canonicalId(id));
  }

  /** The objects that may match the arguments, or be adopted for them. The others do neither. */
  alike({ identity: { sharedArgument, oneSpelling } }: Definition, inputs: Properties): readonly Found[] {
    if (sharedArgument === undefined) return this.listing;
    const spelled = (of: Properties): unknown => (oneSpelling?.(of) ?? of)[sharedArgument];
    const wanted = spelled(inputs);
    if (typeof wanted !== "string") return this.listing;
    this.#byArgument ??= groupedBy(this.listing, (found) => spelled(found.inputs));
    return this.#byArgument.get(wanted) ?? [];
  }
}
