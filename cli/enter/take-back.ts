import { references, type StoredResource } from "../stack/deployment.js";

export interface TakenBack {
  /** What the state then has, in its own order. */
  readonly resources: readonly StoredResource[];
  /** Entries that stay, because what the state has besides needs them. */
  readonly stays: readonly StoredResource[];
}

/**
 * Takes entries out of a state. A provider, parent or container stays if anything refers to it that another run recorded: Pulumi refuses a
 * state with references to nothing.
 */
export function takeBack(resources: readonly StoredResource[], isEntered: (resource: StoredResource) => boolean): TakenBack {
  const needed = new Set(resources.filter((each) => !isEntered(each)).flatMap(references));
  const stays: StoredResource[] = [];
  // What an entry refers to comes before it.
  for (const entry of resources.filter(isEntered).reverse())
    if (needed.has(entry.urn)) {
      stays.unshift(entry);
      for (const urn of references(entry)) needed.add(urn);
    }
  return { resources: resources.filter((each) => !isEntered(each) || stays.includes(each)), stays };
}
