import { spelling } from "../values/object-keys.js";

const keyOf = (parts: readonly string[]): string => JSON.stringify(parts);

/** The beginnings of an id of something that lies within others, from the nearest container outwards. */
function* beginnings(id: string): Generator<string> {
  for (let parts = spelling(id).slice(0, -1); parts.length > 0; parts = parts.slice(0, -1)) yield keyOf(parts);
}

/**
 * What this run makes of objects that hold others. Pulumi tells a provider of each entry by itself, and skips `deletedWith` where the
 * container is replaced and deleted last: only the comparisons of a run show that a container goes.
 */
export class Containers {
  readonly #replaced = new Map<string, string>();
  readonly #given = new Map<string, string[]>();

  /**
   * The run has compared a container with the program.
   *
   * @param path the beginning of the ids of what lies within
   * @param title the container in words
   */
  compared(path: string, title: string, isReplaced: boolean): void {
    const key = keyOf(spelling(path));
    if (isReplaced) this.#replaced.set(key, title);
    else this.#replaced.delete(key);
  }

  /** In words, the nearest container of an object that this run replaces; undefined where it replaces none. */
  replacedAround(id: string): string | undefined {
    for (const key of beginnings(id)) {
      const title = this.#replaced.get(key);
      if (title !== undefined) return title;
    }
    return undefined;
  }

  isReplaced(path: string): boolean {
    return this.#replaced.has(keyOf(spelling(path)));
  }

  /** The run gives an object up because nothing has declared its container yet. */
  givesUp(path: string, title: string): void {
    const key = keyOf(spelling(path));
    this.#given.set(key, [...(this.#given.get(key) ?? []), title]);
  }

  /** What the run gave up since it took a container for gone. */
  givenUpIn(path: string): readonly string[] {
    return this.#given.get(keyOf(spelling(path))) ?? [];
  }
}
