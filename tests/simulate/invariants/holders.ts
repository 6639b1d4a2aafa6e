import type { Entry } from "../engine/types.js";
import { entryOf } from "../../../provider/ownership/identity.js";
import { ownerKey } from "../../../provider/values/reserved-properties.js";
import type { SimulatedKind } from "../history.js";
import type { EngineCall } from "../ledger.js";
import { isCostly } from "../kinds.js";
import { objectOf, type ObjectKey } from "../objects.js";
import { kindOfType } from "../program.js";
import type { Sight, Stack } from "../stack.js";

/** An entry of a state that represents an object. */
export interface Holding {
  readonly stack: Stack;
  readonly entry: Entry;
  readonly kind: SimulatedKind;
  /** Undefined: there is no such object. */
  readonly object: ObjectKey | undefined;
  /** The object is gone, and this is another one with the same natural key: nothing in the API distinguishes them. */
  readonly isStranger: boolean;
}

/** The entries of a state that represent objects, including those still to be deleted, without those that are only read. */
export function holdingsOf(world: Sight, stack: Stack): Holding[] {
  return stack.state.resources.flatMap((entry): Holding[] => {
    const kind = kindOfType(entry.type);
    if (kind === undefined || entry.id === undefined || entry.id === "" || entry.external === true) return [];
    const object = objectOf(world.store, kind, entry.id);
    const known = stack.held.get(entryKeyOf(entry));
    const isStranger = object !== undefined && known !== undefined && known !== world.ledger.made.get(object);
    return [{ stack, entry, kind, object, isStranger }];
  });
}

export const allHoldings = (world: Sight): Holding[] => world.stacks.flatMap((stack) => holdingsOf(world, stack));

/** Whether the entry is the object's own, and not one that is about to be deleted. */
export const isLive = ({ entry }: Holding): boolean => entry.delete !== true && entry.pendingReplacement !== true;

/** Whether the object is the one with which the entry entered the state. */
export const isHolder = (holding: Holding): boolean => isLive(holding) && !holding.isStranger;

/** Distinguishes an entry from others, even from one that had another object under its name, and after a rename. */
export const entryKeyOf = ({ urn, id, outputs = {} }: Entry): string =>
  `${outputs[ownerKey] === undefined ? urn : entryOf(outputs)} ${id ?? ""}`;

/** Whether the program said that the object may belong to somebody else. */
export const isAdopted = ({ stack, entry, kind }: Holding): boolean =>
  kind === "contactPerson" || stack.adopted.has(`${kind} ${entry.id ?? ""}`);

export const nameOf = ({ stack, entry }: Holding): string =>
  `${entry.urn} of stack ${stack.index}${entry.delete === true ? " (to be deleted)" : ""}`;

/**
 * A second entry of the stack of which its provider process has not been told (docs/limits.md): in another process, for a free object, or for
 * any without a common journal; or a protected one without a journal, because the engine calls nothing for it in a `destroy`.
 */
export function isUnasked(world: Sight, { stack, entry }: Holding, { place, kind, entry: deleted }: EngineCall): boolean {
  if (stack.index !== place || deleted === undefined) return false;
  const hasJournal = world.sharesJournal(stack, stack);
  return entry.provider === deleted.provider ? entry.protect === true && !hasJournal : !isCostly(kind) || !hasJournal;
}
