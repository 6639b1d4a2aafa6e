import type { Clock } from "../../sdk/values/clock.js";

/** So long a listing may lag behind before it is taken at its word that an object is gone, in milliseconds. */
export const listingLag = 2_000;

const firstPause = 500;
const longestPause = 10_000;

/** Pauses between looks: half a second at first, then half as long again each time, ten seconds at most. */
const pauseAfter = (look: number): number => Math.min(firstPause * 1.5 ** look, longestPause);

/**
 * Looks until `look` answers something else than `undefined`, or until `limit` milliseconds have passed; then the
 * result is `undefined`. There is always one look, and one at the end of the time.
 */
export async function waitFor<T>(clock: Clock, limit: number, look: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = clock.now() + limit;
  for (let count = 0; ; count += 1) {
    const result = await look();
    if (result !== undefined) return result;
    const left = end - clock.now();
    if (left <= 0) return undefined;
    await clock.sleep(Math.min(pauseAfter(count), left));
  }
}
