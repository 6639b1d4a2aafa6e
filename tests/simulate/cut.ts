import type { ProviderProcess } from "./engine/types.js";
import type { Kill } from "./history.js";
import { Life, type Moment, Moments } from "./points.js";

/** What cuts off a command: a kill, or its user, who presses Ctrl-C. */
export class Cut {
  readonly moments: Moments;
  readonly #engine = new AbortController();
  readonly #interruption = new AbortController();
  readonly #lives: Life[] = [];
  readonly #processes: ProviderProcess[] = [];
  #at: Moment | undefined;

  /**
   * @param stop a person kills everything
   */
  constructor(kill: Kill | undefined, stop: AbortSignal) {
    let second: number | undefined;
    this.moments = new Moments((moment, count) => {
      if (kill === undefined) return;
      if (count === second) this.#terminate();
      if (this.#at !== undefined || !isAt(kill, moment, count)) return;
      this.#at = moment;
      if (kill.who === "user") {
        this.#interruption.abort();
        if (kill.again !== undefined) second = count + kill.again;
      } else this.#kill(kill.who);
    });
    stop.addEventListener("abort", () => this.#kill("engine"));
  }

  /** When somebody was killed, or pressed Ctrl-C. */
  get at(): Moment | undefined {
    return this.#at;
  }

  /** `kill -9` of the engine, or its end after a second Ctrl-C: it writes no state any more. */
  get killed(): AbortSignal {
    return this.#engine.signal;
  }

  get interrupted(): AbortSignal {
    return this.#interruption.signal;
  }

  /** A provider process that ends with its engine at the latest. */
  start(process: (life: Life) => ProviderProcess): ProviderProcess {
    const life = new Life(this.moments);
    this.#lives.push(life);
    const started = process(life);
    this.#processes.push(started);
    return started;
  }

  end(): void {
    for (const life of this.#lives) life.end();
  }

  #kill(who: "engine" | "provider"): void {
    if (who === "engine") this.#engine.abort();
    this.end();
  }

  /** The engine ends at once, and its provider processes get the signal to end normally, whatever they are doing. */
  #terminate(): void {
    this.#engine.abort();
    // What a process does without waiting is finished before it receives a signal.
    queueMicrotask(() => {
      for (const process of this.#processes) void process.end?.();
    });
  }
}

const isAt = (kill: Kill, { when, nth }: Moment, count: number): boolean =>
  "at" in kill ? kill.at === count : kill.when === when && kill.nth === nth;
