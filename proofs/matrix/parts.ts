import { type Cell, cells, nameOf } from "./cells.js";
import { type ChainCell, chainCells, nameOfChain } from "./chains/cells.js";
import { editCells, type EditCell, nameOfEdit } from "./edit-cells.js";

/** A cell of any part of the matrix: a fault, an edit that is not a fault, or a change of a chain. */
export type AnyCell = Cell | EditCell | ChainCell;

export const isEdit = (cell: AnyCell): cell is EditCell => "edit" in cell;
export const isChain = (cell: AnyCell): cell is ChainCell => "change" in cell;
export const isFault = (cell: AnyCell): cell is Cell => !isEdit(cell) && !isChain(cell);

export const nameOfAny = (cell: AnyCell): string =>
  isEdit(cell) ? nameOfEdit(cell) : isChain(cell) ? nameOfChain(cell) : nameOf(cell);

/** Whether a cell has the parts of a filter, each of which may be `*`; `*` in the first one means every operation. */
function fits(cell: AnyCell, filter: string): boolean {
  const parts = nameOfAny(cell).split("/");
  const isMet = (wanted: string, index: number) => wanted === parts[index] || (wanted === "*" && (index > 0 || isFault(cell)));
  return filter.split("/").every(isMet);
}

/** Cells of all parts that match one of the filters; all if there is none. */
export function chosen(filters: readonly string[]): AnyCell[] {
  const all: AnyCell[] = [...cells, ...editCells, ...chainCells];
  const useless = filters.find((filter) => !all.some((cell) => fits(cell, filter)));
  if (useless !== undefined) throw new Error(`${useless} matches no cell; --list shows all of them`);
  return filters.length === 0 ? all : all.filter((cell) => filters.some((filter) => fits(cell, filter)));
}
