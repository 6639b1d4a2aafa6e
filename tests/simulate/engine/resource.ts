import type { Entry, Properties } from "./types.js";

/**
 * An entry as a run works on it. As in the engine, it is shared and changed in place: if it is superseded, everything
 * that holds it sees that, including the next state.
 */
export interface Resource {
  urn: string;
  custom: boolean;
  type: string;
  id: string;
  inputs: Properties;
  outputs: Properties;
  parent: string;
  provider: string;
  dependencies: readonly string[];
  propertyDependencies: Readonly<Record<string, readonly string[]>>;
  deletedWith: string;
  replaceWith: readonly string[];
  protect: boolean;
  retainOnDelete: boolean;
  ignoreChanges: readonly string[];
  replaceOnChanges: readonly string[];
  aliases: readonly string[];
  delete: boolean;
  pendingReplacement: boolean;
  taint: boolean;
  external: boolean;
  initErrors: readonly string[];
}

const blank: Omit<Resource, "urn" | "custom" | "type"> = {
  id: "",
  inputs: {},
  outputs: {},
  parent: "",
  provider: "",
  dependencies: [],
  propertyDependencies: {},
  deletedWith: "",
  replaceWith: [],
  protect: false,
  retainOnDelete: false,
  ignoreChanges: [],
  replaceOnChanges: [],
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
  readonly type: "parent" | "dependency" | "property" | "deletedWith" | "replaceWith";
  readonly urn: string;
}

/** Everything that a resource depends on, except its provider. */
export function dependenciesOf(resource: Resource): Dependency[] {
  const { parent, dependencies, propertyDependencies, deletedWith, replaceWith } = resource;
  const all = (type: Dependency["type"], urns: readonly string[]): Dependency[] => urns.map((urn) => ({ type, urn }));
  return [
    ...all("parent", parent === "" ? [] : [parent]),
    ...all("dependency", dependencies),
    ...all("property", Object.values(propertyDependencies).flat()),
    ...all("deletedWith", deletedWith === "" ? [] : [deletedWith]),
    ...all("replaceWith", replaceWith),
  ];
}
