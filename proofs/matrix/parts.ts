import { type Cell, cells, matching, nameOf } from "./cells.js";
import { type ChainCell, chainCells, chainsPrefix, matchingChains, nameOfChain } from "./chains/cells.js";
import { editCells, type EditCell, editsPrefix, matchingEdits, nameOfEdit } from "./edit-cells.js";

/** A cell of any part of the matrix: a fault, an edit that is not a fault, or a change of a chain. */
export type AnyCell = Cell | EditCell | ChainCell;

export const isEdit = (cell: AnyCell): cell is EditCell => "edit" in cell;
export const isChain = (cell: AnyCell): cell is ChainCell => "change" in cell;
export const isFault = (cell: AnyCell): cell is Cell => !isEdit(cell) && !isChain(cell);

export const nameOfAny = (cell: AnyCell): string =>
  isEdit(cell) ? nameOfEdit(cell) : isChain(cell) ? nameOfChain(cell) : nameOf(cell);

function matchingAny(filter: string): AnyCell[] {
  switch (filter.split("/")[0]) {
    case editsPrefix:
      return matchingEdits(filter);
    case chainsPrefix:
      return matchingChains(filter);
    default:
      return matching(filter);
  }
}

/** Cells of all parts that match one of the filters; all if there is none. */
export function chosen(filters: readonly string[]): AnyCell[] {
  const all: AnyCell[] = [...cells, ...editCells, ...chainCells];
  if (filters.length === 0) return all;
  const fitting = new Set(filters.flatMap(matchingAny));
  return all.filter((cell) => fitting.has(cell));
}
