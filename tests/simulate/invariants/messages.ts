import { naturalKeyOf } from "../contents.js";
import type { Made } from "../ledger.js";
import { namesOf } from "../objects.js";
import type { World } from "../world.js";

/** Whether a message names the object, by its id or by what people call it where that tells it from all others, since it was made. */
export function isNamed(world: World, { key, run }: Made): boolean {
  const names = [...namesOf(world.store, key), naturalKeyOf(world.store, key)].filter((name) => name !== "");
  return world.stacks.some(({ ended }) =>
    ended.some((each) => each.run >= run && each.messages.some((message) => names.some((name) => message.includes(name)))),
  );
}
