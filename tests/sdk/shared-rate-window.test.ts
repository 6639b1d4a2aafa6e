import assert from "node:assert/strict";
import fc from "fast-check";
import { type Permit, RateWindow, windowLength } from "../../sdk/http/rate-window.js";
import { FakeClock } from "../support/clock.js";

/** What the provider's gateway makes of a request. */
interface Counted {
  readonly status: number;
  readonly remaining: number;
  /** When the window ends that it was counted in. */
  readonly end: number;
}

/** The provider's gateway: fixed windows for all that share a login, each opened by a request. */
class Gateway {
  #end = 0;
  #used = 0;
  refused = 0;

  constructor(
    private readonly clock: FakeClock,
    readonly limit: number,
  ) {}

  count(): Counted {
    if (this.clock.now() >= this.#end) [this.#end, this.#used] = [this.clock.now() + windowLength, 0];
    this.#used = Math.min(this.#used + 1, this.limit);
    const remaining = this.limit - this.#used;
    if (remaining === 0) this.refused++;
    return { status: remaining === 0 ? 429 : 200, remaining, end: this.#end };
  }
}

interface Journey {
  readonly operation: string;
  /** Milliseconds before the caller asks for the request to be sent, until it arrives, and until its answer does. */
  readonly before: number;
  readonly there: number;
  readonly back: number;
  readonly lost: boolean;
  /** Whether a refusal says when the window ends. */
  readonly advised: boolean;
}

const free = "authenticate";

const journey = fc.record<Journey>({
  operation: fc.constantFrom("list", "create", free),
  before: fc.nat({ max: 200_000 }),
  there: fc.nat({ max: 40_000 }),
  back: fc.nat({ max: 40_000 }),
  lost: fc.boolean(),
  advised: fc.boolean(),
});

/** A program that sends what it is given, a few at a time, and notes what its answers have told it. */
class Program {
  readonly #window: RateWindow;
  readonly #limited = new Set<string>();
  /** End of the window that its `RateWindow` takes for the current one. */
  #end = 0;
  /** Until then it knows that the window is used up. */
  #closedUntil = 0;
  sent = 0;

  constructor(
    private readonly clock: FakeClock,
    private readonly gateway: Gateway,
  ) {
    this.#window = new RateWindow(clock, () => undefined);
  }

  async run(journeys: readonly Journey[], parallel: number): Promise<void> {
    const left = [...journeys];
    const worker = async () => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) await this.#send(next);
    };
    await Promise.all(Array.from({ length: parallel }, worker));
  }

  async #send({ operation, before, there, back, lost, advised }: Journey): Promise<void> {
    await this.clock.sleep(before);
    const { permit } = await this.#window.enter(operation, { left: Infinity }, new AbortController().signal);
    assert.ok(
      !this.#limited.has(operation) || this.clock.now() >= this.#closedUntil,
      `${operation} was sent ${this.#closedUntil - this.clock.now()} ms before the end of a window that was known to be used up`,
    );
    this.sent++;
    await this.clock.sleep(there);
    const counted = operation === free ? undefined : this.gateway.count();
    await this.clock.sleep(back);
    if (!lost) this.#receive(permit, operation, counted, advised);
    permit.over();
  }

  #receive(permit: Permit, operation: string, counted: Counted | undefined, advised: boolean): void {
    const { left } = this.#window;
    permit.answered(this.#answer(operation, counted, advised));
    if (counted === undefined) return;
    this.#limited.add(operation);
    if (this.#window.left !== left) this.#end = counted.end;
    // Nothing tells a request that was under way when another program opened the next window from one of the current window.
    if (counted.remaining <= 1 && counted.end === this.#end) this.#closedUntil = Math.max(this.#closedUntil, counted.end);
  }

  #answer(operation: string, counted: Counted | undefined, advised: boolean) {
    const fields: Record<string, string> = {};
    if (counted !== undefined) {
      fields["x-ratelimit"] = String(this.gateway.limit);
      fields["x-ratelimit-remaining"] = String(counted.remaining);
      if (counted.status === 429 && advised)
        fields["retry-after"] = String(Math.max(0, Math.ceil((counted.end - this.clock.now()) / 1000)));
    }
    return { status: counted?.status ?? 200, header: (name: string) => fields[name] };
  }
}

describe("a rate window that several programs share", () => {
  it("receives no request from a program that knows it is used up", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 10 }),
        fc.array(fc.tuple(fc.array(journey, { maxLength: 25 }), fc.integer({ min: 1, max: 6 })), { minLength: 1, maxLength: 3 }),
        async (limit, programs) => {
          const clock = new FakeClock();
          const gateway = new Gateway(clock, limit);
          const running = programs.map(([journeys, parallel]) => {
            const program = new Program(clock, gateway);
            return { program, journeys, done: program.run(journeys, parallel) };
          });
          await clock.drive(Promise.all(running.map(({ done }) => done)), () => true);
          for (const { program, journeys } of running) assert.equal(program.sent, journeys.length, "everything gets through");
        },
      ),
      { numRuns: 200 },
    );
  });
});
