import { nameKey } from "../../provider/values/reserved-properties.js";
import type { Accounts } from "../stack/accounts.js";
import { definitionFor } from "../stack/definitions.js";
import { notedNameOf } from "../stack/deployment.js";
import type { Judged } from "./judge.js";
import { plainProperties } from "../stack/plaintext.js";

/** Records which entries of the new state have an object. Until the next run of the stack, other stacks know it only from this. */
export async function claimTakenOver(judged: readonly Judged[], accounts: Accounts): Promise<void> {
  for (const { operation, change } of judged) {
    if (change.action !== "take-over") continue;
    const { resource } = operation;
    const definition = await definitionFor(resource);
    const { ownership } = await accounts.contextOf(resource);
    const inputs = { [nameKey]: notedNameOf(resource.urn), ...plainProperties(resource.inputs) };
    if (definition !== undefined)
      await ownership.keeps(definition, { id: change.id, state: plainProperties(change.outputs), news: inputs });
  }
}
