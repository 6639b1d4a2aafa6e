import type { State } from "./engine/types.js";
import type { SimulatedKind } from "./history.js";
import { entryKeyOf, type Holding, holdingsOf, isLive } from "./invariants/holders.js";
import { objectOf } from "./objects.js";
import { kindOfType } from "./program.js";
import type { Sight, Stack } from "./stack.js";

/** Kinds that the API cannot delete. */
const staysForGood: ReadonlySet<SimulatedKind> = new Set(["gdprContractPreset", "gdprTom"]);

/** Writes a state, and records which objects it gained and lost. */
export function keep(world: Sight, stack: Stack, state: State, byHand: boolean): void {
  const before = holdingsOf(world, stack);
  stack.state = state;
  const after = holdingsOf(world, stack);
  const present = new Set(before.map(({ entry }) => entryKeyOf(entry)));
  for (const { object, entry } of after) {
    const made = object === undefined ? undefined : world.ledger.made.get(object);
    const isKnown = byHand && stack.held.has(entryKeyOf(entry));
    if (made !== undefined && !present.has(entryKeyOf(entry)) && !isKnown) stack.held.set(entryKeyOf(entry), made);
  }
  for (const { object, entry, isStranger } of after)
    if (object !== undefined && !isStranger) world.ledger.made.get(object)?.heldBy.add(`${entry.urn} of stack ${stack.index}`);
  const isRetained = ({ entry }: Holding): boolean =>
    entry.retainOnDelete === true ||
    before.some((each) => each.entry.urn === entry.deletedWith && each.entry.urn !== entry.urn && isRetained(each));
  // Pulumi first drops resources with `deletedWith`, and was killed or refused before it deleted the other one.
  const isLeftBehind = ({ entry }: Holding): boolean =>
    entry.deletedWith !== undefined && after.some((each) => isLive(each) && each.entry.urn === entry.deletedWith);
  const released = state.resources.filter(({ external }) => external === true).map(({ urn }) => urn);
  // Whoever reads what no state ever had knows of it.
  for (const { external, type, id = "" } of state.resources) {
    const read = external === true ? objectOf(world.store, kindOfType(type)!, id) : undefined;
    const made = read === undefined ? undefined : world.ledger.made.get(read);
    if (made?.heldBy.size === 0) made.released = true;
  }
  for (const each of before) {
    const { object, kind } = each;
    const isUnsaid = byHand || isRetained(each) || isLeftBehind(each) || released.includes(each.entry.urn);
    if (isUnsaid && !after.some(({ entry }) => entryKeyOf(entry) === entryKeyOf(each.entry))) stack.hasLetGo = true;
    const isLeft = object !== undefined && !after.some((each) => each.object === object);
    const made = isLeft ? world.ledger.made.get(object) : undefined;
    if (made !== undefined) made.released = isUnsaid || staysForGood.has(kind);
  }
}
