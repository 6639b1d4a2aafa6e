import type { Clock } from "../sdk/clock.js";

const firstPause = 500;
const longestPause = 10_000;

/** The engine sends what belongs together one after another, as it gets to it: this long after the last, in milliseconds … */
const quiet = 100;
/** … and this long after the first nothing more is waited for. */
const longestGathering = 1_000;

/** Waits until `count` has stopped growing. */
export async function untilQuiet(clock: Clock, count: () => number): Promise<void> {
  const end = clock.now() + longestGathering;
  let known: number;
  do {
    known = count();
    await clock.sleep(quiet);
  } while (count() > known && clock.now() < end);
}

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
