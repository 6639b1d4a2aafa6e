import { isCostly } from "../kinds.js";
import { naturalKeyOf, kindOf } from "../objects.js";
import type { Made } from "../ledger.js";
import type { Ended, Stack } from "../stack.js";
import type { World } from "../world.js";
import { allHoldings, isLive } from "./holders.js";
import { isNamed } from "./messages.js";

/** A billed object exists once for each declared resource, and is in a state or named in a message. */
export function costlyMistake(world: World, { command, result, failures }: Ended): string | undefined {
  const stack = world.stack(command.in);
  const holdings = allHoldings(world);
  const ours = [...world.ledger.made.values()].filter(
    ({ key, by }) => isCostly(kindOf(key)) && by?.place === stack.index && world.exists(key),
  );

  const counted = new Map<string, Made>();
  for (const made of ours) {
    const isLiving = holdings.some((each) => each.object === made.key && isLive(each));
    if (!isLiving && made.heldBy.size > 0) continue;
    // No note of it is left, so a run can only report what it finds.
    if (made.run <= stack.forgetsUntil && made.heldBy.size === 0 && isNamed(world, made)) continue;
    const declared = `${made.by!.name} ${naturalKeyOf(world.store, made.key)}`;
    const other = counted.get(declared);
    if (other !== undefined && !made.excused && !other.excused && !isWaitCutShort(stack, other, made))
      return `${other.key} and ${made.key} were both ordered for ${made.by!.name} of stack ${stack.index}`;
    counted.set(declared, made);
  }

  const lookedEverywhere =
    command.name === "up" &&
    command.target === undefined &&
    command.exclude === undefined &&
    command.targetReplace === undefined &&
    command.kill === undefined &&
    command.fullDisk === undefined;
  if (!lookedEverywhere) return undefined;
  const forgotten = ours.find(
    (made) =>
      (result === "succeeded" || failures.some(({ call }) => call.method === "create" && call.name === made.by!.name)) &&
      made.heldBy.size === 0 &&
      !holdings.some((each) => each.object === made.key) &&
      !isNamed(world, made) &&
      stack.program.has(made.by!.name),
  );
  return (
    forgotten && `${forgotten.key}, ordered for ${forgotten.by!.name} of stack ${stack.index}, is in no state and in no message`
  );
}

/** The clock of the machine was set ahead after a killed order, so the next run took a long wait for over (docs/limits.md). */
const isWaitCutShort = ({ ended, setAheadAfter = 0 }: Stack, first: Made, second: Made): boolean =>
  first.run <= setAheadAfter &&
  second.run > setAheadAfter &&
  ended.some(({ run, killed }) => run === first.run && killed !== undefined);
