import { deleteEntry, type State, taint, unprotect, untaint } from "./engine/index.js";
import { nameOfUrn } from "./program.js";

export type StateEdit = "delete" | "taint" | "untaint" | "unprotect";

const edits = { taint, untaint, unprotect, delete: deleteEntry } as const;

/** The state after an edit of `pulumi state` of the entry of a URN or, where it is the first of it, of a name; as it was where the command refuses. A protected entry is deleted by force. */
export function edited(state: State, name: string, edit: StateEdit): State {
  const entry = state.resources.find(
    ({ urn, custom, delete: superseded }) => custom && superseded !== true && (urn === name || nameOfUrn(urn) === name),
  );
  if (entry === undefined) return state;
  try {
    return edits[edit](edit === "delete" ? unprotect(state, entry.urn) : state, entry.urn);
  } catch {
    return state;
  }
}
