import type { Clock } from "../../sdk/values/clock.js";
import type { Calls } from "./engine-calls.js";

/**
 * Maximum age of a listing for a query:
 *
 * - `now`: it must begin after the query.
 * - `lately`: one second, and older than no write of the queried object by this process.
 * - `once`: any age.
 * - `run`: ten minutes, and older than no write by this process. So a refresh reads all objects as of one moment.
 */
export type Freshness = "now" | "lately" | "once" | "run";

const oldest = { lately: 1_000, run: 10 * 60_000 } as const;

/** The contents of a collection at a moment. */
export interface Listing<F> {
  readonly found: readonly F[];
  /** Its position in the order of all listings and writes of this process. */
  readonly begun: number;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
}

interface Demand {
  readonly begun: number;
  readonly at: number;
}

const meets = ({ begun, at }: Demand, demand: Demand): boolean => begun >= demand.begun && at >= demand.at;

/** The objects of one kind that a single listing shows. */
export interface CachedList<F> {
  /** @param key the natural key of the queried object, which only `lately` needs */
  list(freshness: Freshness, key?: () => string): Promise<Listing<F>>;
  /** A listing that began at `time` or later. Must not be called before then. */
  since(time: number): Promise<Listing<F>>;
  /** The first listing since the latest write of this process. */
  readonly first: Listing<F> | undefined;
}

/** Listings of one process. Concurrent queries share a listing, and a write by this process invalidates older ones. */
export interface Listings {
  /**
   * @param scope identifies the collection among others of the kind
   * @param read reads the complete listing
   */
  of<F>(kind: string, scope: readonly unknown[], read: () => Promise<readonly F[]>): CachedList<F>;
  /** Records that an object was written or may have been. */
  invalidate(kind: string, key: string): void;
}

export function createListings(clock: Clock, calls: Calls): Listings {
  const collections = new Map<string, CachedList<unknown>>();
  const sequence = new Sequence();
  return {
    of<F>(kind: string, scope: readonly unknown[], read: () => Promise<readonly F[]>): CachedList<F> {
      const collection = keyOf(kind, ...scope);
      const known = collections.get(collection) as CachedList<F> | undefined;
      if (known !== undefined) return known;
      const list = new SharedCollection(kind, clock, calls, sequence, read);
      collections.set(collection, list);
      return list;
    },
    invalidate: (kind, key) => sequence.wrote(keyOf(kind, key)),
  };
}

const keyOf = (kind: string, ...rest: readonly unknown[]): string => JSON.stringify([kind, ...rest]);

/** The order of listings and writes. */
class Sequence {
  #last = 0;
  #lastWrite = 0;
  readonly #writes = new Map<string, number>();

  next(): number {
    return ++this.#last;
  }

  wrote(key: string): void {
    this.#lastWrite = this.next();
    this.#writes.set(key, this.#lastWrite);
  }

  get lastWrite(): number {
    return this.#lastWrite;
  }

  writeOf(key: string): number {
    return this.#writes.get(key) ?? 0;
  }
}

class SharedCollection<F> implements CachedList<F> {
  first: Listing<F> | undefined;
  #latest: Listing<F> | undefined;
  #running: (Demand & { readonly listing: Promise<Listing<F>> }) | undefined;
  #next: Promise<Listing<F>> | undefined;

  constructor(
    private readonly kind: string,
    private readonly clock: Clock,
    private readonly calls: Calls,
    private readonly sequence: Sequence,
    private readonly read: () => Promise<readonly F[]>,
  ) {}

  list(freshness: Freshness, key = () => ""): Promise<Listing<F>> {
    return this.#meeting(this.#demand(freshness, key), freshness === "now");
  }

  since(time: number): Promise<Listing<F>> {
    return this.#meeting({ begun: 0, at: time }, false);
  }

  #demand(freshness: Freshness, key: () => string): Demand {
    if (freshness === "once") return { begun: 0, at: 0 };
    if (freshness === "now") return { begun: this.sequence.next(), at: 0 };
    const begun = freshness === "run" ? this.sequence.lastWrite : this.sequence.writeOf(keyOf(this.kind, key()));
    return { begun, at: this.clock.now() - oldest[freshness] };
  }

  #meeting(demand: Demand, gathers: boolean): Promise<Listing<F>> {
    if (this.#latest !== undefined && meets(this.#latest, demand)) return Promise.resolve(this.#latest);
    if (this.#running !== undefined && meets(this.#running, demand)) return this.#running.listing;
    return (this.#next ??= this.#afterwards(gathers));
  }

  /** Runs one listing at a time. Queries that arrive meanwhile share the next one. */
  async #afterwards(gathers: boolean): Promise<Listing<F>> {
    await (gathers ? this.calls.gather() : undefined);
    while (this.#running !== undefined) await this.#running.listing.catch(() => undefined);
    this.#next = undefined;
    const begun = this.sequence.next();
    const at = this.clock.now();
    const listing = this.read().then((found) => ({ found, begun, at }));
    this.#running = { begun, at, listing };
    try {
      this.#latest = await listing;
      if (this.first === undefined || this.first.begun < this.sequence.lastWrite) this.first = this.#latest;
      return this.#latest;
    } finally {
      this.#running = undefined;
    }
  }
}
