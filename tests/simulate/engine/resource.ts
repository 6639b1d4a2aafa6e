import type { Entry } from "./types.js";

/**
 * An entry as a run works on it. As in the engine, it is shared and changed in place: if it is superseded, everything
 * that holds it sees that, including the next state.
 */
export type Resource = { -readonly [K in keyof Entry]-?: Entry[K] };

export const blank: Omit<Resource, "urn" | "custom" | "type"> = {
  id: "",
  inputs: {},
  outputs: {},
  parent: "",
  provider: "",
  dependencies: [],
  propertyDependencies: {},
  deletedWith: "",
  protect: false,
  retainOnDelete: false,
  aliases: [],
  delete: false,
  pendingReplacement: false,
  taint: false,
  external: false,
  initErrors: [],
};

/** What the entry does not say is as in a new one. */
export const resourceOf = (entry: Entry): Resource => ({ ...blank, ...structuredClone(entry) });

const isBlank = (value: unknown): boolean =>
  value === "" || value === false || (typeof value === "object" && value !== null && Object.keys(value).length === 0);

export const entryOf = (resource: Resource): Entry =>
  structuredClone(
    Object.fromEntries(Object.entries(resource).filter(([key, value]) => key === "custom" || !isBlank(value))),
  ) as unknown as Entry;

export interface Dependency {
  readonly type: "parent" | "dependency" | "property" | "deletedWith";
  readonly urn: string;
}

/** Everything that a resource depends on, except its provider. */
export function dependenciesOf({ parent, dependencies, propertyDependencies, deletedWith }: Resource): Dependency[] {
  const all = (type: Dependency["type"], urns: readonly string[]): Dependency[] => urns.map((urn) => ({ type, urn }));
  return [
    ...all("parent", parent === "" ? [] : [parent]),
    ...all("dependency", dependencies),
    ...all("property", Object.values(propertyDependencies).flat()),
    ...all("deletedWith", deletedWith === "" ? [] : [deletedWith]),
  ];
}
