import type { Seed } from "../../sandbox/seeds/schema.js";
import type { Part } from "./seed-parts.js";

/** A seed that grows, with each object once: several logins may show the same. */
export class Parts {
  /** The contracts are all that there are: no account gets one by itself. */
  readonly seed: Seed = { contracts: [] };
  readonly #seen = new Set<string>();

  /**
   * @param key what tells the object from others of the collection; undefined if nothing does
   * @returns whether it is new
   */
  add<N extends keyof Seed>(collection: N, key: string | number | undefined, part: Part<N>): boolean {
    const seen = `${collection} ${key}`;
    if (key !== undefined && this.#seen.has(seen)) return false;
    this.#seen.add(seen);
    const parts = (this.seed[collection] ??= [] as never) as Part<N>[];
    parts.push(part);
    return true;
  }
}
