import type { Properties } from "../../provider/values/properties.js";
import type { KindTraits } from "./kind-traits.js";
import type { Present } from "../../tests/support/specimen.js";

/** The objects of a cell before and after one step. */
export interface Comparison {
  readonly traits: KindTraits;
  /** After the setup. */
  readonly first: readonly Present[];
  readonly before: readonly Present[];
  readonly after: readonly Present[];
  /** Ids that the state had before. */
  readonly held: ReadonlySet<string>;
  /** Current declaration. */
  readonly args: Properties;
}

const texts = (objects: readonly Present[]): string => JSON.stringify(objects.map(({ record }) => record).sort());
const identifiers = (objects: readonly Present[]): string => JSON.stringify(objects.map(({ id }) => id).sort());
const among = (objects: readonly Present[]) => new Set(objects.map(({ record }) => record));

/** Objects that are missing or changed. */
export const missingFrom = (objects: readonly Present[], others: readonly Present[]): Present[] => {
  const there = among(others);
  return objects.filter(({ record }) => !there.has(record));
};

const kept = ({ before, after }: Comparison): boolean => texts(before) === texts(after);

/** Whether all previous objects exist, and some new ones as declared. */
const hasAdded = ({ before, after, args }: Comparison, count: number): boolean => {
  const fresh = missingFrom(after, before);
  return missingFrom(before, after).length === 0 && fresh.length === count && fresh.every(({ shows }) => shows(args));
};

/** What can happen to the objects of a cell in a step. */
const allowedOutcomes = {
  /** The same objects, unchanged. */
  kept,
  /** The same objects, as declared now. */
  updated: ({ before, after, args }: Comparison) =>
    identifiers(before) === identifiers(after) && after.every(({ shows }) => shows(args)),
  /** A new object as declared; of the others, those that the state had are gone, if they can be deleted. */
  replaced: ({ traits, before, after, held, args }: Comparison) => {
    const fresh = missingFrom(after, before);
    const left = before.filter((object) => !traits.deletable || !held.has(object.held));
    return fresh.length === 1 && fresh.every(({ shows }) => shows(args)) && texts(after) === texts([...left, ...fresh]);
  },
  /** A new object in addition to all others. */
  joined: (comparison: Comparison) => hasAdded(comparison, 1),
  /** Two new objects in addition to all others. */
  paired: (comparison: Comparison) => hasAdded(comparison, 2),
  /** Those that the state had are gone, if they can be deleted. */
  gone: (comparison: Comparison) => {
    const { traits, before, after, held } = comparison;
    return traits.deletable ? texts(after) === texts(before.filter((object) => !held.has(object.held))) : kept(comparison);
  },
  /** As the setup left them. */
  "as at first": ({ first, after }: Comparison) => texts(first) === texts(after),
  /** No check beyond those after every step. */
  any: () => true,
} as const satisfies Readonly<Record<string, (comparison: Comparison) => boolean>>;

export type AllowedOutcome = keyof typeof allowedOutcomes;

export const hasHappened = (outcome: AllowedOutcome, comparison: Comparison): boolean => allowedOutcomes[outcome](comparison);
