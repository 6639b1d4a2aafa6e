/** Thrown into what continues in a process after its death; nobody is left to see it. */
export class Dead extends Error {}

/** A new promise each time: a shared one would never release what waits for it. */
const never = (): Promise<never> => new Promise<never>(() => undefined);

/**
 * The life of a process. Everything that it does to the world, and everything that it waits for, goes through {@link reach}: that is a
 * moment at which it can be killed, and none of it has an effect after its death.
 */
export class Life {
  readonly #death = new AbortController();

  constructor(private readonly moments: Moments) {}

  get isOver(): boolean {
    return this.#death.signal.aborted;
  }

  /** Aborts at the death. */
  get death(): AbortSignal {
    return this.#death.signal;
  }

  end(): void {
    this.#death.abort();
  }

  /** A moment in code that does not wait. */
  passNow(what: string): void {
    if (this.isOver) throw new Dead();
    this.moments.count(what);
    if (this.isOver) throw new Dead();
  }

  /** A moment; it never resolves in a process that is dead by then. */
  async pass(what: string): Promise<void> {
    if (this.isOver) return never();
    this.moments.count(what);
    return this.isOver ? never() : undefined;
  }

  /** The result of what the process waits for; a dead process never receives it. */
  async outlive<T>(step: Promise<T>): Promise<T> {
    try {
      const result = await step;
      return this.isOver ? await never() : result;
    } catch (error) {
      if (this.isOver) return never();
      throw error;
    }
  }
}

/** A moment, by the action and how often it has occurred. */
export interface Moment {
  readonly when: string;
  readonly nth: number;
}

/** The moments of one command, at each of which it may be cut off. */
export class Moments {
  #count = 0;
  readonly #seen = new Map<string, number>();

  constructor(private readonly onMoment: (moment: Moment, count: number) => void) {}

  count(when: string): void {
    this.#count += 1;
    const nth = (this.#seen.get(when) ?? 0) + 1;
    this.#seen.set(when, nth);
    this.onMoment({ when, nth }, this.#count);
  }
}
