import { callTimeout } from "../../sdk/values/call-timeout.js";
import type { Definition } from "../../provider/definition/definition.js";
import { settlingTime } from "../../provider/lifecycle/interrupted-creations.js";
import type { Creation } from "../../provider/journal/journal.js";

/** An order with its retries is one call; its object may take a minute longer to be listed. */
const longestOrder = callTimeout + 60_000;

/**
 * How many more milliseconds a creation that began at `begunAt` may take to appear; zero or less if it no longer can. An object that
 * is not billed is awaited no longer than a run would wait.
 */
export const timeLeft = (definition: Definition, begunAt: number, now: number): number =>
  begunAt + (definition.costly === true ? longestOrder : settlingTime(definition)) - now;

/** How many more milliseconds the result of a noted creation may take to appear. */
export function timeLeftOf(definition: Definition, { sends, answered, notedAt }: Creation, now: number): number {
  const sentAt = sends.at(-1)?.at;
  // The result of an earlier run was taken over, and nothing was sent for that.
  const begunAt = sentAt ?? (answered === undefined ? -Infinity : notedAt);
  return timeLeft(definition, begunAt, now);
}
