import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { Container, Content } from "../ownership/holders.js";
import type { Properties } from "../values/properties.js";

/**
 * Objects of the same stack within an object that is about to be deleted. Pulumi does not tell a provider what is targeted, what
 * is protected, or what has `deletedWith`. Known are only the declarations of this run's program and the claims that programs
 * have left.
 */
class Contents {
  readonly #costly: readonly string[];

  constructor(
    { contents }: Definition,
    readonly container: Container,
    private readonly context: Context,
    private readonly state: Properties,
  ) {
    this.#costly = contents?.costlyKinds ?? [];
  }

  /** Contents whose entries probably leave the state together with the container's entry. */
  leavingTogether(): Content[] {
    return (attempt(() => this.#all()) ?? []).filter((each) => !this.#stays(each) && each.removal === undefined);
  }

  /** Contents that the program has declared so far, and that this run neither replaces nor deletes. */
  declared(): Content[] {
    return this.#all().filter(({ isDeclared, removal }) => isDeclared && removal === undefined);
  }

  /** Contents that Pulumi keeps, so that they would still be there when the container is deleted. */
  retained(): Content[] {
    return this.#all().filter(({ isRetained }) => isRetained);
  }

  /**
   * Contents that must not be deleted with the container and that still exist after the concurrent deletions.
   *
   * @throws if the claims cannot be read
   */
  async staying(): Promise<Content[]> {
    const awaited = new Set<Promise<unknown>>();
    for (;;) {
      if (this.#staying().length === 0) return [];
      // The engine may be about to start a deletion that does not wait for this one.
      await this.context.calls.gather();
      const staying = this.#staying();
      const removals = staying.flatMap(({ removal: each }) => (each === undefined || awaited.has(each) ? [] : [each]));
      if (removals.length === 0) return staying;
      for (const each of removals) awaited.add(each);
      await Promise.allSettled(removals);
    }
  }

  #staying(): Content[] {
    return this.#all().filter((each) => this.#stays(each));
  }

  /** Costly contents of a cut-off run are refused elsewhere, with their own message (`othersProblem`). */
  #stays({ kind, id, name, isDeclared, isTaken, isCutOff }: Content): boolean {
    const { run } = this.context.ownership;
    if (this.#costly.includes(kind) && run.declaredElsewhere(kind, id, name) !== undefined) return true;
    return !isTaken && (this.#costly.includes(kind) ? !isCutOff : isDeclared);
  }

  #all(): Content[] {
    return this.context.ownership.holders.ownWithin(this.container, this.state);
  }
}

export type { Contents };

/** Contents of an object; undefined if its kind has none. */
export function contentsOf(definition: Definition, context: Context, id: string, state: Properties): Contents | undefined {
  const path = definition.contents?.prefix(id);
  return path === undefined ? undefined : new Contents(definition, { kind: definition.kind, id, path }, context, state);
}
