import { naturalKeyOf } from "../contents.js";
import type { Made } from "../ledger.js";
import { idOf } from "../objects.js";
import type { World } from "../world.js";

/** Whether a message names the object, by its id or its natural key, since it was made. */
export function isNamed(world: World, { key, run }: Made): boolean {
  const names = [idOf(key), naturalKeyOf(world.store, key)].filter((name) => name !== "");
  return world.stacks.some(({ ended }) =>
    ended.some((each) => each.run >= run && each.messages.some((message) => names.some((name) => message.includes(name)))),
  );
}
