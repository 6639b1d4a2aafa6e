import { finalSteps, scheduled, withoutNeeded } from "./deletes.js";
import { Bail, Deployment } from "./deployment.js";
import { Executor, type Log, messageOf } from "./executor.js";
import { Generator } from "./generator.js";
import { evaluate } from "./program.js";
import { Providers } from "./providers.js";
import { rebuilt } from "./refresh.js";
import { dependenciesOf, resourceOf } from "./resource.js";
import { Life, Scope } from "./scope.js";
import { Snapshot } from "./snapshot.js";
import type { Goal, PlannedStep, Registered } from "./step.js";
import { refreshStep } from "./steps.js";
import type { Command, Outcome, Program, Run, RunOptions, State } from "./types.js";

/**
 * The simulated engine: it calls the provider as engine 3.259 does, which the recordings next to it prove. It leaves
 * out components, imports, hooks, policies and plans.
 */
export const run: Run = async (command, program, state, options) => {
  const log: Log = { messages: [], steps: [] };
  const life = new Life(options.kill);
  const outcome = (result: Outcome["result"]): Outcome => ({ result, messages: [...log.messages], steps: [...log.steps] });
  return life.live(
    async () => outcome(await new Session(command, program, state, options, life, log).play()),
    () => outcome("killed"),
  );
};

const defaultParallel = 16;

/** One command. */
class Session {
  readonly #deployment: Deployment;
  readonly #snapshot: Snapshot | undefined;
  #failed = false;

  constructor(
    private readonly command: Command,
    private readonly program: Program,
    state: State,
    private readonly options: RunOptions,
    life: Life,
    private readonly log: Log,
  ) {
    const base = { resources: state.resources.map(resourceOf), pending: structuredClone(state.pending_operations ?? []) };
    const providers = new Providers(options, life, command.name === "preview");
    this.#deployment = new Deployment(options.stack, command, base, providers, log.messages);
    const save: RunOptions["save"] = (saved, updated) => life.ask(() => options.save(saved, updated));
    this.#snapshot = providers.dryRun ? undefined : new Snapshot(base, options.stack, save);
  }

  async play(): Promise<Outcome["result"]> {
    try {
      await this.#execute();
    } catch (error) {
      this.#failed = true;
      if (!(error instanceof Bail)) this.log.messages.push(messageOf(error));
    }
    try {
      await this.#snapshot?.close();
    } catch (error) {
      this.#failed = true;
      this.log.messages.push(messageOf(error));
    }
    await this.#deployment.providers.end();
    if (this.#failed || this.#deployment.failed) return "failed";
    return this.options.interrupt?.aborted === true ? "interrupted" : "succeeded";
  }

  async #execute(): Promise<void> {
    const { name, refresh } = this.command;
    const { base, targets, excludes } = this.#deployment;
    if (name === "destroy" || name === "refresh") {
      this.#refuseUnknown([...this.#deployment.unknownTargets(targets), ...this.#deployment.unknownTargets(excludes)]);
    }
    if (refresh === true || name === "refresh") await this.#refresh();
    else if (base.pending.length > 0 && name !== "preview") this.log.messages.push(pendingWarning(base.pending));
    if (name !== "refresh" && this.options.interrupt?.aborted !== true) await this.#deploy();
  }

  async #refresh(): Promise<void> {
    const deployment = this.#deployment;
    const { base, targets, excludes } = deployment;
    if (base.resources.length === 0) return;
    this.#refuseUnknown([...deployment.unknownTargets(targets), ...deployment.unknownTargets(excludes)]);
    const steps = base.resources
      .filter(({ urn }) => deployment.includes(urn))
      .map((each) => refreshStep(deployment.providers, each));
    for (const { res } of steps) deployment.ensureProvider(res);
    const scope = this.#scope();
    const executor = this.#executor(scope, true);
    await executor.all(steps);
    await executor.settled();
    base.resources = rebuilt(base.resources, steps);
    deployment.rebase();
    if (executor.failed) throw new Bail();
  }

  async #deploy(): Promise<void> {
    const deployment = this.#deployment;
    this.#refuseUnknown(deployment.unknownTargets(deployment.replaces));
    const scope = this.#scope();
    const executor = this.#executor(scope, false);
    const generator = new Generator(deployment);
    try {
      if (this.command.name !== "destroy") await this.#registerAll(scope, executor, generator);
      if (!scope.cancelled) await this.#finish(executor, generator);
    } catch (error) {
      scope.cancel();
      await executor.settled();
      throw error;
    }
    await executor.settled();
    if (executor.failed) this.#failed = true;
  }

  /** Until the program has registered everything, or the run is cancelled. */
  async #registerAll(scope: Scope, executor: Executor, generator: Generator): Promise<void> {
    const skipped = new Set<string>();
    let turn: Promise<unknown> = Promise.resolve();
    const register = (goal: Goal): Promise<Registered> =>
      new Promise((resolve, reject) => {
        const handle = async (): Promise<void> => {
          if (scope.cancelled) return;
          const steps = await generator.generate({ goal, done: resolve });
          const left = unskipped(steps, executor.errored, skipped);
          if (left.length > 0) await executor.submit(left);
        };
        // One registration at a time; after a failure there is no other.
        turn = turn.then(handle);
        turn.catch(reject);
      });
    const all = evaluate(this.program, this.options.stack, this.#deployment.dryRun, register);
    await Promise.race([all, scope.whenCancelled]);
  }

  async #finish(executor: Executor, generator: Generator): Promise<void> {
    const deployment = this.#deployment;
    const { urns } = generator.progress;
    const unknown = deployment.unknownTargets(deployment.targets, urns);
    if (deployment.base.resources.length > 0) {
      const { sames, deletes } = await finalSteps(deployment, generator.progress);
      await (
        await executor.submit(sames)
      ).ended;
      for (const list of scheduled(deployment, deletes)) await executor.all(withoutNeeded(deployment, list, executor.errored));
    }
    this.#refuseUnknown(unknown);
  }

  #refuseUnknown(urns: readonly string[]): void {
    for (const urn of urns) this.log.messages.push(`Target '${urn}' could not be found in the stack.`);
    if (urns.length > 0) throw new Bail();
  }

  #scope(): Scope {
    const scope = new Scope();
    const { interrupt } = this.options;
    if (interrupt?.aborted === true) scope.cancel();
    interrupt?.addEventListener("abort", () => scope.cancel(), { once: true });
    return scope;
  }

  #executor(scope: Scope, ignoreErrors: boolean): Executor {
    const { parallel = defaultParallel, continueOnError = false } = this.command;
    return new Executor(scope, this.log, this.#snapshot, { parallel, continueOnError, ignoreErrors });
  }
}

/** Skips steps that depend on a failed or skipped one. */
function unskipped(steps: readonly PlannedStep[], errored: readonly PlannedStep[], skipped: Set<string>): PlannedStep[] {
  for (const { res } of errored) skipped.add(res.urn);
  return steps.filter((step) => {
    if (!dependenciesOf(step.res).some(({ urn }) => skipped.has(urn))) return true;
    step.done?.({ state: step.res, result: "skipped" });
    skipped.add(step.res.urn);
    return false;
  });
}

const pendingWarning = (pending: NonNullable<State["pending_operations"]>): string =>
  `Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.\n` +
  pending.map(({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`).join("");
