import { unknownValue } from "../../../provider/values/unknown-values.js";
import type { Deployment } from "./deployment.js";
import type { Diff } from "./providers.js";
import type { Resource } from "./resource.js";
import { isProvider, urnOfReference } from "./urn.js";

/** With the program's own reasons for a replacement. The provider's comparison names no keys, so nothing is found there. */
export function withReplaceOnChanges(diff: Diff, replaceOnChanges: readonly string[], hasInitErrors: boolean): Diff {
  if (!diff.changes && !hasInitErrors) return diff;
  const added = diff.changedKeys.filter((key) => replaceOnChanges.includes(key));
  return { ...diff, replaceKeys: [...diff.replaceKeys, ...added] };
}

/**
 * The dependents that a replacement of `root` also replaces, in the order of the state. Each provider is asked with
 * unknown values for what comes from a replaced resource.
 */
export async function dependentReplacements(
  deployment: Deployment,
  root: Resource,
  settled: ReadonlySet<string>,
): Promise<Resource[]> {
  const replaced = new Set([root.urn]);
  const found: Resource[] = [];
  for (const resource of deployment.graph.dependingOn(root, settled, false))
    if (await isReplaced(deployment, resource, replaced)) {
      replaced.add(resource.urn);
      found.push(resource);
    }
  return found;
}

async function isReplaced(deployment: Deployment, resource: Resource, replaced: ReadonlySet<string>): Promise<boolean> {
  if (!resource.custom || resource.external || isProvider(resource.urn)) return false;
  deployment.ensureProvider(resource);
  if (replaced.has(urnOfReference(resource.provider))) return true;
  const comesFrom = (key: string): boolean => (resource.propertyDependencies[key] ?? []).some((urn) => replaced.has(urn));
  const inputs = Object.entries(resource.inputs).map(([key, value]) => [key, comesFrom(key) ? unknownValue : value] as const);
  if (!inputs.some(([key]) => comesFrom(key))) return false;
  const { ignoreChanges, replaceOnChanges } = resource;
  const diff = await deployment.providers.diff(resource, resource, Object.fromEntries(inputs), ignoreChanges, true);
  return withReplaceOnChanges(diff, replaceOnChanges, false).replaceKeys.length > 0;
}

/** Resources whose `replaceWith` has a URN. */
export const replacedWith = (resources: Iterable<Resource>, urn: string): Resource[] =>
  [...resources].filter(({ replaceWith }) => replaceWith.includes(urn));
