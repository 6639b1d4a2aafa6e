import type { Clock } from "../../sdk/values/clock.js";
import type { Client, ClientOptions } from "../../sdk/index.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { Calls, type Gathering } from "./engine-calls.js";
import { HeldBack } from "../values/errors.js";
import { createListings, type Listings } from "./list-cache.js";
import type { Ownership } from "../ownership/ownership.js";
import { clientOptions, type Settings } from "./settings.js";

/** What a creation does where its request leaves. Whoever puts several into one request asks all of them first, and then tells all. */
export interface Leaving {
  /**
   * Right before the request would leave.
   *
   * @param mayHaveActed whether it has left before, and may have taken effect
   * @throws HeldBack where it has to stay
   */
  ask(mayHaveActed: boolean): void;
  /**
   * It leaves right now.
   *
   * @throws where that cannot be noted and has to be
   */
  tell(): void;
}

/** What the lifecycle of a resource works with. */
export interface Context {
  readonly client: Client;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly calls: Calls;
  readonly listings: Listings;
  readonly ownership: Ownership;
  /** `undefined` outside of a creation. */
  readonly leaving?: Leaving;
  /** Tells the user something that is no failure. */
  warn(message: string): void;
  /** Runs steps with the same key one after another, so that lookup and creation are not torn apart. */
  serialize<T>(key: string, step: () => Promise<T>): Promise<T>;
  /** Sends items with the same key that are asked for at the same moment together; all get the same answer. */
  batch<I, A>(key: string, item: I, send: (items: readonly I[]) => Promise<A>): Promise<A>;
}

/** What a context is opened with. */
export interface ContextParts extends Pick<Context, "settings" | "clock" | "ownership" | "warn"> {
  readonly secrets?: Secrets;
  readonly openClient: (options: ClientOptions) => Client;
}

/** Opens an account: its client, and what calls to it share, which is listings, requests and their order. */
export function openContext({ settings, clock, ownership, warn, secrets, openClient }: ContextParts): Context {
  const calls = new Calls(clock);
  return {
    client: openClient({ ...clientOptions(settings), secrets, onNotice: ({ message }) => warn(message) }),
    settings,
    clock,
    calls,
    listings: createListings(clock, calls),
    ownership,
    warn,
    serialize: createQueues(),
    batch: createBatches(calls),
  };
}

/**
 * Puts items with the same key together that come at the same moment. Once a sending of several has failed, those of its key are
 * sent one by one, so that each gets an answer of its own.
 */
export function createBatches(calls: Calls): Context["batch"] {
  const open = new Map<string, { readonly items: unknown[]; readonly gathering: Gathering; readonly answer: Promise<unknown> }>();
  const apart = new Set<string>();
  return <I, A>(key: string, item: I, send: (items: readonly I[]) => Promise<A>): Promise<A> => {
    if (apart.has(key)) return send([item]);
    const batch = open.get(key);
    if (batch !== undefined) {
      batch.items.push(item);
      batch.gathering.join();
      return batch.answer as Promise<A>;
    }
    const items = [item];
    const gathering = calls.gather();
    const answer = gathering.complete.then(() => {
      open.delete(key);
      return send(items).catch((error: unknown) => {
        if (items.length > 1 && !(error instanceof HeldBack)) apart.add(key);
        throw error;
      });
    });
    open.set(key, { items, gathering, answer });
    return answer;
  };
}

/** Queues by key: a step begins when all earlier steps with its key have ended. */
export function createQueues(): Context["serialize"] {
  const tails = new Map<string, Promise<unknown>>();
  return (key, step) => {
    const result = (tails.get(key) ?? Promise.resolve()).then(step, step);
    tails.set(key, result);
    const forget = () => {
      if (tails.get(key) === result) tails.delete(key);
    };
    result.then(forget, forget);
    return result;
  };
}
