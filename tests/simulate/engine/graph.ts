import { dependenciesOf, type Resource } from "./resource.js";
import { urnOfReference } from "./urn.js";

/** The dependencies between the entries of a state, in which each entry comes after its dependencies. */
export class DependencyGraph {
  readonly #index: ReadonlyMap<Resource, number>;

  constructor(private readonly resources: readonly Resource[]) {
    this.#index = new Map(resources.map((resource, index) => [resource, index]));
  }

  contains = (resource: Resource): boolean => this.#index.has(resource);

  /** All direct and indirect dependents of `root`, in the order of the state. */
  dependingOn(root: Resource, ignore: ReadonlySet<string>, children: boolean): Resource[] {
    const found = new Set([root.urn]);
    const needs = (candidate: Resource): boolean =>
      !ignore.has(candidate.urn) &&
      (dependenciesOf(candidate).some(({ type, urn }) => (type !== "parent" || children) && found.has(urn)) ||
        found.has(urnOfReference(candidate.provider)));
    return this.resources.slice(this.#at(root) + 1).filter((candidate) => {
      if (!needs(candidate)) return false;
      found.add(candidate.urn);
      return true;
    });
  }

  /** The direct dependencies of `resource`. If several entries have a URN, all of those before it count. */
  dependenciesOf(resource: Resource): Set<Resource> {
    const needed = new Set([...dependenciesOf(resource).map(({ urn }) => urn), urnOfReference(resource.provider)]);
    return new Set(this.resources.slice(0, this.#at(resource)).filter(({ urn }) => needed.has(urn)));
  }

  /** All dependencies of `resource`. A superseded entry depends on superseded ones if there are any. */
  transitiveDependenciesOf(resource: Resource): Set<Resource> {
    const superseded = new Map(this.resources.filter((entry) => entry.delete).map((entry) => [entry.urn, entry]));
    const present = new Map(this.resources.filter((entry) => !entry.delete).map((entry) => [entry.urn, entry]));
    const lookUp = (from: Resource, urn: string): Resource | undefined =>
      from.delete ? (superseded.get(urn) ?? present.get(urn)) : (present.get(urn) ?? superseded.get(urn));
    const found = new Set<Resource>();
    const visit = (entry: Resource | undefined): void => {
      if (entry === undefined || found.has(entry)) return;
      found.add(entry);
      for (const { urn } of dependenciesOf(entry)) visit(lookUp(entry, urn));
      visit(lookUp(entry, urnOfReference(entry.provider)));
    };
    visit(lookUp(resource, resource.urn));
    found.delete(resource);
    return found;
  }

  #at(resource: Resource): number {
    const index = this.#index.get(resource);
    if (index === undefined) throw new Error(`${resource.urn} is not in the dependency graph`);
    return index;
  }
}
