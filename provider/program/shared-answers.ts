import type { Clock } from "../../sdk/values/clock.js";

/** Maximum age of an answer for a later lookup, in milliseconds. */
const maximumAge = 60_000;

interface Shared<T> {
  readonly answer: Promise<T>;
  /** When it arrived; infinite until then. */
  arrived: number;
}

/** Answers of an account, by request. Equal requests share an answer while it is under way and for a minute. A failure is not shared further. */
export class SharedAnswers {
  readonly #known = new Map<string, Shared<unknown>>();

  constructor(private readonly clock: Pick<Clock, "now">) {}

  /**
   * @param key identifies the request
   * @param suffices whether a shared answer is enough. If not, the request is sent once more: what is missing may have been created
   * since, even by this run.
   */
  async get<T>(key: string, send: () => Promise<T>, suffices: (answer: T) => boolean = () => true): Promise<T> {
    const shared = this.#current<T>(key);
    if (shared === undefined) return this.#send(key, send);
    const answer = await shared.answer;
    if (suffices(answer)) return answer;
    // Another lookup may have sent it meanwhile.
    const newer = this.#current<T>(key);
    return newer === undefined || newer === shared ? this.#send(key, send) : newer.answer;
  }

  #current<T>(key: string): Shared<T> | undefined {
    const shared = this.#known.get(key) as Shared<T> | undefined;
    return shared !== undefined && this.clock.now() - shared.arrived < maximumAge ? shared : undefined;
  }

  #send<T>(key: string, send: () => Promise<T>): Promise<T> {
    const shared: Shared<T> = { answer: send(), arrived: Infinity };
    this.#known.set(key, shared);
    shared.answer.then(
      () => (shared.arrived = this.clock.now()),
      () => this.#known.get(key) === shared && this.#known.delete(key),
    );
    return shared.answer;
  }
}

/** Identifies a request of an operation, in whatever order its input is written. */
export const requestKey = (id: string, input: object): string =>
  JSON.stringify([id, Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1))]);
