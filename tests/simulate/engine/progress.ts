import type { Deployment } from "./deployment.js";
import type { Resource } from "./resource.js";
import type { Goal } from "./step.js";
import { urnOf } from "./urn.js";

/** The plan of a run so far, by URN. */
export class Progress {
  readonly urns = new Set<string>();
  /** All steps except deletions. */
  readonly planned = new Set<string>();
  /** Those of entries that are still declared. */
  readonly #kept = new Set<string>();
  /** Planned deletions; a resource that turns out to be replaced is removed again. */
  readonly deletes = new Set<string>();
  /** Entries that are deleted before their replacement. */
  readonly pendingDeletes = new Set<Resource>();
  /** New names by the old ones that the state has. */
  readonly aliased = new Map<string, string>();

  keep(urn: string): void {
    this.planned.add(urn);
    this.#kept.add(urn);
  }

  /** Whether it is still declared. */
  isOperatedOn = (urn: string): boolean => this.#kept.has(this.aliased.get(urn) ?? urn);

  /** What cannot depend on a replacement: it comes earlier in the program. */
  settled = (): Set<string> => new Set([...this.planned, ...this.deletes]);

  /** The entry that a resource continues: under its own name, or else under an earlier one. */
  oldResource(
    { olds, stack }: Deployment,
    urn: string,
    goal: Goal,
  ): { readonly old?: Resource; readonly alias?: string; readonly invalid?: string } {
    const claimed = this.aliased.get(urn);
    if (claimed !== undefined)
      return { invalid: `Duplicate resource URN '${urn}' conflicting with alias on resource '${claimed}'` };
    const own = olds.get(urn);
    if (own !== undefined) return { old: own };
    for (const name of goal.aliases) {
      const alias = urnOf(stack, goal.news.type, name);
      const old = olds.get(alias);
      if (old === undefined || alias === urn) continue;
      if (this.urns.has(alias) || this.aliased.has(alias))
        return { invalid: `Duplicate resource alias '${alias}' applied to resource with URN '${urn}'` };
      this.aliased.set(alias, urn);
      return { old, alias };
    }
    return {};
  }
}
