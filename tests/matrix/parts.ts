import { type Cell, cells, matching, nameOf } from "./cells.js";
import { editCells, type EditCell, editsPrefix, matchingEdits, nameOfEdit } from "./edit-cells.js";

/** A cell of either part of the matrix: a fault, or an edit that is none. */
export type AnyCell = Cell | EditCell;

export const isEdit = (cell: AnyCell): cell is EditCell => "edit" in cell;

export const nameOfAny = (cell: AnyCell): string => (isEdit(cell) ? nameOfEdit(cell) : nameOf(cell));

/** Cells of either part that fit one of the filters; all where there is none. */
export function chosen(filters: readonly string[]): AnyCell[] {
  const all: AnyCell[] = [...cells, ...editCells];
  if (filters.length === 0) return all;
  const fitting = new Set<AnyCell>(
    filters.flatMap((filter): AnyCell[] => (filter.split("/")[0] === editsPrefix ? matchingEdits(filter) : matching(filter))),
  );
  return all.filter((cell) => fitting.has(cell));
}
