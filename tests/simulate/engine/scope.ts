/** Ends work normally: what is under way continues, nothing new begins. */
export class Scope {
  #cancelled = false;
  #tell: () => void = () => undefined;
  readonly whenCancelled = new Promise<void>((resolve) => {
    this.#tell = resolve;
  });

  get cancelled(): boolean {
    return this.#cancelled;
  }

  cancel(): void {
    this.#cancelled = true;
    this.#tell();
  }
}

const never = (): Promise<never> => new Promise(() => undefined);

/** Stops everything at a kill: earlier calls never return, later ones are not made. */
export class Life {
  constructor(private readonly kill: AbortSignal | undefined) {}

  async ask<T>(question: () => T | Promise<T>): Promise<T> {
    if (this.kill?.aborted === true) return never();
    try {
      const answer = await question();
      return this.kill?.aborted ? await never() : answer;
    } catch (error) {
      if (this.kill?.aborted) return never();
      throw error;
    }
  }

  /** The result of `work`, or of `killed` as soon as the kill comes. */
  async live<T>(work: () => Promise<T>, killed: () => T): Promise<T> {
    const { kill } = this;
    if (kill === undefined) return work();
    if (kill.aborted) return killed();
    const end = new Promise<void>((resolve) => kill.addEventListener("abort", () => resolve(), { once: true }));
    return Promise.race([work(), end.then(killed)]);
  }
}
