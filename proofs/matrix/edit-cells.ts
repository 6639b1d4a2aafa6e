import { type EditName, editNames, editOf, type EditOmission } from "./edits.js";
import { type Kind, kinds } from "../../provider/values/kinds.js";
import { traitsOf } from "./kind-traits.js";

/** One edit of one kind. */
export interface EditCell {
  readonly kind: Kind;
  readonly edit: EditName;
}

/** Prefix of this part's filters. */
export const editsPrefix = "edits";

export const nameOfEdit = ({ kind, edit }: EditCell): string => `${editsPrefix}/${edit}/${kind}`;

/** Why a cell is impossible; undefined if it is possible. */
export const editOmissionOf = ({ kind, edit }: EditCell): EditOmission | undefined => editOf(edit).lacks?.(traitsOf(kind));

export const editCells: readonly EditCell[] = editNames
  .flatMap((edit) => kinds.map((kind) => ({ kind, edit })))
  .filter((cell) => editOmissionOf(cell) === undefined);

/** Cells of a filter such as `edits/replace/webhook`: edit and kind, each of which may be `*` or left out. */
export function matchingEdits(filter: string): EditCell[] {
  const [, edit = "*", kind = "*", ...rest] = filter.split("/");
  const check = (part: string, known: readonly string[], what: string) => {
    if (part !== "*" && !known.includes(part))
      throw new Error(`${filter}: there is no ${what} ${part}; there are ${known.join(", ")}`);
  };
  check(edit, editNames, "edit");
  check(kind, kinds, "kind");
  if (rest.length > 0) throw new Error(`${filter}: a filter of edits has the form ${editsPrefix}/edit/kind`);
  return editCells.filter((cell) => [cell.edit, "*"].includes(edit) && [cell.kind, "*"].includes(kind));
}
