import { type EditName, editNames, editOf, type EditOmission } from "./edits.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { traitsOf } from "./kind-traits.js";

/** One edit of one kind. */
export interface EditCell {
  readonly kind: Kind;
  readonly edit: EditName;
}

export const nameOfEdit = ({ kind, edit }: EditCell): string => `edits/${edit}/${kind}`;

/** Why a cell is impossible; undefined if it is possible. */
export const editOmissionOf = ({ kind, edit }: EditCell): EditOmission | undefined => editOf(edit).lacks?.(traitsOf(kind));

export const editCells: readonly EditCell[] = editNames
  .flatMap((edit) => kinds.map((kind) => ({ kind, edit })))
  .filter((cell) => editOmissionOf(cell) === undefined);
