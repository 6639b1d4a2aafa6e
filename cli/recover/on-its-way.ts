import type { Creation } from "../../provider/journal.js";

/** A call with its repetitions ends within five minutes; what it created may take a little longer to be listed. */
const longest = 6 * 60_000;

/** How much longer what was begun at a moment may appear, in milliseconds; nothing does any more where that is not above zero. */
export const timeLeft = (begunAt: number, now: number): number => begunAt + longest - now;

/** How much longer the result of a noted creation may appear, in milliseconds. */
export function timeLeftOf({ sends, answered, notedAt }: Creation, now: number): number {
  const sentAt = sends.at(-1)?.at;
  // What an earlier run created was taken over, and nothing was sent for that.
  const begunAt = sentAt ?? (answered === undefined ? -Infinity : notedAt);
  return timeLeft(begunAt, now);
}
