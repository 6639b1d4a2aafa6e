import { accountOf } from "../../provider/runtime/settings.js";
import { addressedKey } from "../../provider/values/ids.js";
import type { Accounts } from "../stack/accounts.js";
import { entryOf } from "./apply.js";
import { kindOf } from "../stack/definitions.js";
import { classOf, type StoredResource } from "../stack/deployment.js";
import type { Judged } from "./judge.js";

/**
 * The addressed keys of the objects that the plan adds to the state or removes from it.
 *
 * @param resources the resources of the state before the plan is applied
 */
export async function settledObjects(
  judged: readonly Judged[],
  resources: readonly StoredResource[],
  accounts: Accounts,
): Promise<ReadonlySet<string>> {
  const settled = new Set<string>();
  for (const { operation, change } of judged) {
    const { resource } = operation;
    const className = classOf(resource);
    const id = idOf(change, resource, resources);
    if (className === undefined || id === undefined) continue;
    const { settings } = await accounts.contextOf(resource);
    settled.add(addressedKey({ kind: kindOf(className), address: accountOf(settings).address, id }));
  }
  return settled;
}

function idOf(change: Judged["change"], resource: StoredResource, resources: readonly StoredResource[]): string | undefined {
  switch (change.action) {
    case "take-over":
      return change.id;
    case "remove":
      return entryOf(resources, resource)?.id;
    case "update":
    case "drop":
    case "leave":
      return undefined;
  }
}
