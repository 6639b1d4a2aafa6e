import { deleteEntry, taint, unprotect, untaint } from "./engine/edits.js";
import type { Entry, State } from "./engine/types.js";
import { nameOfUrn } from "./program.js";

export type StateEdit = "delete" | "taint" | "untaint" | "unprotect";

const edits = { taint, untaint, unprotect } as const;

/**
 * The state after an edit of `pulumi state`; unchanged if the command refuses. A protected entry is deleted by force.
 *
 * @param name URN of the entry, or its name
 * @param id distinguishes entries with one name; default: the one that is not superseded
 */
export function edited(state: State, name: string, edit: StateEdit, id?: string): State {
  const named = state.resources.filter((entry) => entry.custom && (entry.urn === name || nameOfUrn(entry.urn) === name));
  // An entry may have a newer name than its properties say.
  const ofId = id === undefined ? undefined : state.resources.find((each) => each.custom && each.id === id);
  const entry = named.find((each) => each.id === id) ?? named.find((each) => each.delete !== true) ?? ofId;
  if (entry === undefined) return state;
  try {
    if (edit !== "delete") return edits[edit](state, entry.urn);
    const free = state.resources.map((each): Entry => (each === entry ? { ...each, protect: false } : each));
    return deleteEntry({ ...state, resources: free }, entry.urn, entry.id);
  } catch {
    return state;
  }
}
