import { type Sandbox, type SandboxOptions, startSandbox } from "../../sandbox/index.js";

/** Requests in a period. */
export interface Requests {
  /** Number of requests by operation. */
  readonly byOperation: Readonly<Record<string, number>>;
}

/** A sandbox that counts requests by operation. */
export class CountingSandbox {
  private constructor(
    readonly sandbox: Sandbox,
    private readonly counts: Map<string, number>,
  ) {}

  static async start(options: SandboxOptions): Promise<CountingSandbox> {
    const counts = new Map<string, number>();
    const onRequest: SandboxOptions["onRequest"] = ({ operation = "no operation" }) =>
      void counts.set(operation, (counts.get(operation) ?? 0) + 1);
    return new CountingSandbox(await startSandbox({ ...options, onRequest }), counts);
  }

  /** The requests since the last call. */
  take(): Requests {
    const byOperation = Object.fromEntries(Array.from(this.counts).sort(([a], [b]) => (a < b ? -1 : 1)));
    this.counts.clear();
    return { byOperation };
  }

  close(): Promise<void> {
    return this.sandbox.close();
  }
}
