import type { Entry } from "../engine/types.js";
import type { Kind } from "../history.js";
import { objectOf, type ObjectKey } from "../objects.js";
import { kindOfType } from "../program.js";
import type { Stack, World } from "../world.js";

/** An entry of a state that stands for an object. */
export interface Holding {
  readonly stack: Stack;
  readonly entry: Entry;
  readonly kind: Kind;
  /** Undefined: there is no such object. */
  readonly object: ObjectKey | undefined;
}

/** The entries of a state that stand for objects, also those that are still to be deleted. */
export function holdingsOf(world: World, stack: Stack): Holding[] {
  return stack.state.resources.flatMap((entry): Holding[] => {
    const kind = kindOfType(entry.type);
    if (kind === undefined || entry.id === undefined || entry.id === "") return [];
    return [{ stack, entry, kind, object: objectOf(world.store, kind, entry.id) }];
  });
}

export const allHoldings = (world: World): Holding[] => world.stacks.flatMap((stack) => holdingsOf(world, stack));

/** Whether the entry is the object's own, and not one that is on its way out. */
export const isLive = ({ entry }: Holding): boolean => entry.delete !== true && entry.pendingReplacement !== true;

/** Whether the program said that the object may be somebody else's. */
export const isAdopted = ({ stack, entry, kind }: Holding): boolean =>
  kind === "contactPerson" || stack.adopted.has(`${kind} ${entry.id ?? ""}`);

export const nameOf = ({ stack, entry }: Holding): string =>
  `${entry.urn} of stack ${stack.index}${entry.delete === true ? " (to be deleted)" : ""}`;
