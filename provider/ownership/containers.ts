import { liesWithin, spelling } from "../values/object-keys.js";

const keyOf = (parts: readonly string[]): string => JSON.stringify(parts);

/** Path prefixes of an id, from the nearest container outwards. */
function* beginnings(id: string): Generator<string> {
  for (let parts = spelling(id).slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) yield keyOf(parts);
}

/** An entry that left the state because its object is deleted with a container. */
export interface Left {
  readonly kind: string;
  readonly id: string;
  readonly entry: string;
}

/**
 * What this run does with containers. Pulumi calls a provider for each entry separately, and ignores
 * `deletedWith` if a container is replaced and deleted last. Only the diffs of the run show that a container will be deleted.
 */
export class Containers {
  readonly #replaced = new Map<string, string>();
  /** Those of them that Pulumi does not delete. */
  readonly #retained = new Set<string>();
  readonly #given = new Map<string, string[]>();
  readonly #left: Left[] = [];
  readonly #created = new Set<string>();

  /**
   * Records a diff of a container.
   *
   * @param path the prefix of the ids of its contents
   * @param title the container, for messages
   * @param isRetained whether Pulumi does not delete it if it is replaced
   */
  compared(path: string, title: string, isReplaced: boolean, isRetained: boolean): void {
    const key = keyOf(spelling(path));
    if (isReplaced) this.#replaced.set(key, title);
    else this.#replaced.delete(key);
    if (isRetained) this.#retained.add(key);
  }

  /** Title of the nearest container of an object that this run replaces; undefined if it replaces none. */
  replacedAround(id: string): string | undefined {
    const key = this.#nearestReplaced(id);
    return key === undefined ? undefined : this.#replaced.get(key);
  }

  /** The same, but undefined as well if Pulumi does not delete that container. */
  deletedAround(id: string): string | undefined {
    const key = this.#nearestReplaced(id);
    return key === undefined || this.#retained.has(key) ? undefined : this.#replaced.get(key);
  }

  #nearestReplaced(id: string): string | undefined {
    for (const key of beginnings(id)) if (this.#replaced.has(key)) return key;
    return undefined;
  }

  isReplaced(path: string): boolean {
    return this.#replaced.has(keyOf(spelling(path)));
  }

  /** Records that the run drops an object from the state because nothing has declared its container so far. */
  givesUp(path: string, title: string): void {
    const key = keyOf(spelling(path));
    this.#given.set(key, [...(this.#given.get(key) ?? []), title]);
  }

  /** Titles of the objects that the run dropped because nothing had declared their container. */
  givenUpIn(path: string): readonly string[] {
    return this.#given.get(keyOf(spelling(path))) ?? [];
  }

  /** Records that this run has created a container. */
  creates(path: string): void {
    this.#created.add(keyOf(spelling(path)));
  }

  /** Whether this run has created a container, which may be invisible for a moment. */
  isNew(path: string): boolean {
    return this.#created.has(keyOf(spelling(path)));
  }

  /** Records that an entry left the state because its object is to be deleted with a container. */
  leaves(left: Left): void {
    this.#left.push(left);
  }

  /** Entries that left the state because their objects are to be deleted with a container. */
  leftIn(path: string): readonly Left[] {
    return this.#left.filter(({ id }) => liesWithin(id, path));
  }
}
