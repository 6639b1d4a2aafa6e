import type { Entry, State } from "./engine/types.js";
import { nameOfUrn } from "./program.js";

export type StateEdit = "delete" | "taint" | "untaint" | "unprotect";

const without = <K extends keyof Entry>(entry: Entry, name: K): Omit<Entry, K> => {
  const { [name]: _, ...rest } = entry;
  return rest;
};

/** The state after `pulumi state delete --force`, `taint`, `untaint` or `unprotect`; what others depend on is not deleted. */
export function edited(state: State, name: string, edit: StateEdit): State {
  const isMeant = (entry: Entry): boolean => entry.custom && nameOfUrn(entry.urn) === name && entry.delete !== true;
  const meant = state.resources.find(isMeant);
  if (meant === undefined) return state;
  const change = (alter: (entry: Entry) => Entry): State => ({
    ...state,
    resources: state.resources.map((entry) => (isMeant(entry) ? alter(entry) : entry)),
  });
  switch (edit) {
    case "taint":
      return change((entry) => ({ ...entry, taint: true }));
    case "untaint":
      return change((entry) => without(entry, "taint"));
    case "unprotect":
      return change((entry) => without(entry, "protect"));
    case "delete": {
      const refers = ({ parent, dependencies = [], deletedWith, urn }: Entry): boolean =>
        urn !== meant.urn && (parent === meant.urn || dependencies.includes(meant.urn) || deletedWith === meant.urn);
      if (state.resources.some(refers)) return state;
      return { ...state, resources: state.resources.filter((entry) => !isMeant(entry)) };
    }
  }
}
