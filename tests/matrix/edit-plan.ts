import type { EditCell } from "./edit-cells.js";
import { type EditName, editOf, isShared } from "./edits.js";

/** Edits that one stack goes through side by side: the same commands, each cell with its own part of the program. */
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

/** How all cells are taken through their edits. */
export function planOfEdits(cells: readonly EditCell[], isolate = false): EditPlan[] {
  if (isolate) return cells.map((cell) => ({ cells: [cell] }));
  const stacks = new Map<string, EditCell[][]>();
  for (const cell of cells) {
    const key = keyOf(cell.edit);
    const alike = stacks.get(key) ?? [];
    stacks.set(key, alike);
    const last = alike.at(-1);
    if (last === undefined || last.length >= mostInStack) alike.push([cell]);
    else last.push(cell);
  }
  return Array.from(stacks.values())
    .flat()
    .map((each) => ({ cells: each }))
    .sort((a, b) => b.cells.length - a.cells.length);
}
