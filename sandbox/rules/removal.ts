import { type CollectionName, collectionNames, traitsOf } from "../state/collections.js";
import type { World } from "../state/world.js";

/** Removes an object and everything in it. */
export function remove(world: World, container: CollectionName, id: string): void {
  for (const name of collectionNames) {
    const within: Readonly<Record<string, string | undefined>> = traitsOf(name).within ?? {};
    const member = within[container];
    if (member === undefined) continue;
    const records: readonly object[] = world.objects[name].all();
    for (const record of records as readonly Readonly<Record<string, unknown>>[])
      if (String(record[member]) === id) remove(world, name, String(record["id"]));
  }
  world.objects[container].delete(id);
}
