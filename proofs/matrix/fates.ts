import type { Properties } from "../../provider/values/properties.js";
import type { Nature } from "./nature.js";
import type { Present } from "./samples.js";

/** The objects of a cell around one step. */
export interface Comparison {
  readonly nature: Nature;
  /** After the set-up. */
  readonly first: readonly Present[];
  readonly before: readonly Present[];
  readonly after: readonly Present[];
  /** Ids that the state held before. */
  readonly held: ReadonlySet<string>;
  /** What is declared now. */
  readonly args: Properties;
}

const texts = (objects: readonly Present[]): string => JSON.stringify(objects.map(({ record }) => record).sort());
const identifiers = (objects: readonly Present[]): string => JSON.stringify(objects.map(({ id }) => id).sort());
const among = (objects: readonly Present[]) => new Set(objects.map(({ record }) => record));

/** Those that are not there as they were. */
export const missingFrom = (objects: readonly Present[], others: readonly Present[]): Present[] => {
  const there = among(others);
  return objects.filter(({ record }) => !there.has(record));
};

const kept = ({ before, after }: Comparison): boolean => texts(before) === texts(after);

/** All are there that were before, and some new ones as declared. */
const hasAdded = ({ before, after, args }: Comparison, count: number): boolean => {
  const fresh = missingFrom(after, before);
  return missingFrom(before, after).length === 0 && fresh.length === count && fresh.every(({ shows }) => shows(args));
};

/** What becomes of the objects of a cell in a step. */
const fates = {
  /** The same ones, untouched. */
  kept,
  /** The same ones, as declared now. */
  updated: ({ before, after, args }: Comparison) =>
    identifiers(before) === identifiers(after) && after.every(({ shows }) => shows(args)),
  /** A new one as declared; of the others those are gone that the state held, as far as they can be deleted. */
  replaced: ({ nature, before, after, held, args }: Comparison) => {
    const fresh = missingFrom(after, before);
    const left = before.filter((object) => !nature.deletable || !held.has(object.held));
    return fresh.length === 1 && fresh.every(({ shows }) => shows(args)) && texts(after) === texts([...left, ...fresh]);
  },
  /** A new one beside all others. */
  joined: (comparison: Comparison) => hasAdded(comparison, 1),
  /** Two new ones beside all others. */
  paired: (comparison: Comparison) => hasAdded(comparison, 2),
  /** Those that the state held, as far as they can be deleted. */
  gone: (comparison: Comparison) => {
    const { nature, before, after, held } = comparison;
    return nature.deletable ? texts(after) === texts(before.filter((object) => !held.has(object.held))) : kept(comparison);
  },
  /** As the set-up left them. */
  "as at first": ({ first, after }: Comparison) => texts(first) === texts(after),
  /** Nothing is told beyond what holds after every step. */
  any: () => true,
} as const satisfies Readonly<Record<string, (comparison: Comparison) => boolean>>;

export type Fate = keyof typeof fates;

export const befell = (fate: Fate, comparison: Comparison): boolean => fates[fate](comparison);
