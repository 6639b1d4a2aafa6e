import type { Emulator } from "../emulator/emulator.js";
import type { Fault, HeldRequest, ListedFault, Release } from "../http/faults.js";
import type { JournalEntry, JournalFilter } from "../http/request-log.js";
import { collectionNames, type CollectionName, type RecordOf } from "../state/collections.js";
import type { Delivery, Mail } from "../state/records.js";
import { plant, type SeedChoice } from "../seeds/plant.js";
import { changed, checkSettings, type AllSettings, type Settings } from "../state/settings.js";
import type { Snapshot } from "../state/snapshot.js";
import type { Collection } from "../state/store.js";

/** Objects of one kind. A test can read and change them without the client's knowledge. */
export interface Objects<T extends { readonly id: string }> {
  all(): T[];
  get(id: string): T | undefined;
  /** Adds an object, and replaces one with the same id. */
  insert(record: T): T;
  /** Replaces members; a member given as undefined is removed. */
  update(id: string, changes: { readonly [K in Exclude<keyof T, "id">]?: T[K] | undefined }): T;
  /** False if there was none. */
  delete(id: string): boolean;
}

export interface FaultControl {
  /** Sets a fault and returns its identifier. */
  add(fault: Fault): string;
  /** Removes a fault; requests that it holds continue. False if there is none. */
  remove(id: string): boolean;
  /** Removes all faults; requests that they hold continue. */
  clear(): void;
  list(): ListedFault[];
  /** Requests that a fault of the kind `hold` holds now, in the order of their arrival. */
  held(): HeldRequest[];
  /** Continues all requests that are held now, or drops them without an answer. Returns their number. Default: `go-on`. */
  release(release?: Release): number;
}

export interface JournalControl {
  requests(filter?: JournalFilter): JournalEntry[];
  clear(): void;
}

/** Everything a test can do with a sandbox in addition to calling its API. */
export interface Control {
  /**
   * Returns to the seed and the settings that the sandbox was started with, and forgets faults, requests and clock changes. Tokens of logins
   * that the seed has stay valid, and for as long as new ones: a client can be shared by all tests.
   */
  reset(): void;
  settings(): AllSettings;
  /** Changes the given settings. The gateway forgets windows and cached answers. Tokens and orders keep the times that they have. */
  configure(settings: Settings): void;
  snapshot(): Snapshot;
  restore(snapshot: Snapshot): void;
  /** Replaces all objects by those of a seed. */
  seed(seed: SeedChoice): void;
  /** The sandbox's time, in milliseconds since the epoch. */
  now(): number;
  /**
   * Sets the sandbox's clock, forward or back; it continues from there, independent of the machine's clock. Processes everything
   * that is due by then.
   */
  setTime(time: number): void;
  /** Moves the sandbox's clock forward, and processes everything that is due by then. */
  advance(milliseconds: number): void;
  /** Resolves when no webhook delivery is under way. */
  idle(): Promise<void>;
  readonly faults: FaultControl;
  readonly journal: JournalControl;
  /** Deliveries to webhooks, oldest first. */
  deliveries(): Delivery[];
  /** Mails and text messages that would have reached a person, oldest first. */
  outbox(): Mail[];
  readonly store: { readonly [N in CollectionName]: Objects<RecordOf<N>> };
}

export function createControl(emulator: Emulator, initial: SeedChoice): Control {
  const { world, faults, journal } = emulator;
  const started = world.settings;
  const replace = (work: () => void): void => {
    work();
    emulator.clearGateway();
    emulator.tick();
  };
  return {
    reset: () =>
      replace(() => {
        const { applicationTokens, sessions } = world.objects;
        const opened = sessions.all();
        world.clock.reset();
        world.settings = started;
        plant(world, initial);
        const expires = world.tokenEnd();
        for (const session of opened)
          if (session.applicationToken === undefined || applicationTokens.get(session.applicationToken) !== undefined)
            sessions.insert({ ...session, expires });
        faults.clear();
        journal.clear();
      }),
    settings: () => structuredClone(world.settings),
    configure: (settings) =>
      replace(() => {
        world.settings = changed(world.settings, checkSettings(settings, "settings"));
      }),
    snapshot: () => world.store.snapshot(),
    restore: (snapshot) => replace(() => world.store.restore(snapshot)),
    seed: (seed) => replace(() => plant(world, seed)),
    now: () => world.now(),
    advance: (milliseconds) => {
      if (!Number.isFinite(milliseconds) || milliseconds < 0) throw new Error("The clock can only move forward.");
      world.clock.advance(milliseconds);
      emulator.tick();
    },
    setTime: (time) => {
      world.clock.set(time);
      emulator.tick();
    },
    idle: () => emulator.idle(),
    faults: {
      add: (fault) => faults.add(fault),
      remove: (id) => faults.remove(id),
      clear: () => faults.clear(),
      list: () => faults.list(),
      held: () => faults.held(),
      release: (release = "go-on") => faults.release(release),
    },
    journal: { requests: (filter) => journal.requests(filter), clear: () => journal.clear() },
    deliveries: () => world.objects.deliveries.all(),
    outbox: () => world.objects.mails.all(),
    store: Object.fromEntries(
      collectionNames.map((name) => [
        name,
        objects(emulator, world.objects[name] as unknown as Collection<{ readonly id: string }>),
      ]),
    ) as unknown as Control["store"],
  };
}

function objects<T extends { readonly id: string }>(emulator: Emulator, collection: Collection<T>): Objects<T> {
  const changing = <R>(work: () => R): R => {
    const result = work();
    emulator.tick();
    return result;
  };
  return {
    all: () => collection.all(),
    get: (id) => collection.get(id),
    insert: (record) => changing(() => collection.insert(record)),
    update: (id, changes) => changing(() => collection.update(id, changes)),
    delete: (id) => changing(() => collection.delete(id)),
  };
}
