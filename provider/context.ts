import type { Clock } from "../sdk/clock.js";
import type { Client } from "../sdk/index.js";
import type { Creations } from "./creations.js";
import type { Settings } from "./settings.js";

/** What the lifecycle of a resource works with. */
export interface Context {
  readonly client: Client;
  readonly settings: Settings;
  readonly clock: Clock;
  readonly creations: Creations;
  /** Tells the user something that is no failure. */
  warn(message: string): void;
  /** Runs steps with the same key one after another, so that look-up and creation are not torn apart. */
  exclusively<T>(key: string, step: () => Promise<T>): Promise<T>;
}

/** Queues by key: a step begins when all earlier steps with its key have ended. */
export function createQueues(): Context["exclusively"] {
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
