import { dependenciesOf, type Resource } from "./resource.js";
import type { Providers } from "./providers.js";
import { type RefreshStep, refreshStep } from "./steps/refresh.js";
import { Targets } from "./targets.js";
import type { CommandOptions } from "./types.js";

/** The entries that a refresh reads, including superseded ones. */
export function refreshSteps(providers: Providers, resources: readonly Resource[], options: CommandOptions): RefreshStep[] {
  const steps: RefreshStep[] = [];
  const excludes = new Targets(options.exclude);
  const targets = new Targets([...(options.target ?? []), ...(options.targetReplace ?? [])]);
  const needs = (resource: Resource, named: Targets): boolean => dependenciesOf(resource).some(({ urn }) => named.contains(urn));
  for (const resource of resources) {
    if (excludes.constrained) {
      if (excludes.contains(resource.urn)) continue;
      if (options.excludeDependents === true && needs(resource, excludes)) {
        excludes.add(resource.urn);
        continue;
      }
    } else if (!targets.contains(resource.urn)) {
      if (options.targetDependents !== true || !needs(resource, targets)) continue;
      targets.add(resource.urn);
    }
    steps.push(refreshStep(providers, resource));
  }
  return steps;
}

/** The entries after a refresh: without those whose objects are gone, and without references to them. */
export function rebuilt(resources: readonly Resource[], steps: readonly RefreshStep[]): Resource[] {
  const stepOf = new Map(steps.map((step) => [step.res, step]));
  const present = new Set<string>();
  const kept: Resource[] = [];
  for (const resource of resources) {
    const step = stepOf.get(resource);
    const refreshed = step === undefined ? resource : step.refreshed();
    if (refreshed === undefined) continue;
    const isPresent = (urn: string): boolean => present.has(urn);
    refreshed.dependencies = refreshed.dependencies.filter(isPresent);
    refreshed.propertyDependencies = Object.fromEntries(
      Object.entries(refreshed.propertyDependencies).flatMap(([key, urns]) => {
        const left = urns.filter(isPresent);
        return left.length === 0 ? [] : [[key, left]];
      }),
    );
    if (!isPresent(refreshed.deletedWith)) refreshed.deletedWith = "";
    refreshed.replaceWith = refreshed.replaceWith.filter(isPresent);
    present.add(refreshed.urn);
    kept.push(refreshed);
  }
  for (const resource of kept) if (!present.has(resource.parent)) resource.parent = "";
  return kept;
}
