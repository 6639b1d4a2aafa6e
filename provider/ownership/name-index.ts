import { canonicalId, nameIn } from "../values/object-keys.js";

/** Objects by the name at the end of their ids, for kinds of which a name exists only once, in whatever container. */
export class NameIndex<T> {
  readonly #byName = new Map<string, Map<string, T>>();

  set(kind: string, id: string, value: T): void {
    const key = keyOf(kind, id);
    const known = this.#byName.get(key) ?? new Map<string, T>();
    this.#byName.set(key, known.set(canonicalId(id), value));
  }

  /** Objects of the same name in other containers, each with its id in canonical spelling. */
  elsewhere(kind: string, id: string): (readonly [id: string, value: T])[] {
    const own = canonicalId(id);
    return [...(this.#byName.get(keyOf(kind, id)) ?? [])].filter(([other]) => other !== own);
  }
}

const keyOf = (kind: string, id: string): string => JSON.stringify([kind, nameIn(id)]);
