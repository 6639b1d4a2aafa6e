import type { Fault, FaultEffect } from "../../sandbox/index.js";

/** Numbers from 0 to 1 that are the same for the same seed. */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    // The generator known as mulberry32: short, and even enough to distribute faults.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const onAny: readonly FaultEffect[] = [
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "status", status: 500 },
  { kind: "status", status: 500, when: "after" },
  { kind: "status", status: 502, body: "<html>Bad Gateway</html>", when: "after" },
  { kind: "status", status: 503, headers: { "Retry-After": "1" } },
  { kind: "truncate" },
  { kind: "malformed" },
  { kind: "timeout-before" },
  { kind: "timeout-after" },
];

const onCreation: readonly FaultEffect[] = [
  { kind: "hidden", reads: 1 },
  { kind: "hidden", reads: 3 },
];

const onListing: readonly FaultEffect[] = [{ kind: "stale-list" }];

export interface FaultyOperation {
  readonly operation: string;
  readonly is: "creation" | "listing" | "read";
}

/** Distributes faults at random over the first requests for each operation: `share` of them. */
export function strew(
  operations: readonly FaultyOperation[],
  { seed, share, requests }: { readonly seed: number; readonly share: number; readonly requests: number },
): Fault[] {
  const random = seeded(seed);
  const faults: Fault[] = [];
  for (const { operation, is } of operations) {
    const effects = [...onAny, ...(is === "creation" ? onCreation : is === "listing" ? onListing : [])];
    for (let occurrence = 1; occurrence <= requests; occurrence++)
      if (random() < share) faults.push({ operation, occurrence, effect: effects[Math.floor(random() * effects.length)]! });
  }
  return faults;
}
