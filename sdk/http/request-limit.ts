import { after, type Clock } from "../values/clock.js";
import { LinkedController } from "./deadline.js";
import { exactly } from "../redaction/text.js";
import { Interrupted, TransportError } from "./transport-error.js";

/**
 * Limits one request from its sending to the end of its answer. A limit on pauses alone would let a provider that sends one byte
 * now and then block a call indefinitely.
 */
export class RequestLimit {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #controller: LinkedController;
  readonly #reason = new Error("the request took too long");
  /** Stops the limit; undefined until it starts. */
  #stop: (() => void) | undefined;

  /** `signal` ends the request too. */
  constructor(clock: Clock, milliseconds: number, signal: AbortSignal) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#controller = new LinkedController(signal);
  }

  /** Aborts when the request must end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waiting for a free connection does not count, so the time starts here. */
  start(): void {
    this.#stop ??= after(this.#clock, this.#milliseconds, () => this.#controller.abort(this.#reason));
  }

  /** The outcome of a step that observes the signal. If the limit ended it, throws a fault of the exchange. */
  async over<T>(step: Promise<T>): Promise<T> {
    try {
      return await step;
    } catch (error) {
      if (error instanceof Interrupted && error.reason === this.#reason)
        throw new TransportError("request-timeout", error.sent, `no complete answer within ${exactly(this.#milliseconds)}`);
      throw error;
    }
  }

  /** Ends the limit. What continues afterwards is unlimited. */
  release(): void {
    this.#stop?.();
    // A request that starts only now is not limited either.
    this.#stop = () => undefined;
    this.#controller.release();
  }
}
