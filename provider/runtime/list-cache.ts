import type { Clock } from "../../sdk/values/clock.js";

/** How long no further call must arrive before none is expected, in milliseconds: calls that Pulumi sends together are less far apart. */
const quiet = 100;

/** How often a gathering waits that long at most: five seconds in all. */
const mostWaits = 50;

/** The engine's calls to this process. */
export class Calls {
  #underWay = 0;
  #arrivals = 0;
  /** The largest number of calls under way at once that have ended. */
  #most = 0;
  #gathering: Gathering | undefined;

  constructor(private readonly clock: Clock) {}

  /** Whether no call is under way. */
  get areOver(): boolean {
    return this.#underWay === 0;
  }

  /** Runs a call and tracks it until it ends. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#arrivals += 1;
    this.#underWay += 1;
    try {
      return await call();
    } finally {
      // Only now: each of the first calls that arrive would look like the last.
      this.#most = Math.max(this.#most, this.#underWay);
      this.#underWay -= 1;
    }
  }

  /** Waits until no call has arrived for a moment. */
  async quiet(isOver = () => false): Promise<void> {
    let seen: number | undefined;
    for (let waits = 0; waits < mostWaits && seen !== this.#arrivals && !isOver(); waits += 1) {
      seen = this.#arrivals;
      await this.clock.sleep(quiet);
    }
  }

  /**
   * Waits, with other calls that come here, until no call has arrived for a moment, or until as many wait as were ever under way at once:
   * then the engine most likely sends no further one before one of them is answered.
   */
  gather(): Promise<void> {
    const gathering = (this.#gathering ??= this.#gather());
    gathering.waiting += 1;
    if (this.#most > 0 && gathering.waiting >= Math.max(this.#underWay, this.#most)) gathering.end();
    return gathering.ended;
  }

  #gather(): Gathering {
    let end = (): void => undefined;
    let isOver = false;
    const ended = new Promise<void>((resolve) => {
      end = () => {
        if (!isOver) this.#gathering = undefined;
        isOver = true;
        resolve();
      };
    });
    void this.quiet(() => isOver).then(end);
    return { waiting: 0, end, ended };
  }
}

/** Calls that wait for each other in order to share a request. */
interface Gathering {
  waiting: number;
  readonly ended: Promise<void>;
  end(): void;
}

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
export interface CachedListing<F> {
  readonly found: readonly F[];
  /** Its position in the order of all listings and writes of this process. */
  readonly begun: number;
  /** When it began, in milliseconds since the epoch. */
  readonly at: number;
}

type Demand = Pick<CachedListing<unknown>, "begun" | "at">;

const meets = ({ begun, at }: Demand, demand: Demand): boolean => begun >= demand.begun && at >= demand.at;

/** Listings of one process. Concurrent queries share a listing, and a write by this process invalidates older ones. */
export class Listings {
  readonly #collections = new Map<string, SharedListing<unknown>>();
  readonly #writes = new Map<string, number>();
  /** Position of the latest listing or write. */
  #last = 0;
  lastWrite = 0;

  constructor(
    readonly clock: Clock,
    readonly calls: Calls,
  ) {}

  /**
   * @param scope identifies the collection among others of the kind
   * @param read reads the complete listing
   */
  of<F>(kind: string, scope: readonly unknown[], read: () => Promise<readonly F[]>): SharedListing<F> {
    const key = keyOf(kind, ...scope);
    const list = (this.#collections.get(key) as SharedListing<F> | undefined) ?? new SharedListing(this, kind, read);
    this.#collections.set(key, list);
    return list;
  }

  /** Records that an object was written or may have been. */
  invalidate(kind: string, key: string): void {
    this.lastWrite = this.next();
    this.#writes.set(keyOf(kind, key), this.lastWrite);
  }

  next(): number {
    return ++this.#last;
  }

  writeOf(kind: string, key: string): number {
    return this.#writes.get(keyOf(kind, key)) ?? 0;
  }
}

const keyOf = (kind: string, ...rest: readonly unknown[]): string => JSON.stringify([kind, ...rest]);

/** The objects of one kind that a single listing shows. */
class SharedListing<F> {
  /** The first listing since the latest write of this process. */
  first: CachedListing<F> | undefined;
  #latest: CachedListing<F> | undefined;
  #running: (Demand & { readonly listing: Promise<CachedListing<F>> }) | undefined;
  #next: Promise<CachedListing<F>> | undefined;

  constructor(
    private readonly all: Listings,
    private readonly kind: string,
    private readonly read: () => Promise<readonly F[]>,
  ) {}

  /** @param key the natural key of the queried object, which only `lately` needs */
  async list(freshness: Freshness, key = () => ""): Promise<CachedListing<F>> {
    const demand = this.#demand(freshness, key);
    if (freshness === "now") await this.all.calls.gather();
    return this.#meeting(demand);
  }

  /** A listing that began at `time` or later. Must not be called before then. */
  since(time: number): Promise<CachedListing<F>> {
    return this.#meeting({ begun: 0, at: time });
  }

  #demand(freshness: Freshness, key: () => string): Demand {
    if (freshness === "once") return { begun: 0, at: 0 };
    if (freshness === "now") return { begun: this.all.next(), at: 0 };
    const begun = freshness === "run" ? this.all.lastWrite : this.all.writeOf(this.kind, key());
    return { begun, at: this.all.clock.now() - oldest[freshness] };
  }

  #meeting(demand: Demand): Promise<CachedListing<F>> {
    if (this.#latest !== undefined && meets(this.#latest, demand)) return Promise.resolve(this.#latest);
    if (this.#running !== undefined && meets(this.#running, demand)) return this.#running.listing;
    return (this.#next ??= this.#afterwards());
  }

  /** Runs one listing at a time. Queries that arrive meanwhile share the next one. */
  async #afterwards(): Promise<CachedListing<F>> {
    // So that queries of the same moment share it, and that it is known as the next one before it is the running one.
    await Promise.resolve();
    while (this.#running !== undefined) await this.#running.listing.catch(() => undefined);
    this.#next = undefined;
    const begun = this.all.next();
    const at = this.all.clock.now();
    const listing = this.read().then((found) => ({ found, begun, at }));
    this.#running = { begun, at, listing };
    try {
      this.#latest = await listing;
      if (this.first === undefined || this.first.begun < this.all.lastWrite) this.first = this.#latest;
      return this.#latest;
    } finally {
      this.#running = undefined;
    }
  }
}
