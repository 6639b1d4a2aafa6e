import type { Deployment } from "./deployment.js";
import { dependentReplacements, replacedWith } from "./dependents.js";
import { Bail, type Generator } from "./generator.js";
import { DependencyGraph } from "./graph.js";
import type { Resource } from "./resource.js";
import type { PlannedStep } from "./step.js";
import { deleteStep, removePendingReplaceStep } from "./steps/delete.js";
import { sameStep } from "./steps/same.js";

/** What is left after the program has registered everything: deletions, and what stays because it is not targeted. */
export async function finalSteps(
  deployment: Deployment,
  { progress }: Generator,
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
  const { targets, excludes, base, graph, command } = deployment;
  if (targets.constrained) {
    const allowed = new Set<string>();
    const frontier = base.resources.filter(({ urn }) => targets.contains(urn));
    const implicated = new Set(frontier.map(({ urn }) => urn));
    for (const next of frontier) for (const { urn } of graph.dependingOn(next, new Set(), true)) implicated.add(urn);
    for (const entry of base.resources) {
      if (!implicated.has(entry.urn)) continue;
      allowed.add(entry.urn);
      for (const { urn } of await dependentReplacements(deployment, entry, settled)) allowed.add(urn);
      for (const { urn } of replacedWith(deployment.olds.values(), entry.urn)) allowed.add(urn);
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
    if (command.excludeDependents === true) frontier.push(...graph.dependingOn(next, forbidden, true));
  }
  const kept = new Set([...forbidden].filter((urn) => deployment.olds.has(urn)));
  return (urn) => !kept.has(urn);
}

function refuseUntargeted(deployment: Deployment, deletes: readonly PlannedStep[]): void {
  const { targets, command, dryRun } = deployment;
  if (command.targetDependents === true) return;
  const unspecified = deletes.filter(({ urn }) => !targets.contains(urn));
  for (const { urn } of unspecified)
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
