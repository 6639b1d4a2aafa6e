import { labelOf } from "../../../provider/values/kinds.js";
import { actualContents, naturalKeyOf, kindOf, namesOf } from "../objects.js";
import { nameOfUrn } from "../program.js";
import type { Made } from "../ledger.js";
import type { World } from "../world.js";

/** Whether a message since its creation names the object, by its id or by a name that distinguishes it from all others. */
export function isNamed(world: World, made: Made): boolean {
  if (isPending(world, made)) return true;
  const { key, run } = made;
  const names = [...namesOf(world.store, key), naturalKeyOf(world.store, key)].filter((name) => name !== "");
  const contents = Object.values(actualContents(world.store, key)).filter((value) => typeof value === "string");
  const isTold = (message: string): boolean =>
    names.some((name) => message.includes(name)) ||
    (/Earlier runs of this stack tried to create/.test(message) &&
      message.includes(labelOf(kindOf(key))) &&
      (contents.some((value) => message.includes(value)) || kindOf(key) === "gdprContract"));
  return world.stacks.some(({ ended }) => ended.some((each) => each.run >= run && each.messages.some(isTold)));
}

/** Whether each command warns about its interrupted creation, and `hosting recover` names it. */
const isPending = ({ stacks }: World, { by }: Made): boolean =>
  by !== undefined &&
  (stacks[by.place]?.state.pending_operations ?? []).some(
    ({ type, resource }) => type === "creating" && nameOfUrn(resource.urn) === by.name,
  );
