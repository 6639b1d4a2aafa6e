import type { Scope } from "./scope.js";
import type { Snapshot } from "./snapshot.js";
import { PartialFailure, type PlannedStep, ProtectedError } from "./step.js";
import type { Step } from "./types.js";

/** What a run reports to its user. */
export interface Log {
  readonly messages: string[];
  readonly steps: Step[];
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export interface ExecutorOptions {
  readonly parallel: number;
  readonly continueOnError: boolean;
  /** A refresh continues after a failed read. */
  readonly ignoreErrors: boolean;
}

/** Performs chains of steps, as many at once as there are workers (`step_executor.go`). */
export class Executor {
  readonly errored: PlannedStep[] = [];
  failed = false;
  readonly #running = new Set<Promise<void>>();
  #free: number;
  #waiting: (() => void)[] = [];

  constructor(
    private readonly scope: Scope,
    private readonly log: Log,
    /** Undefined in a preview. */
    private readonly snapshot: Snapshot | undefined,
    private readonly options: ExecutorOptions,
  ) {
    this.#free = Math.max(1, options.parallel);
  }

  /** Hands a chain to a worker as soon as one is free. The result settles when the chain has ended. */
  async submit(chain: readonly PlannedStep[]): Promise<{ readonly ended: Promise<void> }> {
    while (this.#free === 0 && !this.scope.cancelled)
      await Promise.race([new Promise<void>((resolve) => this.#waiting.push(resolve)), this.scope.whenCancelled]);
    if (this.scope.cancelled) return { ended: Promise.resolve() };
    this.#free -= 1;
    const ended = this.#chain(chain).finally(() => {
      this.#free += 1;
      this.#running.delete(ended);
      this.#waiting.shift()?.();
    });
    this.#running.add(ended);
    return { ended };
  }

  /** Performs steps concurrently, and waits for them or the end of the run. */
  async all(steps: readonly PlannedStep[]): Promise<void> {
    const ends: Promise<void>[] = [];
    for (const step of steps) ends.push((await this.submit([step])).ended);
    await Promise.race([Promise.all(ends), this.scope.whenCancelled]);
  }

  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  async #chain(chain: readonly PlannedStep[]): Promise<void> {
    for (const step of chain) {
      if (this.scope.cancelled) return;
      try {
        await this.#step(step);
      } catch (error) {
        this.log.messages.push(`${step.res.urn}: ${messageOf(error)}`);
        this.#fail(step, error);
        return;
      }
    }
  }

  async #step(step: PlannedStep): Promise<void> {
    const shown = { op: step.op, urn: step.res.urn };
    this.log.steps.push(shown);
    try {
      await this.snapshot?.begin(step);
    } catch (error) {
      throw new Error(`pre-step event returned an error: ${messageOf(error)}`, { cause: error });
    }
    const failure = await (step.apply?.() ?? Promise.resolve()).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    try {
      await this.snapshot?.end(step, failure === undefined || failure.error instanceof PartialFailure);
    } catch (error) {
      throw new Error(`post-step event returned an error: ${messageOf(error)}`, { cause: error });
    }
    if (failure !== undefined) throw failure.error;
    if (step.found !== undefined) Object.assign(shown, { found: step.found() });
    step.done?.({ state: step.res, result: "success" });
  }

  #fail(step: PlannedStep, error: unknown): void {
    this.failed = true;
    if (this.options.ignoreErrors) return;
    if (!this.options.continueOnError && !(error instanceof ProtectedError)) return this.scope.cancel();
    step.done?.({ state: step.res, result: "failed" });
    this.errored.push(step);
  }
}
