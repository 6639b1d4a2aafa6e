import type { Collection } from "./collection.js";

/** Which creations the engine is still going to request, as far as the checks of the resources tell: it checks each before that. */
export class ExpectedCreations {
  /** How many resources the program declares, by kind. */
  readonly #declared = new Map<string, number>();
  /** Names of the resources that were checked, by kind. */
  readonly #checked = new Map<string, Set<string>>();
  /** Names of the resources that are to be created, by collection. */
  readonly #pending = new Map<string, Set<string>>();

  /**
   * Records that the engine has checked a resource.
   *
   * @param declared how many resources of the kind the program declares
   */
  checks(kind: string, name: string, declared: number): void {
    this.#declared.set(kind, Math.max(declared, this.#declared.get(kind) ?? 0));
    added(this.#checked, kind, name);
  }

  /** Records that a resource is going to be created. */
  expects({ key }: Collection, name: string): void {
    added(this.#pending, key, name);
  }

  /** Records that the creation of a resource has begun. */
  begins({ key }: Collection, name: string): void {
    this.#pending.get(key)?.delete(name);
  }

  /** Whether no further creation in a collection is to begin. False if that is not known. */
  haveBegun({ kind, key }: Collection): boolean {
    const declared = this.#declared.get(kind) ?? Infinity;
    return (this.#checked.get(kind)?.size ?? 0) >= declared && (this.#pending.get(key)?.size ?? 0) === 0;
  }
}

function added(sets: Map<string, Set<string>>, key: string, name: string): void {
  const names = sets.get(key);
  if (names === undefined) sets.set(key, new Set([name]));
  else names.add(name);
}
