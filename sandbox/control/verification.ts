import type { JournalEntry, JournalFilter } from "../http/request-log.js";

/** How many requests are expected. */
export interface Expected {
  readonly count?: number | undefined;
  readonly atLeast?: number | undefined;
  readonly atMost?: number | undefined;
}

/** Requests that a failure shows. */
const shown = 10;

/** Why the requests are not as expected; undefined if they are. Without a number, at least one is expected. */
export function difference(
  { count, atLeast, atMost }: Expected,
  filter: JournalFilter,
  found: readonly JournalEntry[],
  all: readonly JournalEntry[],
): string | undefined {
  const least = count ?? atLeast ?? (atMost === undefined ? 1 : 0);
  const most = count ?? atMost ?? Infinity;
  if (found.length >= least && found.length <= most) return undefined;
  const range = least === most ? `${least}` : most === Infinity ? `at least ${least}` : `${least} to ${most}`;
  const asked = Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]));
  const of = asked.length === 0 ? "" : ` with ${asked.join(", ")}`;
  const others = found.length > 0 ? found : all;
  const lines = others.slice(-shown).map(({ number, method, path, status }) => `${number} ${method} ${path} ${status ?? "-"}`);
  const what = found.length > 0 ? "They are" : "The last requests are";
  return `Expected ${range} request(s)${of}, but there are ${found.length}. ${lines.length === 0 ? "" : `${what}: ${lines.join("; ")}.`}`.trim();
}
