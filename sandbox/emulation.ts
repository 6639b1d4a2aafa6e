import type { Clock } from "../sdk/values/clock.js";
import { SandboxClock } from "./state/clock.js";
import { type Control, createControl } from "./control/control.js";
import { Emulator, type IncomingRequest, type RequestOutcome } from "./emulator/emulator.js";
import type { JournalEntry } from "./http/request-log.js";
import { plant, type SeedChoice } from "./seeds/plant.js";
import { changed, defaultSettings, type Settings } from "./state/settings.js";
import type { Snapshot } from "./state/snapshot.js";
import { Store } from "./state/store.js";
import type { Surroundings } from "./rules/surroundings.js";
import { World } from "./state/world.js";

export interface EmulationOptions extends Settings {
  /** What exists at the start, and after a reset. Default `default`. */
  readonly seed?: SeedChoice;
  /** A state to continue from instead of the seed; a reset still returns to the seed. */
  readonly snapshot?: Snapshot;
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
  const world = new World(new Store(sandboxClock), sandboxClock, changed(defaultSettings, options));
  const seed = options.seed ?? "default";
  plant(world, seed);
  if (options.snapshot !== undefined) world.store.restore(options.snapshot);
  const emulator = new Emulator(world, surroundings, options.onRequest);
  const control = createControl(emulator, seed);
  emulator.tick();
  return {
    control,
    handle: (request) => emulator.handle(request),
    close: () => emulator.close(),
  };
}
