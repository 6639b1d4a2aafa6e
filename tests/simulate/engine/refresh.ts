import type { Resource } from "./resource.js";
import type { RefreshStep } from "./steps.js";

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
    present.add(refreshed.urn);
    kept.push(refreshed);
  }
  for (const resource of kept) if (!present.has(resource.parent)) resource.parent = "";
  return kept;
}
