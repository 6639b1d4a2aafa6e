import * as pulumi from "@pulumi/pulumi";
import { attempt } from "../journal/journal-storage.js";
import { resolveSettings, usesOf } from "../runtime/settings.js";
import type { Mistakes } from "../values/mistakes.js";
import type { Properties } from "../values/properties.js";
import { mistakesKey } from "../values/reserved-properties.js";
import { inLine } from "../../sdk/redaction/text.js";
import { perRun } from "./per-run.js";

/**
 * The engine ends a run at the first resource whose check fails, and a constructor that throws keeps the program from declaring the rest.
 * So a resource with a mistake goes to its check, which refuses it. Whichever resource the run ends at names the mistakes of all others.
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

/** What is found of a resource at once. */
type Noted = Partial<Readonly<Record<"refused" | "checked", readonly string[]> & Pick<Entry, "later">>>;

/** What is known of the resources of a run. */
class Run {
  readonly #entries = new Map<string, Entry>();
  /** The entries that a message can name. */
  readonly #mistaken = new Set<Entry>();

  find(subject: Subject): Entry | undefined {
    return this.#entries.get(keyOf(subject));
  }

  note(subject: Subject, { refused = [], checked = [], later = [] }: Noted): void {
    const key = keyOf(subject);
    const label = `${subject.className} "${inLine(subject.name)}"`;
    const entry = this.#entries.get(key) ?? { label, refused: [], checked: [], later: [] };
    this.#entries.set(key, entry);
    entry.refused.push(...refused);
    entry.checked.push(...checked);
    entry.later.push(...later);
    if (refused.length + checked.length > 0) this.#mistaken.add(entry);
  }

  /** The mistakes of all other resources. */
  others(self: Entry | undefined): string[] {
    return [...this.#mistaken].filter((other) => other !== self).flatMap(named);
  }
}

const presentRun = perRun(() => new Run());

/** Whether the program runs in a unit test, in which nothing is checked. */
export const isMocked = (): boolean => "mocks" in (pulumi.runtime.getMonitor() ?? {});

const named = ({ label, refused, checked }: Entry): string[] =>
  [...refused, ...checked].map((problem) => (problem.startsWith(label) ? problem : `${label}: ${problem}`));

let turn: Promise<void> | undefined;

/** Resolves once the program has declared all that it declares at once. Shared, because a program may declare thousands of resources. */
const endOfTurn = (): Promise<void> =>
  (turn ??= new Promise((resolve) =>
    setImmediate(() => {
      turn = undefined;
      resolve();
    }),
  ));

/** How many mistakes of other resources a resource carries: each carries them, so a loop over thousands would send millions. */
const mostOthers = 100;

/** The mistakes, once the program has declared all that it declares at once. */
async function mistakesOf(run: Run, subject: Subject): Promise<Mistakes> {
  await endOfTurn();
  const entry = run.find(subject);
  const later = (await Promise.all(entry?.later ?? [])).filter((mistake) => mistake !== undefined);
  const others = run.others(entry);
  const own = [...(entry?.refused ?? []), ...later];
  return { own, others: others.slice(0, mostOthers), unnamed: Math.max(0, others.length - mostOthers), uses: presentUses() };
}

const keyOf = ({ className, wholeName }: Subject): string => `${className} ${wholeName}`;

/** Records mistakes of a resource for its check and the checks of all others. */
export function noteMistakes(subject: Subject, noted: Noted): void {
  const { refused = [], checked = [], later = [] } = noted;
  if (refused.length + checked.length + later.length > 0 && !isMocked()) presentRun().note(subject, noted);
}

const presentUses = perRun(() => {
  const { env } = process;
  return usesOf(
    env,
    attempt(() => resolveSettings(env, (key) => pulumi.runtime.allConfig()[key])),
  );
});

/**
 * The property by which the check of a resource gets to know the mistakes of the program, and what it uses. A resource without a mistake has it too: the API may refuse it, and that ends the run before the engine reaches the others.
 */
export const mistakesProperty = (subject: Subject): Properties =>
  isMocked() ? {} : { [mistakesKey]: mistakesOf(presentRun(), subject) };
