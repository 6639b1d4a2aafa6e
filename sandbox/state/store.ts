import { isDeepStrictEqual } from "node:util";
import { collectionNames, type CollectionName, type RecordOf, traitsOf } from "./collections.js";
import type { StoredRecord } from "./records.js";
import { type Invisibility, parseSnapshot, type Snapshot } from "./snapshot.js";

/** Callbacks of a collection to its store. */
interface Keeper {
  /** `present`: the current record, undefined if there is none. */
  beforeChange(name: CollectionName, id: string, present: StoredRecord | undefined): void;
  afterInsert(name: CollectionName, id: string): void;
  shows(name: CollectionName, id: string): boolean;
}

/** Records of one kind by id, in the order of their creation. Records are never modified in place. */
export class Collection<T extends StoredRecord> {
  #records = new Map<string, T>();

  constructor(
    private readonly name: CollectionName,
    private readonly keeper: Keeper,
  ) {}

  /** All records. */
  all(): T[] {
    return this.filter(() => true);
  }

  filter(matches: (record: T) => boolean): T[] {
    return Array.from(this.#records.values()).filter((record) => matches(record) && this.keeper.shows(this.name, record.id));
  }

  find(matches: (record: T) => boolean): T | undefined {
    for (const record of this.#records.values()) {
      if (matches(record) && this.keeper.shows(this.name, record.id)) return record;
    }
    return undefined;
  }

  get(id: string): T | undefined {
    const record = this.#records.get(id);
    return record !== undefined && this.keeper.shows(this.name, id) ? record : undefined;
  }

  /** Adds a record, and replaces one with the same id in its place. */
  insert(record: T): T {
    this.keeper.beforeChange(this.name, record.id, this.#records.get(record.id));
    this.#records.set(record.id, record);
    this.keeper.afterInsert(this.name, record.id);
    return record;
  }

  /** Replaces members of a record; a member given as undefined is removed. Fails if the record does not exist. */
  update(id: string, changes: { readonly [K in Exclude<keyof T, "id">]?: T[K] | undefined }): T {
    const record = this.#records.get(id);
    if (record === undefined) throw new Error(`${this.name} has no object ${id}`);
    const members = Object.entries({ ...record, ...changes }).filter(([, value]) => value !== undefined);
    const changed = Object.fromEntries(members) as unknown as T;
    this.keeper.beforeChange(this.name, id, record);
    this.#records.set(id, changed);
    return changed;
  }

  /** Removes a record; false if there was none. */
  delete(id: string): boolean {
    const record = this.#records.get(id);
    if (record === undefined) return false;
    this.keeper.beforeChange(this.name, id, record);
    return this.#records.delete(id);
  }

  /** Removes every record that matches. */
  deleteWhere(matches: (record: T) => boolean): void {
    for (const record of Array.from(this.#records.values())) if (matches(record)) this.delete(record.id);
  }

  /** A copy of the records, to be restored with `put`. */
  copy(): Map<string, T> {
    return new Map(this.#records);
  }

  /** Replaces the current records, and returns them. */
  put(records: Map<string, T>): Map<string, T> {
    const present = this.#records;
    this.#records = records;
    return present;
  }
}

/** How many changes can be undone for a stale answer. */
const historyLength = 100;

/** The collections by name. */
export type Collections = { readonly [N in CollectionName]: Collection<RecordOf<N>> };

/** What a change replaced: by collection and id, the previous record, undefined if there was none. */
type Replaced = Map<CollectionName, Map<string, StoredRecord | undefined>>;

/** The sandbox's memory: typed collections, numbering, and what a request sees of them. */
export class Store {
  readonly collections: Collections;
  #sequences: Record<string, number> = {};
  #invisible = new Map<string, Invisibility>();
  /** What each of the latest changes replaced, latest first. */
  #history: readonly Replaced[] = [];
  /** What the current request has replaced; undefined between requests. */
  #current: Replaced | undefined;
  #fresh: string[] = [];
  #reading = false;
  #missed = new Set<string>();
  #loading = false;
  #revision = 0;

  constructor(private readonly clock: { now(): number; set(time: number): void }) {
    const keeper: Keeper = {
      beforeChange: (name, id, present) => this.#beforeChange(name, id, present),
      afterInsert: (name, id) => this.#fresh.push(`${name}/${id}`),
      shows: (name, id) => !this.#reading || this.#invisible.size === 0 || this.#shows(`${name}/${id}`),
    };
    this.collections = Object.fromEntries(
      collectionNames.map((name) => [name, new Collection(name, keeper)]),
    ) as unknown as Collections;
  }

  /** Increases with every change. */
  get revision(): number {
    return this.#revision;
  }

  /** The next number of a sequence, starting after `start`. The same steps produce the same numbers. */
  next(sequence: string, start = 0): number {
    const number = (this.#sequences[sequence] ?? start) + 1;
    this.#sequences[sequence] = number;
    return number;
  }

  /** Makes the numbers of a sequence start after `number`, unless they are already beyond it. */
  skip(sequence: string, number: number): void {
    this.#sequences[sequence] = Math.max(this.#sequences[sequence] ?? 0, number);
  }

  /** Runs a request that reads. New objects that are still invisible are hidden from it, and it uses up one of their reads. */
  read<R>(work: () => R): R {
    this.#reading = true;
    this.#missed.clear();
    try {
      return work();
    } finally {
      this.#reading = false;
      for (const key of this.#missed) this.#useUp(key);
    }
  }

  /** Runs a request that may change something, and returns its result and what it created. */
  write<R>(work: () => R): { readonly result: R; readonly fresh: readonly string[] } {
    this.#fresh = [];
    this.#current = new Map();
    try {
      const result = work();
      return { result, fresh: this.#fresh };
    } finally {
      if (this.#current.size > 0) this.#remember(this.#current);
      this.#current = undefined;
    }
  }

  /**
   * Runs a request that reads, on the contents before the latest change that its result shows, like a cache that was not told of the
   * change.
   */
  readPrevious<R>(work: () => R): R {
    const present = work();
    const replaced: [CollectionName, Map<string, StoredRecord>][] = [];
    try {
      for (const change of this.#history) {
        for (const [name, records] of change) replaced.push([name, this.#collection(name).put(this.#without(name, records))]);
        const previous = work();
        if (!isDeepStrictEqual(previous, present)) return previous;
      }
      return present;
    } finally {
      for (const [name, records] of replaced.reverse()) this.#collection(name).put(records);
    }
  }

  /** Hides new objects, as returned by `write`, from reads. */
  hide(fresh: readonly string[], invisibility: Invisibility): void {
    for (const key of fresh) {
      const name = key.slice(0, key.indexOf("/")) as CollectionName;
      if (traitsOf(name).isInternal !== true) this.#invisible.set(key, invisibility);
    }
  }

  snapshot(): Snapshot {
    const collections = Object.fromEntries(
      collectionNames.map((name) => [name, Array.from(this.#collection(name).copy().values())]),
    );
    return structuredClone({
      version: 1,
      time: this.clock.now(),
      sequences: this.#sequences,
      invisible: Object.fromEntries(this.#invisible),
      collections,
    });
  }

  restore(snapshot: Snapshot): void {
    const copy = structuredClone(parseSnapshot(snapshot));
    this.clock.set(copy.time);
    this.load(() => {
      this.clear();
      this.#sequences = { ...copy.sequences };
      this.#invisible = new Map(Object.entries(copy.invisible));
      for (const name of collectionNames) for (const record of copy.collections[name] ?? []) this.insert(name, record);
    });
  }

  /** Adds a record to the collection with that name. The caller ensures that its type fits. */
  insert(name: CollectionName, record: StoredRecord): void {
    this.#collection(name).insert(record);
  }

  /** Forgets everything. */
  clear(): void {
    this.#sequences = {};
    this.#invisible.clear();
    for (const name of collectionNames) this.#collection(name).put(new Map());
    this.#history = [];
    this.#fresh = [];
    this.#revision += 1;
  }

  /** Runs `work` without recording what each change replaces. */
  load(work: () => void): void {
    this.#loading = true;
    try {
      work();
    } finally {
      this.#loading = false;
    }
  }

  #collection(name: CollectionName): Collection<StoredRecord> {
    return this.collections[name];
  }

  #remember(change: Replaced): void {
    this.#history = [change, ...this.#history.slice(0, historyLength - 1)];
  }

  /** The records of a collection with a change undone. */
  #without(name: CollectionName, replaced: ReadonlyMap<string, StoredRecord | undefined>): Map<string, StoredRecord> {
    const records = this.#collection(name).copy();
    for (const [id, record] of replaced) {
      if (record === undefined) records.delete(id);
      else records.set(id, record);
    }
    return records;
  }

  #beforeChange(name: CollectionName, id: string, present: StoredRecord | undefined): void {
    this.#revision += 1;
    if (this.#loading) return;
    const change = this.#current ?? (new Map() as Replaced);
    // A change outside any request counts as its own.
    if (this.#current === undefined) this.#remember(change);
    const replaced = change.get(name) ?? new Map<string, StoredRecord | undefined>();
    change.set(name, replaced);
    if (!replaced.has(id)) replaced.set(id, present);
  }

  #shows(key: string): boolean {
    const invisibility = this.#invisible.get(key);
    if (invisibility === undefined) return true;
    if ("until" in invisibility) return invisibility.until <= this.clock.now();
    this.#missed.add(key);
    return false;
  }

  #useUp(key: string): void {
    const invisibility = this.#invisible.get(key);
    if (invisibility === undefined || !("reads" in invisibility)) return;
    if (invisibility.reads <= 1) this.#invisible.delete(key);
    else this.#invisible.set(key, { reads: invisibility.reads - 1 });
  }
}
