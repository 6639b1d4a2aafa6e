import { callTimeout } from "../../sdk/values/call-timeout.js";
import type { Definition } from "../../provider/definition/definition.js";
import { settlingTime } from "../../provider/lifecycle/interrupted-creations.js";
import type { Creation } from "../../provider/journal/journal.js";

/** An order with its repetitions is one call; what it created may take a minute longer to be listed. */
const longestOrder = callTimeout + 60_000;

/**
 * How much longer what was begun at a moment may appear, in milliseconds; nothing does any more where that is not above zero. What
 * is not paid for is waited for no longer than a run does.
 */
export const timeLeft = (definition: Definition, begunAt: number, now: number): number =>
  begunAt + (definition.costly === true ? longestOrder : settlingTime(definition)) - now;

/** How much longer the result of a noted creation may appear, in milliseconds. */
export function timeLeftOf(definition: Definition, { sends, answered, notedAt }: Creation, now: number): number {
  const sentAt = sends.at(-1)?.at;
  // What exists was taken over, and nothing was sent for that.
  const begunAt = sentAt ?? (answered === undefined ? -Infinity : notedAt);
  return timeLeft(definition, begunAt, now);
}
