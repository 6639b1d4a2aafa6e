import { dependentReplacements } from "./deletes.js";
import { Bail, type Deployment } from "./deployment.js";
import { Progress } from "./progress.js";
import { type Diff, differ, unchanged } from "./providers.js";
import { dependenciesOf, type Resource } from "./resource.js";
import type { PlannedStep, Registration } from "./step.js";
import { createStep, deleteStep, readStep, replaceStep, sameStep, skippedCreate, updateStep } from "./steps.js";
import type { Properties } from "./types.js";
import { isProvider, isRoot, urnOf, urnOfReference } from "./urn.js";

/** The result of examining a registration. */
interface Candidate extends Registration {
  readonly news: Resource;
  readonly olds: Resource;
}

/** Plans the steps of a registered resource, one registration at a time (`step_generator.go`). */
export class Generator {
  readonly progress = new Progress();

  constructor(private readonly deployment: Deployment) {}

  async generate(registration: Registration): Promise<PlannedStep[]> {
    const { deployment, progress } = this;
    const { goal, done } = registration;
    const urn = urnOf(deployment.stack, goal.news.parent, goal.news.type, goal.name);
    if (progress.urns.has(urn)) throw this.#bail(urn, `Duplicate resource URN '${urn}'; try giving it a unique name`);
    progress.urns.add(urn);
    const { old: olds, alias, invalid } = progress.oldResource(deployment, urn, goal);
    const news = { ...goal.news, urn, aliases: alias === undefined ? [] : [alias] };
    if (news.external) return this.#read(news, olds, done);
    if (isProvider(urn)) deployment.providers.register(news);

    const recreating = progress.deletes.has(urn);
    const isTargeted = isProvider(urn) || isRoot(urn) || deployment.includes(urn);
    const isChecked = news.custom && !isProvider(urn);
    const isNew = olds === undefined || recreating || olds.external || this.#isReplaceTarget(urn, olds);
    if (isChecked && !isTargeted) news.inputs = olds?.inputs ?? {};
    const isValid = await (!isChecked || !isTargeted || this.#checked(news, isNew ? {} : olds.inputs, news.inputs));
    if (invalid !== undefined) throw this.#bail(urn, invalid);
    if (!isValid) throw this.#bail("", `resource ${urn} is invalid`);

    if (olds?.external === true && !recreating) return this.#validated(this.#owned({ ...registration, news, olds }));
    if (recreating && olds !== undefined) return this.#validated(this.#recreate({ ...registration, news, olds }));
    if (olds !== undefined) {
      if (!isTargeted) return this.#validated(this.#untargeted({ ...registration, news, olds }));
      return this.#validated(await this.#changed({ ...registration, news, olds }));
    }
    if (!isTargeted) {
      progress.keep(urn);
      progress.skippedCreates.add(urn);
      return this.#validated([skippedCreate(news, done)]);
    }
    progress.planned.add(urn);
    return this.#validated([createStep(deployment.providers, news, done)]);
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
    progress.keep(news.urn);
    if (olds === undefined) return [readStep(deployment.providers, news, done)];
    const isReplaced = !olds.external && olds.id !== news.id;
    const step = readStep(deployment.providers, news, done, { old: olds, pendingDelete: isReplaced });
    return isReplaced ? [step, replaceStep(olds, news)] : [step];
  }

  /** It was only read before, so it is created. */
  #owned({ news, olds, done }: Candidate): PlannedStep[] {
    const { deployment, progress } = this;
    progress.planned.add(news.urn);
    return [createStep(deployment.providers, news, done, { old: olds, pendingDelete: true }), replaceStep(olds, news)];
  }

  /** Its entry was deleted with one that it depends on, so this is a replacement. */
  #recreate({ news, olds, done }: Candidate): PlannedStep[] {
    this.progress.deletes.delete(news.urn);
    this.progress.keep(news.urn);
    return [replaceStep(olds, news), createStep(this.deployment.providers, news, done, { old: olds, pendingDelete: false })];
  }

  async #changed(candidate: Candidate): Promise<PlannedStep[]> {
    const { news, olds, done } = candidate;
    const diff = await this.#diff(candidate);
    if ((diff.changes && diff.replaceKeys.length > 0) || olds.pendingReplacement) return this.#replace(candidate, diff);
    this.progress.keep(news.urn);
    const isChanged = diff.changes || olds.initErrors.length > 0;
    return [isChanged ? updateStep(this.deployment.providers, olds, news, done) : sameStep(olds, news, done)];
  }

  async #diff({ news, olds }: Candidate): Promise<Diff> {
    if (this.#isReplaceTarget(news.urn, olds)) return { ...unchanged, changes: true, replaceKeys: ["id"] };
    // The new provider is asked about a change of provider, and a dynamic one has no answer: no difference.
    if (!news.custom || isProvider(news.urn)) return { ...unchanged, changes: differ(olds.inputs, news.inputs) };
    return this.deployment.providers.diff(news, olds, news.inputs);
  }

  async #replace(candidate: Candidate, diff: Diff): Promise<PlannedStep[]> {
    const { news, olds, goal, done } = candidate;
    const { deployment, progress } = this;
    const { providers } = deployment;
    if (news.protect && olds.protect) {
      deployment.report(news.urn, replaceProtected(`"${news.urn}"`));
      if (!deployment.dryRun) throw new Bail();
    }
    progress.keep(news.urn);
    // Values that the check took from the old entry must be determined again.
    const isChecked = !news.custom || this.#isReplaceTarget(news.urn, olds);
    if (!isChecked && !(await this.#checked(news, {}, goal.news.inputs))) throw new Bail();
    if (!(goal.deleteBeforeReplace ?? diff.deleteBeforeReplace))
      return [createStep(providers, news, done, { old: olds, pendingDelete: true }), replaceStep(olds, news)];
    const steps = await this.#deleteFirst(olds, news.urn);
    return [...steps, replaceStep(olds, news), createStep(providers, news, done, { old: olds, pendingDelete: false })];
  }

  /** Deletes the dependents that are replaced too, and then the entry itself. */
  async #deleteFirst(olds: Resource, urn: string): Promise<PlannedStep[]> {
    const { deployment, progress } = this;
    const dependents = await dependentReplacements(deployment, olds, progress.settled());
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
      progress.keep(entry.urn);
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
    progress.keep(news.urn);
    return keep(olds, done);
  }

  /** Nothing may depend on a skipped resource. */
  #validated(steps: PlannedStep[]): PlannedStep[] {
    const { deployment, progress } = this;
    if (!deployment.targets.constrained && !deployment.replaces.constrained) return steps;
    for (const { res: news, operation, skippedCreate: skipped } of steps) {
      if (operation === "deleting" || skipped === true) continue;
      for (const urn of [...dependenciesOf(news).map(({ urn }) => urn), urnOfReference(news.provider)]) {
        if (!progress.skippedCreates.has(urn)) continue;
        deployment.report(news.urn, `Resource '${news.urn}' depends on '${urn}' which was not specified in --target list.`);
        if (!deployment.dryRun) throw new Bail();
        progress.skippedCreates.delete(urn);
      }
    }
    return steps;
  }

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
