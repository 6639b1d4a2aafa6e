import type { Properties } from "../values/properties.js";

/** A resource of the program with what it declares. */
export interface DeclaredObject {
  /** Name of the resource. */
  readonly name: string;
  /** Whether the state does not have the declared object for it. */
  readonly isNew: boolean;
  readonly inputs: Properties;
}

/** What the resources of one process declare, by natural key. It may hold secrets, so nothing of it leaves the process. */
export class DeclaredObjects {
  readonly #byKey = new Map<string, Map<string, DeclaredObject>>();
  readonly #keys = new Map<string, string>();
  readonly #known = new Map<string, Map<string, Properties>>();

  /** Records the arguments of a resource that are known, in place of those before. */
  knows(kind: string, name: string, inputs: Properties): void {
    const ofKind = this.#known.get(kind) ?? new Map<string, Properties>();
    this.#known.set(kind, ofKind.set(name, inputs));
  }

  /** Names of the resources of a kind that declare a value of an argument. */
  named(kind: string, argument: string, value: unknown): string[] {
    const ofKind = [...(this.#known.get(kind) ?? [])];
    return ofKind.filter(([, inputs]) => inputs[argument] === value).map(([name]) => name);
  }

  /** Records what a resource declares, in place of what it declared before. */
  declares(kind: string, naturalKey: string, declared: DeclaredObject): void {
    const resource = JSON.stringify([kind, declared.name]);
    this.#byKey.get(this.#keys.get(resource) ?? "")?.delete(declared.name);
    const key = JSON.stringify([kind, naturalKey]);
    this.#keys.set(resource, key);
    const known = this.#byKey.get(key) ?? new Map<string, DeclaredObject>();
    this.#byKey.set(key, known.set(declared.name, declared));
  }

  /** Those with the natural key, other than the resource of this name. */
  others(kind: string, naturalKey: string, name: string): DeclaredObject[] {
    const known = this.#byKey.get(JSON.stringify([kind, naturalKey]))?.values() ?? [];
    return [...known].filter((each) => each.name !== name);
  }
}
