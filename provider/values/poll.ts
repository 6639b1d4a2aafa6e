import type { Clock } from "../../sdk/values/clock.js";

/** How long a listing may lag behind, in milliseconds. After that, a missing object counts as gone. */
export const listingLag = 2_000;

const firstPause = 500;
const longestPause = 10_000;

/** Pause between lookups, in milliseconds: half a second at first, then 1.5 times the previous one, at most ten seconds. */
const pauseAfter = (look: number): number => Math.min(firstPause * 1.5 ** look, longestPause);

/**
 * Calls `look` until it returns a value or until `limit` milliseconds have passed; the result is then `undefined`. Always calls
 * it once at the start and, if it has returned nothing, once at the end.
 */
export async function waitFor<T>(clock: Clock, limit: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  let left = limit;
  for (let count = 0; ; count += 1) {
    const start = clock.now();
    const result = await look();
    if (result !== undefined) return result;
    left -= Math.max(0, clock.now() - start);
    if (left <= 0) return undefined;
    const pause = Math.min(pauseAfter(count), left);
    await clock.sleep(pause);
    left -= pause;
  }
}
