import type { Deployment } from "./deployment.js";
import type { Goal } from "./goal.js";
import type { Progress } from "./progress.js";
import type { Resource } from "./resource.js";
import { nameOf, urnOf } from "./urn.js";

/** The entry that a resource continues: under its own name, or else under an earlier one. */
export function oldResource(
  { olds, stack }: Deployment,
  progress: Progress,
  urn: string,
  goal: Goal,
): { readonly old?: Resource; readonly alias?: string; readonly invalid?: string } {
  const claimed = progress.aliased.get(urn);
  if (claimed !== undefined)
    return { invalid: `Duplicate resource URN '${urn}' conflicting with alias on resource '${claimed}'` };
  const own = olds.get(urn);
  if (own !== undefined) return { old: own };
  for (const alias of candidates(stack, progress, goal)) {
    const old = olds.get(alias);
    if (old === undefined || alias === urn) continue;
    const other = progress.urns.has(alias) ? urn : progress.aliased.get(alias);
    if (other !== undefined) return { invalid: `Duplicate resource alias '${alias}' applied to resource with URN '${urn}'` };
    progress.aliased.set(alias, urn);
    progress.aliases.set(urn, alias);
    return { old, alias };
  }
  return {};
}

function candidates(stack: Deployment["stack"], { aliases }: Progress, goal: Goal): string[] {
  const given = goal.aliases.map(({ name = goal.name, parent }) => {
    const oldParent = parent === undefined ? goal.parent : (aliases.get(parent ?? "") ?? parent ?? "");
    return urnOf(stack, oldParent, goal.type, name);
  });
  const parentAlias = aliases.get(goal.parent);
  if (parentAlias === undefined) return given;
  // A child counts as named after its parent if its name begins with the parent's.
  const inherited = (name: string): string => {
    const parentName = nameOf(goal.parent);
    const old = name.startsWith(parentName) ? nameOf(parentAlias) + name.slice(parentName.length) : name;
    return urnOf(stack, parentAlias, goal.type, old);
  };
  return [...given, inherited(goal.name), ...given.map((alias) => inherited(nameOf(alias)))];
}
