import { finalSteps, scheduled, withoutNeeded } from "./deletes.js";
import { Bail, Deployment } from "./deployment.js";
import { Executor, type Log, messageOf } from "./executor.js";
import { Generator } from "./generator.js";
import { evaluate } from "./program.js";
import { Providers } from "./providers.js";
import { rebuilt } from "./refresh.js";
import { type Resource, resourceOf } from "./resource.js";
import { Life, Scope } from "./scope.js";
import { Snapshot } from "./snapshot.js";
import type { Goal } from "./step.js";
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
    this.#snapshot = providers.dryRun ? undefined : new Snapshot(base, save);
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
    const { base } = this.#deployment;
    if (refresh === true || name === "refresh") await this.#refresh();
    else if (base.pending.length > 0 && name !== "preview") this.log.messages.push(pendingWarning(base.pending));
    if (name !== "refresh" && this.options.interrupt?.aborted !== true) await this.#deploy();
  }

  async #refresh(): Promise<void> {
    const deployment = this.#deployment;
    const { base } = deployment;
    if (base.resources.length === 0) return;
    const steps = base.resources.map((each) => refreshStep(deployment.providers, each));
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
    const unknown = deployment.replaces.filter((named) => !deployment.base.resources.some(({ urn }) => urn === named));
    for (const urn of unknown) this.log.messages.push(`Target '${urn}' could not be found in the stack.`);
    if (unknown.length > 0) throw new Bail();
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
    let turn: Promise<unknown> = Promise.resolve();
    const register = (goal: Goal): Promise<Resource> =>
      new Promise((resolve, reject) => {
        const handle = async (): Promise<void> => {
          if (scope.cancelled) return;
          await executor.submit(await generator.generate({ goal, done: resolve }));
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
    const deletes = finalSteps(deployment, generator.progress);
    for (const list of scheduled(deployment, deletes)) await executor.all(withoutNeeded(deployment, list, executor.errored));
  }

  #scope(): Scope {
    const scope = new Scope();
    const { interrupt } = this.options;
    if (interrupt?.aborted === true) scope.cancel();
    interrupt?.addEventListener("abort", () => scope.cancel(), { once: true });
    return scope;
  }

  #executor(scope: Scope, ignoreErrors: boolean): Executor {
    const { parallel = defaultParallel } = this.command;
    return new Executor(scope, this.log, this.#snapshot, { parallel, ignoreErrors });
  }
}

const pendingWarning = (pending: NonNullable<State["pending_operations"]>): string =>
  `Attempting to deploy or update resources with ${pending.length} pending operations from previous deployment.\n` +
  pending.map(({ resource, type }) => `  * ${resource.urn}, interrupted while ${type}\n`).join("");
