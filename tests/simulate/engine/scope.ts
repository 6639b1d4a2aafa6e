/** Ends what is going on in order: what is under way goes on, nothing new begins. */
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

/** Lets nothing happen after a kill: what was asked for by then never answers, what is asked for afterwards is not asked. */
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

  /** The outcome of `work`, or of `killed` as soon as the kill comes. */
  async live<T>(work: () => Promise<T>, killed: () => T): Promise<T> {
    const { kill } = this;
    if (kill === undefined) return work();
    if (kill.aborted) return killed();
    const end = new Promise<void>((resolve) => kill.addEventListener("abort", () => resolve(), { once: true }));
    return Promise.race([work(), end.then(killed)]);
  }
}
