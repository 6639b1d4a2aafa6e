import { type Command, type Fault, faultKinds, type Kill } from "./history.js";
import type { Random } from "./random.js";

export const second = 1000;
export const minute = 60 * second;

/** A command on a stack, and what goes wrong meanwhile. */
export function drawCommand(random: Random, index: number, options: Partial<Command> = {}): Command {
  const goesWrong = random.chance(0.45);
  const faults = goesWrong && random.chance(0.7) ? Array.from({ length: 1 + random.below(2) }, () => drawFault(random)) : [];
  return {
    in: index,
    name: "up",
    ...(random.chance(0.1) ? { refresh: true } : {}),
    ...(random.chance(0.1) ? { continueOnError: true } : {}),
    ...(random.chance(0.3) ? { parallel: 1 } : {}),
    ...(faults.length > 0 ? { faults } : {}),
    ...(goesWrong && random.chance(0.4) ? { kill: drawKill(random) } : {}),
    ...(goesWrong && random.chance(0.1) ? { fullDisk: 1 + random.below(8) } : {}),
    ...options,
  };
}

export function drawKill(random: Random): Kill {
  const at = 1 + random.below(random.pick([25, 60, 150]));
  const who = random.weighted({ engine: 5, provider: 2, user: 2 });
  return who === "user" && random.chance(0.6) ? { who, at, again: 1 + random.below(15) } : { who, at };
}

function drawFault(random: Random): Fault {
  const kind = random.pick(faultKinds);
  const status = kind === "status-before" ? random.pick([400, 403, 429, 500, 502, 503]) : random.pick([500, 502, 503]);
  const after = kind === "rate" ? random.pick([minute, 10 * minute]) : random.pick([3, 16, 30, 90]) * second;
  return {
    on: random.weighted({ write: 6, read: 3, login: 0.3 }),
    nth: 1 + random.below(random.pick([2, 8])),
    ...(random.chance(0.4) ? { times: 2 + random.below(2) } : {}),
    kind,
    ...(kind === "status-before" || kind === "status-after" ? { status } : {}),
    ...(kind === "rate" || kind === "late" || kind === "slow" ? { after } : {}),
  };
}
