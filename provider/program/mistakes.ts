import * as pulumi from "@pulumi/pulumi";
import { attempt } from "../journal/journal-storage.js";
import { perRun } from "../pulumi/runs.js";
import { resolveSettings, usesOf } from "../runtime/settings.js";
import type { Mistakes } from "../values/mistakes.js";
import { inLine } from "../../sdk/redaction/text.js";
import { once } from "../../sdk/values/once.js";

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

/** What is wrong with a resource: what its check does not find by itself, and what it finds too. */
type Noted = Readonly<Partial<Record<"refused" | "checked", readonly string[]>>>;

interface Mistaken extends Required<Noted> {
  readonly label: string;
}

const presentRun = perRun(() => {
  const { env } = process;
  return {
    mistaken: new Map<string, Mistaken>(),
    /** Resolves once the program has declared all that it declares at once. Shared, because a program may declare thousands of resources. */
    turn: undefined as Promise<void> | undefined,
    uses: once(() => {
      const settings = attempt(() => resolveSettings(env, (key) => pulumi.runtime.allConfig()[key]));
      return usesOf(env, settings);
    }),
  };
});

const keyOf = ({ className, wholeName }: Subject): string => `${className} ${wholeName}`;

/** Records mistakes of a resource for its check and the checks of all others. */
export function noteMistakes(subject: Subject, { refused = [], checked = [] }: Noted): void {
  if (refused.length + checked.length === 0) return;
  const { mistaken } = presentRun();
  const key = keyOf(subject);
  const known = mistaken.get(key);
  mistaken.set(key, {
    label: `${subject.className} "${inLine(subject.name)}"`,
    refused: [...(known?.refused ?? []), ...refused],
    checked: [...(known?.checked ?? []), ...checked],
  });
}

const named = ({ label, refused, checked }: Mistaken): string[] =>
  [...refused, ...checked].map((problem) => (problem.startsWith(label) ? problem : `${label}: ${problem}`));

/** How many mistakes of other resources a resource carries: each carries them, so a loop over thousands would send millions. */
const mostOthers = 100;

/**
 * What the check of a resource gets to know of the mistakes of the program, and of what it uses, once the program has declared all that it
 * declares at once. For a resource without a mistake too: the API may refuse it, and that ends the run before the engine reaches the others.
 *
 * @param later a mistake that shows only when values are known
 */
export async function mistakesOf(subject: Subject, later?: Promise<string | undefined>): Promise<Mistakes> {
  const run = presentRun();
  run.turn ??= new Promise((resolve) =>
    setImmediate(() => {
      run.turn = undefined;
      resolve();
    }),
  );
  await run.turn;
  const found = await later;
  const key = keyOf(subject);
  const own = [...(run.mistaken.get(key)?.refused ?? []), ...(found === undefined ? [] : [found])];
  const others = [...run.mistaken].flatMap(([each, mistaken]) => (each === key ? [] : named(mistaken)));
  return { own, others: others.slice(0, mostOthers), unnamed: Math.max(0, others.length - mostOthers), uses: run.uses() };
}
