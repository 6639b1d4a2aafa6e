import { objectKey } from "../values/object-keys.js";
import type { OtherProcesses } from "./other-processes.js";

/** A resource of the program that declares an object. */
export interface Declarer {
  /** Name of the resource. */
  readonly name: string;
  /** Whether the state does not have it yet; undefined if another process declares it. */
  readonly isNew?: boolean;
  /** Digests of the declared values, by member. The digest of a value that cannot be compared is empty. */
  readonly members: Readonly<Record<string, string>>;
}

/**
 * Resources of the program that declare an object of which there is only one, known as far as the run has checked them. An
 * alias, a rename or a replacement does not add a resource: each is known by its latest name.
 */
export class Declarers {
  readonly #otherProcesses: OtherProcesses;
  readonly #byObject = new Map<string, Map<string, Declarer>>();

  constructor(otherProcesses: OtherProcesses) {
    this.#otherProcesses = otherProcesses;
  }

  /** @param told the members with which the other processes may compare theirs */
  declares(kind: string, id: string, declarer: Declarer, told: Declarer["members"]): void {
    const key = objectKey(kind, id);
    const known = this.#byObject.get(key) ?? new Map<string, Declarer>();
    this.#byObject.set(key, known.set(declarer.name, declarer));
    this.#otherProcesses.sets(kind, id, { name: declarer.name, members: told });
  }

  /** Those other than the resource of this name. */
  others(kind: string, id: string, name: string): Declarer[] {
    const own = [...(this.#byObject.get(objectKey(kind, id))?.values() ?? [])];
    return [...own, ...this.#otherProcesses.settersOf(kind, id)].filter((each) => each.name !== name);
  }
}
