import { appendFileSync } from "node:fs";
import { constants, type PerformanceEntry, PerformanceObserver } from "node:perf_hooks";

/**
 * Loaded into every Node process of a Pulumi command. In the provider process it appends a line of JSON to the file that
 * `BENCH_PROVIDER_MEMORY` names each time that a peak rises. The process may be killed at any time, so each line counts, and the largest of each peak is the result.
 */

/** Peaks in bytes. */
export interface ProviderMemory {
  /** Resident memory, as the system reports it. */
  readonly resident: number;
  /** Used heap and buffers, with what is not collected yet. */
  readonly used: number;
  /** Heap and buffers right after a complete garbage collection: what is in use. 0 if there was none. */
  readonly live: number;
}

/** Milliseconds between samples. */
const interval = 20;

const isProvider = /[\\/]cmd[\\/]dynamic-provider([\\/]|$)/.test(process.argv[1] ?? "");
const file = process.env["BENCH_PROVIDER_MEMORY"];

function record(path: string): void {
  let peak: ProviderMemory = { resident: 0, used: 0, live: 0 };
  const inUse = (): number => {
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const raise = (live: number): void => {
    // Kilobytes, whatever the system.
    const resident = process.resourceUsage().maxRSS * 1024;
    const next = { resident, used: Math.max(peak.used, inUse()), live: Math.max(peak.live, live) };
    if (next.resident === peak.resident && next.used === peak.used && next.live === peak.live) return;
    peak = next;
    appendFileSync(path, `${JSON.stringify(peak)}\n`);
  };
  setInterval(() => raise(0), interval).unref();
  const isComplete = (collection: PerformanceEntry): boolean =>
    (collection as PerformanceEntry & { readonly detail: { readonly kind: number } }).detail.kind ===
    constants.NODE_PERFORMANCE_GC_MAJOR;
  new PerformanceObserver((list) => {
    if (list.getEntries().some(isComplete)) raise(inUse());
  }).observe({ entryTypes: ["gc"] });
  process.once("exit", () => raise(0));
}

if (isProvider && file !== undefined) record(file);
