import { unknownValue } from "../../../provider/values/unknown-values.js";
import { Bail, type Deployment } from "./deployment.js";
import { DependencyGraph } from "./graph.js";
import type { Progress } from "./progress.js";
import type { Resource } from "./resource.js";
import type { PlannedStep } from "./step.js";
import { deleteStep, removePendingReplaceStep, sameStep } from "./steps.js";
import { isProvider, urnOfReference } from "./urn.js";

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
  const diff = await deployment.providers.diff(resource, resource, Object.fromEntries(inputs), true);
  return diff.replaceKeys.length > 0;
}

/** What is left after the program has registered everything: deletions, and what stays because it is not targeted. */
export async function finalSteps(
  deployment: Deployment,
  progress: Progress,
): Promise<{ readonly sames: PlannedStep[]; readonly deletes: PlannedStep[] }> {
  const { providers } = deployment;
  const isTargeted = await targeting(deployment, progress.settled());
  const sames: PlannedStep[] = [];
  const deletes: PlannedStep[] = [];
  for (const entry of deployment.base.resources) {
    if (!isTargeted(entry.urn)) {
      if (!progress.isOperatedOn(entry.urn)) sames.push(sameStep(entry, { ...entry, id: "" }));
      continue;
    }
    if (entry.delete) {
      if (progress.pendingDeletes.has(entry)) continue;
      progress.deletes.add(entry.urn);
      deletes.push(deleteStep(providers, progress.deletes, entry, { replacing: true, pendingReplacement: false }));
    } else if (!progress.isOperatedOn(entry.urn)) {
      progress.deletes.add(entry.urn);
      deletes.push(entry.pendingReplacement ? removePendingReplaceStep(entry) : deleteStep(providers, progress.deletes, entry));
    }
    if (progress.deletes.has(entry.urn)) deployment.ensureProvider(entry);
  }
  refuseUntargeted(deployment, deletes);
  return { sames, deletes };
}

/** Deletes only targets and their dependents, and never a dependency of an excluded one. */
async function targeting(deployment: Deployment, settled: ReadonlySet<string>): Promise<(urn: string) => boolean> {
  const { targets, excludes, base, graph } = deployment;
  if (targets.constrained) {
    const allowed = new Set<string>();
    const frontier = base.resources.filter(({ urn }) => targets.contains(urn));
    const implicated = new Set(frontier.map(({ urn }) => urn));
    for (const next of frontier) for (const { urn } of graph.dependingOn(next, new Set(), true)) implicated.add(urn);
    for (const entry of base.resources) {
      if (!implicated.has(entry.urn)) continue;
      allowed.add(entry.urn);
      for (const { urn } of await dependentReplacements(deployment, entry, settled)) allowed.add(urn);
    }
    return (urn) => allowed.has(urn);
  }
  if (!excludes.constrained) return () => true;
  const forbidden = new Set<string>();
  const frontier = base.resources.filter(({ urn }) => excludes.contains(urn));
  for (let next = frontier.shift(); next !== undefined; next = frontier.shift()) {
    if (forbidden.has(next.urn)) continue;
    forbidden.add(next.urn);
    frontier.push(...graph.dependenciesOf(next));
  }
  const kept = new Set([...forbidden].filter((urn) => deployment.olds.has(urn)));
  return (urn) => !kept.has(urn);
}

function refuseUntargeted(deployment: Deployment, deletes: readonly PlannedStep[]): void {
  const { targets, dryRun } = deployment;
  const unspecified = deletes.flatMap(({ res: { urn } }) => (targets.contains(urn) ? [] : [urn]));
  for (const urn of unspecified)
    deployment.report(urn, `Resource '${urn}' will be destroyed but was not specified in --target list.`);
  if (unspecified.length > 0 && !dryRun) throw new Bail();
}

/**
 * Deletions in a possible order: those of one list concurrently, each list after the previous one. Nothing is deleted
 * before its dependents.
 */
export function scheduled({ base }: Deployment, deletes: readonly PlannedStep[]): PlannedStep[][] {
  const graph = new DependencyGraph(base.resources);
  const condemned = new Map<Resource, PlannedStep>(deletes.map((step) => [step.res, step]));
  const lists: PlannedStep[][] = [];
  while (condemned.size > 0) {
    const free = [...condemned].filter(([entry]) => ![...graph.dependenciesOf(entry)].some((needed) => condemned.has(needed)));
    for (const [entry] of free) condemned.delete(entry);
    lists.unshift(free.map(([, step]) => step));
  }
  return lists;
}

/** Skips what a failed step still needs. */
export function withoutNeeded(
  { graph }: Deployment,
  steps: readonly PlannedStep[],
  errored: readonly PlannedStep[],
): PlannedStep[] {
  const failed = errored.flatMap(({ res, old }) => (old === undefined || old === res ? [res] : [res, old]));
  const needed = new Set(
    failed.filter((entry) => graph.contains(entry)).flatMap((entry) => [...graph.transitiveDependenciesOf(entry)]),
  );
  return steps.filter(({ res }) => !needed.has(res));
}
