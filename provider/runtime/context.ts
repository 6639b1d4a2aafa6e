import type { Clock } from "../../sdk/values/clock.js";
import type { Client, ClientOptions } from "../../sdk/index.js";
import type { Secrets } from "../../sdk/redaction/redaction.js";
import { HeldBack } from "../values/errors.js";
import { once } from "../../sdk/values/once.js";
import { Listings, Calls } from "./list-cache.js";
import { PreviewLookups } from "./preview-lookups.js";
import type { Ownership } from "../ownership/ownership.js";
import { clientOptions, type Settings } from "./settings.js";
import type { Facts, Remark } from "../values/remarks.js";

/**
 * Hooks of a creation around the send of its request. A batch of several creations calls all `beforeSend` first, and then all `sent`.
 */
export interface SendHooks {
  /**
   * To be called right before the request is sent.
   *
   * @param mayHaveActed whether it was sent before and may have taken effect
   * @throws HeldBack if it must not be sent now
   */
  beforeSend(mayHaveActed: boolean): void;
  /**
   * To be called when the request is sent.
   *
   * @throws if the journal cannot be written and the object is costly
   */
  sent(): void;
}

export interface MessageOptions {
  /** `warning`: `up` may fail because of it, so Pulumi shows it as a warning. Default: `info`. */
  readonly severity?: "info" | "warning";
  /** What it says, for the command that runs Pulumi. Its text is the message, unless it has one of its own. */
  readonly facts?: Facts & Partial<Remark>;
}

/** What the lifecycle of a resource works with, for one account. */
export interface Context {
  readonly client: Client;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly calls: Calls;
  readonly listings: Listings;
  readonly lookups: PreviewLookups;
  readonly ownership: Ownership;
  /** `undefined` outside of a creation. */
  readonly sendHooks?: SendHooks;
  /** Shows the user a message. */
  warn(message: string, options?: MessageOptions): void;
  /** Runs steps with the same key one at a time, so that nothing happens between a lookup and its creation. */
  serialize<T>(key: string, step: () => Promise<T>): Promise<T>;
  /** Sends concurrent creations with the same key in one request. All get the same answer. */
  batch<I, A>(key: string, item: I, send: (items: readonly I[]) => Promise<A>): Promise<A>;
}

/** What a context needs. */
interface ContextParts extends Pick<Context, "settings" | "clock" | "ownership" | "warn"> {
  readonly secrets?: Secrets;
  readonly openClient: (options: ClientOptions) => Client;
}

/** Opens an account: its client, and what its calls share, which is listings, requests and their order. */
export function openContext({ secrets, openClient, ...shared }: ContextParts): Context {
  const { settings, clock, warn } = shared;
  const calls = new Calls(clock);
  // Opened with the first request: most commands send none, and loading it is a good part of their start.
  const client = once(() => openClient({ ...clientOptions(settings), secrets, onNotice: ({ message }) => warn(message) }));
  return {
    get client() {
      return client();
    },
    ...shared,
    calls,
    listings: new Listings(clock, calls),
    lookups: new PreviewLookups(client, clock),
    serialize: createQueues(),
    batch: createBatches(calls),
  };
}

/** A context with other members. Unlike a spread, it does not open the client. */
export const contextWith = (context: Context, members: Partial<Context>): Context =>
  Object.create(context, Object.getOwnPropertyDescriptors(members)) as Context;

/**
 * Batches creations with the same key that arrive at the same moment. After a batch has failed, those with its key are sent one at a time,
 * so that each gets its own answer.
 */
export function createBatches(calls: Calls): Context["batch"] {
  const open = new Map<string, { readonly items: unknown[]; readonly answer: Promise<unknown> }>();
  const apart = new Set<string>();
  return <I, A>(key: string, item: I, send: (items: readonly I[]) => Promise<A>): Promise<A> => {
    if (apart.has(key)) return send([item]);
    const gathered = calls.gather();
    const batch = open.get(key);
    if (batch !== undefined) {
      batch.items.push(item);
      return batch.answer as Promise<A>;
    }
    const items = [item];
    const answer = gathered.then(() => {
      open.delete(key);
      return send(items).catch((error: unknown) => {
        if (items.length > 1 && !(error instanceof HeldBack)) apart.add(key);
        throw error;
      });
    });
    open.set(key, { items, answer });
    return answer;
  };
}

/** Queues by key: a step starts when all earlier steps with its key have ended. */
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
