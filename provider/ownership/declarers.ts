import { objectKey } from "../values/object-keys.js";
import type { Declarer, OtherProcesses } from "./other-processes.js";

/**
 * Resources of the program that declare an object of which there is only one: one that always exists, or one whose name exists only once,
 * whose id then has an empty container. Known as far as the run has checked them. An alias or a replacement adds no resource.
 */
export class Declarers {
  readonly #otherProcesses: OtherProcesses;
  readonly #byObject = new Map<string, Map<string, Declarer>>();

  constructor(otherProcesses: OtherProcesses) {
    this.#otherProcesses = otherProcesses;
  }

  /** @param told what the other processes may know of the members */
  declares(kind: string, id: string, declarer: Declarer, told = declarer.members): void {
    const key = objectKey(kind, id);
    const known = this.#byObject.get(key) ?? new Map<string, Declarer>();
    this.#byObject.set(key, known.set(declarer.name, declarer));
    this.#otherProcesses.declaresOnce(kind, id, { ...declarer, members: told });
  }

  /** Those other than the resource of this name. */
  others(kind: string, id: string, name: string): Declarer[] {
    const own = [...(this.#byObject.get(objectKey(kind, id))?.values() ?? [])];
    return [...own, ...this.#otherProcesses.declarersOf(kind, id)].filter((each) => each.name !== name);
  }
}
