import { oldResource } from "./aliases.js";
import { dependentReplacements, replacedWith, withReplaceOnChanges } from "./dependents.js";
import type { Deployment } from "./deployment.js";
import type { Goal, Registration } from "./goal.js";
import { Progress } from "./progress.js";
import { type Diff, differences, ignoring, unchanged } from "./providers.js";
import { dependenciesOf, type Resource, resourceOf } from "./resource.js";
import type { PlannedStep } from "./step.js";
import { createStep, replaceStep } from "./steps/create.js";
import { deleteStep } from "./steps/delete.js";
import { readStep } from "./steps/read.js";
import { sameStep, skippedCreate } from "./steps/same.js";
import { updateStep } from "./steps/update.js";
import { Targets } from "./targets.js";
import type { Properties } from "./types.js";
import { isProvider, isRoot, urnOf, urnOfReference } from "./urn.js";

/** Ends the run; everything has been reported. */
export class Bail extends Error {}

/** The result of examining a registration. */
interface Candidate extends Registration {
  readonly news: Resource;
  readonly olds: Resource;
}

/** Plans the steps of a registered resource, one registration at a time (`step_generator.go`). */
export class Generator {
  readonly progress = new Progress();
  readonly #targets: Targets;
  readonly #excludes: Targets;

  constructor(private readonly deployment: Deployment) {
    this.#targets = new Targets(deployment.targets.given);
    this.#excludes = new Targets(deployment.excludes.given);
  }

  async generate(registration: Registration): Promise<PlannedStep[]> {
    const { deployment, progress } = this;
    const { goal, done } = registration;
    const urn = urnOf(deployment.stack, goal.parent, goal.type, goal.name);
    if (progress.urns.has(urn)) throw this.#bail(urn, `Duplicate resource URN '${urn}'; try giving it a unique name`);
    progress.urns.add(urn);
    const { old: olds, alias, invalid } = oldResource(deployment, progress, urn, goal);
    const news = newResource(urn, goal, alias);
    if (news.external) return this.#read(news, olds, done);
    if (isProvider(urn)) deployment.providers.register(news);

    const recreating = progress.deletes.has(urn);
    const isTargeted = isProvider(urn) || isRoot(urn) || this.#isIncluded(news);
    const isValid = await this.#check(goal, news, olds, recreating, isTargeted);
    if (invalid !== undefined) throw this.#bail(urn, invalid);
    if (!isValid) throw this.#bail("", `resource ${urn} is invalid`);

    if (olds?.external === true && !recreating) return this.#validated(this.#owned({ ...registration, news, olds }));
    if (recreating && olds !== undefined) return this.#validated(this.#recreate({ ...registration, news, olds }));
    if (this.deployment.excludes.constrained && !isTargeted && this.#isExcluded(news)) this.#excludes.add(urn);
    else if (isTargeted && this.#isTargeted(news)) this.#targets.add(urn);
    if (olds !== undefined) {
      if (!isTargeted) return this.#validated(this.#untargeted({ ...registration, news, olds }));
      return this.#validated(await this.#changed({ ...registration, news, olds }));
    }
    if (!isTargeted) {
      progress.sames.add(urn);
      progress.skippedCreates.add(urn);
      return this.#validated([skippedCreate(news, done)]);
    }
    progress.creates.add(urn);
    return this.#validated([createStep(deployment.providers, news, done)]);
  }

  async #check(
    goal: Goal,
    news: Resource,
    olds: Resource | undefined,
    recreating: boolean,
    isTargeted: boolean,
  ): Promise<boolean> {
    if (!goal.custom || isProvider(news.urn)) return true;
    if (!isTargeted) {
      news.inputs = olds?.inputs ?? {};
      return true;
    }
    return olds === undefined || recreating || olds.external || this.#isReplaceTarget(news.urn, olds)
      ? this.#checked(news, {}, goal.inputs)
      : this.#checked(news, olds.inputs, ignoring(goal.ignoreChanges, goal.inputs, olds.inputs));
  }

  async #checked(news: Resource, olds: Properties, inputs: Properties): Promise<boolean> {
    const { inputs: checked, failures } = await this.deployment.providers.check(news, olds, inputs);
    news.inputs = checked;
    for (const reason of failures) this.deployment.report(news.urn, reason);
    return failures.length === 0;
  }

  /** An entry with that very id is only released. */
  #read(news: Resource, olds: Resource | undefined, done: Registration["done"]): PlannedStep[] {
    const { deployment, progress } = this;
    const isReplaced = olds !== undefined && !olds.external && olds.id !== news.id;
    if (!isReplaced) {
      progress.reads.add(news.urn);
      return [readStep(deployment.providers, news, done, { old: olds, isReplaced })];
    }
    progress.replaces.add(news.urn);
    return [readStep(deployment.providers, news, done, { old: olds, isReplaced }), replaceStep(olds, news)];
  }

  /** It was only read before, so it is created. */
  #owned({ news, olds, done }: Candidate): PlannedStep[] {
    const { deployment, progress } = this;
    progress.creates.add(news.urn);
    return [createStep(deployment.providers, news, done, { old: olds, pendingDelete: true }), replaceStep(olds, news)];
  }

  /** Its entry was deleted with one that it depends on, so this is a replacement. */
  #recreate({ news, olds, done }: Candidate): PlannedStep[] {
    const { deletes, replaces } = this.progress;
    deletes.delete(news.urn);
    replaces.add(news.urn);
    return [replaceStep(olds, news), createStep(this.deployment.providers, news, done, { old: olds, pendingDelete: false })];
  }

  async #changed(candidate: Candidate): Promise<PlannedStep[]> {
    const { news, olds, goal, done } = candidate;
    const { progress, deployment } = this;
    const { urn } = news;
    const hasInitErrors = olds.initErrors.length > 0;
    const diff = withReplaceOnChanges(await this.#diff(candidate), goal.replaceOnChanges, hasInitErrors);
    if (diff.changes || olds.pendingReplacement) {
      if (diff.replaceKeys.length > 0 || olds.pendingReplacement) return this.#replace(candidate, diff);
      progress.updates.add(urn);
      return [updateStep(deployment.providers, olds, news, done)];
    }
    if (hasInitErrors) {
      progress.updates.add(urn);
      return [updateStep(deployment.providers, olds, news, done)];
    }
    progress.sames.add(urn);
    return [sameStep(olds, news, done)];
  }

  async #diff({ news, olds, goal }: Candidate): Promise<Diff> {
    const replace = (key: string): Diff => ({ ...unchanged, changes: true, replaceKeys: [key] });
    if (this.#isReplaceTarget(news.urn, olds)) return replace("id");
    if (news.replaceWith.some((urn) => this.progress.replaces.has(urn))) return replace("replaceWith");
    // The new provider is asked about a change of provider, and a dynamic one has no answer: no difference.
    if (!goal.custom || isProvider(news.urn)) return { ...unchanged, changes: differences(olds.inputs, news.inputs).length > 0 };
    return this.deployment.providers.diff(news, olds, news.inputs, goal.ignoreChanges);
  }

  async #replace(candidate: Candidate, diff: Diff): Promise<PlannedStep[]> {
    const { news, olds, goal, done } = candidate;
    const { deployment, progress } = this;
    const { providers } = deployment;
    if (news.protect && olds.protect) {
      deployment.report(news.urn, replaceProtected(`"${news.urn}"`));
      if (!deployment.dryRun) throw new Bail();
    }
    progress.replaces.add(news.urn);
    // Values that the check took from the old entry must be determined again.
    if (goal.custom && !this.#isReplaceTarget(news.urn, olds) && !(await this.#checked(news, {}, goal.inputs))) throw new Bail();
    if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace))
      return [createStep(providers, news, done, { old: olds, pendingDelete: true }), replaceStep(olds, news)];
    const steps = await this.#deleteFirst(olds, news.urn);
    return [...steps, replaceStep(olds, news), createStep(providers, news, done, { old: olds, pendingDelete: false })];
  }

  /** Deletes the dependents that are replaced too, and then the entry itself. */
  async #deleteFirst(olds: Resource, urn: string): Promise<PlannedStep[]> {
    const { deployment, progress } = this;
    const dependents = [
      ...(await dependentReplacements(deployment, olds, progress.settled())),
      ...replacedWith(deployment.olds.values(), urn),
    ];
    const deletion = (resource: Resource): PlannedStep =>
      deleteStep(deployment.providers, progress.deletes, resource, { replacing: true, pendingReplacement: true });
    const steps: PlannedStep[] = [];
    for (const dependent of dependents.reverse()) {
      if (progress.pendingDeletes.has(dependent)) continue;
      if (dependent.delete) steps.push(deleteStep(deployment.providers, progress.deletes, dependent));
      else {
        if (dependent.protect) throw this.#bail(urn, replaceProtected(`"${dependent.urn}" as part of replacing "${urn}"`));
        steps.push(deletion(dependent));
      }
      progress.deletes.add(dependent.urn);
      progress.pendingDeletes.add(dependent);
    }
    deployment.ensureProvider(olds);
    return olds.pendingReplacement ? steps : [...steps, deletion(olds)];
  }

  /** A resource that is not targeted stays, and so do its dependencies, even if no longer declared. */
  #untargeted({ news, olds, done }: Candidate): PlannedStep[] {
    const { progress, deployment } = this;
    const keep = (entry: Resource, registered?: Registration["done"]): PlannedStep[] => {
      if (entry.delete) return [];
      progress.urns.add(entry.urn);
      progress.sames.add(entry.urn);
      const providerUrn = urnOfReference(entry.provider);
      const provider = deployment.olds.get(providerUrn);
      const kept =
        provider !== undefined && !progress.hasStep(providerUrn) && !progress.isOperatedOn(providerUrn) ? keep(provider) : [];
      for (const { urn, type } of dependenciesOf(entry)) {
        if (progress.hasStep(urn)) continue;
        const needed = deployment.olds.get(urn);
        if (needed === undefined) throw this.#bail("", `${type} ${urn} of untargeted resource ${olds.urn} has no old state`);
        kept.push(...keep(needed));
      }
      return [...kept, sameStep(entry, { ...entry, id: "" }, registered)];
    };
    progress.sames.add(news.urn);
    return keep(olds, done);
  }

  /** Nothing may depend on a skipped resource. */
  #validated(steps: PlannedStep[]): PlannedStep[] {
    const { deployment, progress } = this;
    if (!deployment.targets.constrained && !deployment.replaces.constrained) return steps;
    for (const { new: news, skippedCreate: skipped } of steps) {
      if (news === undefined || skipped === true) continue;
      for (const urn of [...dependenciesOf(news).map(({ urn }) => urn), urnOfReference(news.provider)]) {
        if (!progress.skippedCreates.has(urn)) continue;
        deployment.report(news.urn, `Resource '${news.urn}' depends on '${urn}' which was not specified in --target list.`);
        if (!deployment.dryRun) throw new Bail();
        progress.skippedCreates.delete(urn);
      }
    }
    return steps;
  }

  #isIncluded(resource: Resource): boolean {
    const { targets, excludes } = this.deployment;
    if (targets.constrained) return this.#isTargeted(resource);
    return !excludes.constrained || !this.#isExcluded(resource);
  }

  #isTargeted(resource: Resource): boolean {
    const { targets, command } = this.deployment;
    if (targets.constrained && targets.contains(resource.urn)) return true;
    return command.targetDependents === true && this.#needs(resource, this.#targets);
  }

  #isExcluded(resource: Resource): boolean {
    const { excludes, command } = this.deployment;
    return excludes.contains(resource.urn) || (command.excludeDependents === true && this.#needs(resource, this.#excludes));
  }

  #needs = (resource: Resource, named: Targets): boolean =>
    named.contains(urnOfReference(resource.provider)) || dependenciesOf(resource).some(({ urn }) => named.contains(urn));

  #isReplaceTarget(urn: string, olds: Resource | undefined): boolean {
    const { replaces } = this.deployment;
    return (replaces.constrained && replaces.contains(urn)) || olds?.taint === true;
  }

  #bail(urn: string, message: string): Bail {
    this.deployment.report(urn, message);
    return new Bail();
  }
}

const replaceProtected = (what: string): string =>
  `unable to replace resource ${what}\nas it is currently marked for protection. To unprotect the resource, remove the ` +
  "`protect` flag from the resource in your Pulumi program and run `pulumi up`";

function newResource(urn: string, goal: Goal, alias: string | undefined): Resource {
  const { type, custom, inputs, parent, provider, dependencies, propertyDependencies, deletedWith, replaceWith } = goal;
  const { protect, retainOnDelete, ignoreChanges, replaceOnChanges, id = "" } = goal;
  return resourceOf({
    urn,
    type,
    custom,
    inputs,
    parent,
    provider,
    dependencies,
    propertyDependencies,
    deletedWith,
    replaceWith,
    protect,
    retainOnDelete,
    ignoreChanges,
    replaceOnChanges,
    aliases: alias === undefined ? [] : [alias],
    id,
    external: id !== "",
    // What is only read has no other options.
    ...(id === "" ? {} : { propertyDependencies: {}, deletedWith: "", replaceWith: [], protect: false, retainOnDelete: false }),
  });
}
