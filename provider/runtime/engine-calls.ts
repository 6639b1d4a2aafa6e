import type { Clock } from "../../sdk/values/clock.js";

/** How long no further call must arrive before none is expected, in milliseconds: calls that Pulumi sends together are less far apart. */
const quiet = 100;
/** How often a gathering waits that long at most: five seconds in all. */
const mostWaits = 50;

/** The engine's calls to this process. */
export class Calls {
  #underWay = 0;
  #arrivals = 0;

  constructor(private readonly clock: Clock) {}

  /** Whether no call is under way. */
  get areOver(): boolean {
    return this.#underWay === 0;
  }

  /** Runs a call and tracks it until it ends. */
  async during<T>(call: () => Promise<T>): Promise<T> {
    this.#arrivals += 1;
    this.#underWay += 1;
    try {
      return await call();
    } finally {
      this.#underWay -= 1;
    }
  }

  /** Waits for the calls that arrive together with the present one: until none has arrived for a moment. */
  async gather(): Promise<void> {
    let seen: number | undefined;
    for (let waits = 0; waits < mostWaits && seen !== this.#arrivals; waits += 1) {
      seen = this.#arrivals;
      await this.clock.sleep(quiet);
    }
  }
}
