import type { Clock } from "../values/clock.js";
import { LinkedController } from "./deadline.js";
import { exactly } from "../redaction/text.js";
import { Interrupted, TransportError } from "./transport-error.js";

/**
 * Bounds one request from the moment it leaves to the end of its answer. A bound on the pauses alone would let a provider
 * that sends one byte now and then hold a call for as long as it likes.
 */
export class RequestLimit {
  readonly #clock: Clock;
  readonly #milliseconds: number;
  readonly #controller: LinkedController;
  readonly #reason = new Error("the request took too long");
  readonly #stop = new AbortController();
  #started = false;

  /** `signal` ends the request as well. */
  constructor(clock: Clock, milliseconds: number, signal: AbortSignal) {
    this.#clock = clock;
    this.#milliseconds = milliseconds;
    this.#controller = new LinkedController(signal);
  }

  /** Aborts when the request has to end. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Waiting for a free connection does not count, so that time begins here. */
  start(): void {
    if (this.#started) return;
    this.#started = true;
    this.#clock.sleep(this.#milliseconds, this.#stop.signal).then(
      () => this.#controller.abort(this.#reason),
      () => undefined,
    );
  }

  /** The outcome of a step that minds the signal; where the limit has ended it, a fault of the exchange. */
  async over<T>(step: Promise<T>): Promise<T> {
    try {
      return await step;
    } catch (error) {
      if (error instanceof Interrupted && error.reason === this.#reason)
        throw new TransportError("request-timeout", error.sent, `no complete answer within ${exactly(this.#milliseconds)}`);
      throw error;
    }
  }

  /** Ends the limit; what goes on by then is bound by nothing. */
  release(): void {
    this.#stop.abort();
    this.#controller.release();
  }
}
