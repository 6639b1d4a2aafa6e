import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { attempt } from "../journal/journal-storage.js";
import type { Container, Content } from "../ownership/holders.js";
import type { Properties } from "../values/properties.js";

/**
 * What the same stack has in an object that is to be deleted. Pulumi tells a provider neither what is targeted or protected, nor what
 * goes along by `deletedWith`: what is known is what the program of this run declares, and what programs have said of their
 * resources.
 */
export class Contents {
  readonly #costly: readonly string[];

  constructor(
    { contents }: Definition,
    readonly container: Container,
    private readonly context: Context,
    private readonly state: Properties,
  ) {
    this.#costly = contents?.costlyKinds ?? [];
  }

  /** What leaves the state along with the entry of the container, as far as anybody can tell. */
  goingAlong(): Content[] {
    return (attempt(() => this.#all()) ?? []).filter((each) => !this.#stays(each) && each.removal === undefined);
  }

  /** Those of the contents that cost money and say themselves that they are deleted along. */
  billedOf(contents: readonly Content[]): Content[] {
    return contents.filter(({ kind, saysWithWhat }) => saysWithWhat && this.#costly.includes(kind));
  }

  /**
   * What must not be deleted along, and is there after the deletions that run beside this one.
   *
   * @throws where that cannot be read
   */
  async staying(): Promise<Content[]> {
    const awaited = new Set<Promise<unknown>>();
    for (;;) {
      if (this.#staying().length === 0) return [];
      // The engine may be about to begin with a deletion that needs not wait for this one.
      await this.context.calls.gather().complete;
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

  /** What a run that was cut off got, and what costs money, is refused in words of its own (`othersProblem`). */
  #stays({ kind, isDeclared, isTaken, isCutOff }: Content): boolean {
    return !isTaken && (this.#costly.includes(kind) ? !isCutOff : isDeclared);
  }

  #all(): Content[] {
    return this.context.ownership.holders.ownWithin(this.container, this.state);
  }
}
