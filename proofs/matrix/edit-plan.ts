import type { EditCell } from "./edit-cells.js";
import { packed } from "./packing.js";
import { type EditName, editOf, isShared } from "./edits.js";

/** Edits that share one stack: the same commands, each cell with its own part of the program. */
export interface EditPlan {
  readonly cells: readonly EditCell[];
}

const mostInStack = 60;

/** Edits that can share their commands go together, whatever their number of steps. */
function keyOf(edit: EditName): string {
  const { steps, deletesFirst = false } = editOf(edit);
  const actions = steps.map(({ action }) => action);
  return actions.every(isShared) && !deletesFirst ? "shared" : actions.join(", ");
}

/** Plans how all cells go through their edits. */
export function planOfEdits(cells: readonly EditCell[], isolate = false): EditPlan[] {
  if (isolate) return cells.map((cell) => ({ cells: [cell] }));
  return packed(cells, { keyOf: ({ edit }) => keyOf(edit), capacityOf: () => mostInStack })
    .map((each) => ({ cells: each }))
    .sort((a, b) => b.cells.length - a.cells.length);
}
