import { dependenciesOf, resourceOf } from "./resource.js";
import type { Entry, State } from "./types.js";
import { urnOfReference } from "./urn.js";

/** The edits of `pulumi state`. Each throws if the command refuses. */

const present = ({ resources }: State, urn: string): Entry => {
  const found = resources.filter((entry) => entry.urn === urn);
  const entry = found.find(({ delete: superseded }) => superseded !== true);
  if (entry === undefined) throw new Error(`No such resource "${urn}" exists in the current state`);
  return entry;
};

const changed = (state: State, urn: string, change: (entry: Entry) => Entry): State => {
  const entry = present(state, urn);
  return { ...state, resources: state.resources.map((other) => (other === entry ? change(entry) : other)) };
};

/** `pulumi state taint`: the next `up` replaces it. */
export const taint = (state: State, urn: string): State => changed(state, urn, (entry) => ({ ...entry, taint: true }));

export const untaint = (state: State, urn: string): State => changed(state, urn, ({ taint: _, ...entry }) => entry);

export const unprotect = (state: State, urn: string): State => changed(state, urn, ({ protect: _, ...entry }) => entry);

/** `pulumi state delete`: the object stays. `id`: of the superseded entry, if several have the name. */
export function deleteEntry(state: State, urn: string, id?: string): State {
  const entry = id === undefined ? present(state, urn) : state.resources.find((other) => other.urn === urn && other.id === id);
  if (entry === undefined) throw new Error(`No such resource "${urn}" exists in the current state`);
  if (entry.protect === true) throw new Error(`resource ${urn} is protected`);
  const isOnly = state.resources.filter((other) => other.urn === urn).length === 1;
  const dependents = state.resources.filter(
    (other) =>
      dependenciesOf(resourceOf(other)).some((needed) => needed.urn === urn) || urnOfReference(other.provider ?? "") === urn,
  );
  if (isOnly && dependents.length > 0)
    throw new Error(`${urn} can't be safely deleted because the following resources depend on it: ${dependents[0]?.urn}`);
  return { ...state, resources: state.resources.filter((other) => other !== entry) };
}
