import type { Clock } from "../sdk/values/clock.js";
import { overDefaults } from "../sdk/values/defaults.js";
import { SandboxClock, day, minute, second } from "./state/clock.js";
import { type Control, createControl } from "./control/control.js";
import { Emulator, type IncomingRequest, type RequestOutcome } from "./emulator/emulator.js";
import type { JournalEntry } from "./http/request-log.js";
import type { RateLimit } from "./http/rate-limiter.js";
import { defaultReadings, type Readings } from "./state/readings.js";
import { plant, type SeedChoice } from "./seeds/plant.js";
import type { Snapshot } from "./state/snapshot.js";
import { Store } from "./state/store.js";
import type { Surroundings } from "./rules/surroundings.js";
import { World } from "./state/world.js";

export interface EmulationOptions {
  /** What exists at the start, and after a reset. Default `default`. */
  readonly seed?: SeedChoice;
  /** A state to continue from instead of the seed; a reset still returns to the seed. */
  readonly snapshot?: Snapshot;
  /** How to interpret the API where it is ambiguous. */
  readonly readings?: Partial<Readings>;
  /** Lifetime of a session token, in seconds. Default 86,400, a day. */
  readonly tokenLifetime?: number;
  /** Rate limit per caller. Default 1,000 in 15 minutes, as in the published gateway's example. */
  readonly rateLimit?: RateLimit | false;
  /** Whether the gateway caches answers to GET. Default true. */
  readonly cache?: boolean;
  /** Time from the order of a domain to its registration, in milliseconds of the sandbox's time. Default 2,000. */
  readonly registrationDelay?: number;
  /** How long a new account is `creating` and a deleted one `deleting`, in milliseconds. Default 0. */
  readonly accountDelay?: number;
  /** How long every new object stays invisible: for a number of reads, or a time in milliseconds. Default: not at all. */
  readonly visibleAfter?: { readonly reads: number } | { readonly ms: number };
  /** Called after each request with its log entry. */
  readonly onRequest?: (entry: JournalEntry) => void;
}

/** The API of a sandbox in this process, without a network. */
export interface Emulation {
  readonly control: Control;
  /** Answers a request. Rejects if the emulation is closed while the request is delayed. */
  handle(request: IncomingRequest): Promise<RequestOutcome>;
  /** Ends all delays and deliveries. */
  close(): Promise<void>;
}

/** An emulation whose time is that of `clock`, moved by its control. */
export function emulate(options: EmulationOptions, clock: Pick<Clock, "now">, surroundings: Surroundings): Emulation {
  const sandboxClock = new SandboxClock(clock);
  const world = new World(new Store(sandboxClock), sandboxClock, overDefaults(defaultReadings, options.readings), {
    token: options.tokenLifetime === undefined ? day : options.tokenLifetime * second,
    registration: options.registrationDelay ?? 2 * second,
    account: options.accountDelay ?? 0,
  });
  const seed = options.seed ?? "default";
  plant(world, seed);
  if (options.snapshot !== undefined) world.store.restore(options.snapshot);
  const emulator = new Emulator(
    world,
    {
      rateLimit: options.rateLimit ?? { limit: 1000, windowMs: 15 * minute },
      cache: options.cache ?? true,
      visibleAfter: options.visibleAfter,
      onRequest: options.onRequest,
    },
    surroundings,
  );
  const control = createControl(emulator, seed);
  emulator.tick();
  return {
    control,
    handle: (request) => emulator.handle(request),
    close: () => emulator.close(),
  };
}
