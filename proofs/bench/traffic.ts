import diagnostics from "node:diagnostics_channel";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";

/** Requests in a period. */
export interface Requests {
  /** Number of requests by operation. */
  readonly byOperation: Readonly<Record<string, number>>;
  /** The highest number of requests under way at the same time. */
  readonly concurrency: number;
}

const started = "http.server.request.start";
const finished = "http.server.response.finish";

/** A sandbox that counts requests by operation, and how many are under way at the same time. */
export class CountingSandbox {
  #counts = new Map<string, number>();
  #underWay = 0;
  #concurrency = 0;

  private constructor(readonly sandbox: Sandbox) {
    diagnostics.subscribe(started, this.#onStart);
    diagnostics.subscribe(finished, this.#onFinish);
  }

  static async start(options: SandboxOptions): Promise<CountingSandbox> {
    // Requests may arrive as soon as the sandbox listens, but nobody knows its address yet.
    const counting: { by?: CountingSandbox } = {};
    const sandbox = await startSandbox({
      ...options,
      onRequest: ({ operation = "no operation" }) => counting.by?.count(operation),
    });
    return (counting.by = new CountingSandbox(sandbox));
  }

  /** The requests since the last call. */
  take(): Requests {
    const byOperation = Object.fromEntries(Array.from(this.#counts).sort(([a], [b]) => (a < b ? -1 : 1)));
    const concurrency = this.#concurrency;
    this.#counts = new Map();
    this.#concurrency = this.#underWay;
    return { byOperation, concurrency };
  }

  async close(): Promise<void> {
    diagnostics.unsubscribe(started, this.#onStart);
    diagnostics.unsubscribe(finished, this.#onFinish);
    await this.sandbox.close();
  }

  private count(operation: string): void {
    this.#counts.set(operation, (this.#counts.get(operation) ?? 0) + 1);
  }

  readonly #onStart = (message: unknown): void => {
    if (!this.#isOurs(message)) return;
    this.#underWay += 1;
    this.#concurrency = Math.max(this.#concurrency, this.#underWay);
  };

  readonly #onFinish = (message: unknown): void => {
    if (this.#isOurs(message)) this.#underWay -= 1;
  };

  #isOurs(message: unknown): boolean {
    const address = (message as { readonly server: Server }).server.address() as AddressInfo | null;
    return address !== null && address.port === Number(new URL(this.sandbox.url).port);
  }
}
