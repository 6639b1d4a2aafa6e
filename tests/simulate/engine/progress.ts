import type { Deployment } from "./deployment.js";
import type { Resource } from "./resource.js";
import type { Goal } from "./step.js";
import { nameOf, urnOf } from "./urn.js";

/** The plan of a run so far, by URN. */
export class Progress {
  readonly urns = new Set<string>();
  /** All steps except deletions. */
  readonly planned = new Set<string>();
  /** Those of entries that are still declared. */
  readonly #kept = new Set<string>();
  /** Planned deletions; a resource that turns out to be replaced is removed again. */
  readonly deletes = new Set<string>();
  readonly skippedCreates = new Set<string>();
  /** Entries that are deleted before their replacement. */
  readonly pendingDeletes = new Set<Resource>();
  /** New names by the old ones that the state has. */
  readonly aliased = new Map<string, string>();
  /** Old names by the new ones. */
  readonly aliases = new Map<string, string>();

  keep(urn: string): void {
    this.planned.add(urn);
    this.#kept.add(urn);
  }

  hasStep = (urn: string): boolean => this.planned.has(urn) || this.deletes.has(urn);

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
    for (const alias of this.#candidates(stack, goal)) {
      const old = olds.get(alias);
      if (old === undefined || alias === urn) continue;
      if (this.urns.has(alias) || this.aliased.has(alias))
        return { invalid: `Duplicate resource alias '${alias}' applied to resource with URN '${urn}'` };
      this.aliased.set(alias, urn);
      this.aliases.set(urn, alias);
      return { old, alias };
    }
    return {};
  }

  #candidates(stack: Deployment["stack"], { name, news: { parent, type }, aliases }: Goal): string[] {
    const given = aliases.map((alias) => {
      const oldParent = alias.parent === undefined ? parent : (this.aliases.get(alias.parent ?? "") ?? alias.parent ?? "");
      return urnOf(stack, oldParent, type, alias.name ?? name);
    });
    const parentAlias = this.aliases.get(parent);
    if (parentAlias === undefined) return given;
    // A child counts as named after its parent if its name begins with the parent's.
    const inherited = (child: string): string => {
      const parentName = nameOf(parent);
      const old = child.startsWith(parentName) ? nameOf(parentAlias) + child.slice(parentName.length) : child;
      return urnOf(stack, parentAlias, type, old);
    };
    return [...given, inherited(name), ...given.map((alias) => inherited(nameOf(alias)))];
  }
}
