import * as pulumi from "@pulumi/pulumi";
import type { Mistakes } from "../values/mistakes.js";
import type { Properties } from "../values/properties.js";
import { mistakesKey } from "../values/reserved-properties.js";
import { inLine } from "../../sdk/redaction/text.js";

/**
 * The engine ends a run at the first resource whose check fails, and a constructor that throws keeps the program from declaring the rest.
 * So a resource with a mistake goes to its check, which refuses it and names the mistakes of all other resources as well.
 */

/** A resource of the program. */
export interface Subject {
  readonly className: string;
  readonly name: string;
  /** Its name within its parents. */
  readonly wholeName: string;
}

interface Entry {
  readonly label: string;
  /** What its check does not find by itself. */
  readonly refused: string[];
  /** What its check finds too. */
  readonly checked: string[];
  /** What shows only when values are known; undefined if nothing is wrong. */
  readonly later: Promise<string | undefined>[];
}

/** Resources with mistakes, by run: with the Automation API, a process sees several, each with its own monitor. */
const entries = new WeakMap<object, Map<string, Entry>>();

/** Whether the program runs in a unit test, in which nothing is checked. */
export const isMocked = (): boolean => "mocks" in (pulumi.runtime.getMonitor() ?? {});

const named = ({ label, refused, checked }: Entry): string[] =>
  [...refused, ...checked].map((problem) => (problem.startsWith(label) ? problem : `${label}: ${problem}`));

/** The mistakes, once the program has declared all that it declares at once; undefined if the resource has none. */
async function mistakesOf(all: ReadonlyMap<string, Entry>, entry: Entry): Promise<Mistakes | undefined> {
  await new Promise((resolve) => setImmediate(resolve));
  const later = (await Promise.all(entry.later)).filter((mistake) => mistake !== undefined);
  if (entry.refused.length + entry.checked.length + later.length === 0) return undefined;
  const others = [...all.values()].filter((other) => other !== entry).flatMap(named);
  return { own: [...entry.refused, ...later], others };
}

/** The property by which the check of a resource with mistakes gets to know them; absent or undefined if there are none. */
export function mistakesProperty(
  { className, name, wholeName }: Subject,
  {
    refused = [],
    checked = [],
    later = [],
  }: Partial<Readonly<Record<"refused" | "checked", readonly string[]> & Pick<Entry, "later">>>,
): Properties {
  if (refused.length + checked.length + later.length === 0 || isMocked()) return {};
  const run = pulumi.runtime.getMonitor() ?? entries;
  const all = entries.get(run) ?? new Map<string, Entry>();
  entries.set(run, all);
  const key = `${className} ${wholeName}`;
  const entry = all.get(key) ?? { label: `${className} "${inLine(name)}"`, refused: [], checked: [], later: [] };
  all.set(key, entry);
  entry.refused.push(...refused);
  entry.checked.push(...checked);
  entry.later.push(...later);
  return { [mistakesKey]: mistakesOf(all, entry) };
}
