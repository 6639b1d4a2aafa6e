import { differences } from "../../provider/lifecycle/check.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Found } from "../../provider/definition/found.js";
import { deviations, unseen, writtenState } from "../../provider/lifecycle/state.js";
import { pick, type Properties } from "../../provider/values/properties.js";
import { changeKey, neverSeen, nothingProven, ownerKey, repeatedKey } from "../../provider/values/reserved-properties.js";
import { dependents, entryOf } from "./apply.js";
import { nameOf, providerUrn } from "./deployment.js";
import { plainProperties } from "./plaintext.js";
import { providerIn } from "./references.js";
import { type Case, drop, storedOutputs, type Verdict } from "./verdict.js";

const noEntry = drop("not looked for", "The state has no such resource any more.");

/** What has come of an update. The resource is in the state in any case. */
export async function judgeUpdate(each: Case): Promise<Verdict> {
  const { operation, definition, inputs, resources } = each;
  if (definition.update === undefined)
    return drop("not looked for", `The interface changes nothing of it: the next \`up\` goes on with it.`);
  const present = entryOf(resources, operation.resource);
  if (present === undefined) return noEntry;
  const found = await each.look(present.id);
  if (found === undefined)
    return drop("gone", `It is in the state, but not at the provider: \`pulumi up --refresh\` says what follows.`);

  const state = plainProperties(present.outputs);
  const differing = differences(definition, state, inputs).update;
  // A change that was taken back is sent again as a whole.
  const changed = differing.length > 0 ? differing : updatable(definition);
  const missing = changed.filter((name) => deviations(definition, inputs, found).includes(name));
  const hidden = changed.filter((name) => unseen(definition, inputs).includes(name) && !missing.includes(name));
  const again = "The next `up` sends it again.";
  if (missing.length === 0 && hidden.length === 0) {
    if (operation.resource.provider === undefined || providerIn(resources, operation.resource) !== undefined)
      return arrived(each, found, present.id, state);
    return drop(
      "changed",
      `It arrived, but the state no longer has its provider (${nameOf(providerUrn(operation.resource) ?? "")}). ${again}`,
    );
  }
  if (hidden.length > 0 && missing.length === 0)
    return drop(
      "as far as is seen",
      `The provider does not show ${hidden.join(", ")}, so that it is not known to have arrived. ${again}`,
    );
  return missing.length === changed.length
    ? drop("not changed", `${missing.join(", ")} did not arrive. ${again}`)
    : drop("partly changed", `${missing.join(", ")} did not arrive. ${again}`);
}

const updatable = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy }]) => policy === "update")
    .map(([name]) => name);

/** @param state what the entry says of the object of that id */
function arrived(each: Case, found: Found, id: string, state: Properties): Verdict {
  const written = { ...writtenState(each.definition, each.inputs, found), ...pick(state, [ownerKey, repeatedKey, changeKey]) };
  return {
    change: { action: "update", outputs: storedOutputs(each, written) },
    found: "changed",
    why: "The update arrived: the state is told so.",
    settles: each.unshownChanges(id, state),
  };
}

/** What has come of a deletion. */
export async function judgeDeletion(each: Case): Promise<Verdict> {
  const { operation, definition, resources } = each;
  const present = entryOf(resources, operation.resource);
  if (present === undefined) return noEntry;
  if (definition.deletion.delete === undefined)
    return drop("not looked for", "Nothing can delete it at the provider: the next `up` or `destroy` takes it out of the state.");
  const found = await each.look(present.id);
  if (found !== undefined)
    return drop(
      "still there",
      definition.deletion.staysListed === true
        ? "It is listed, as it may be until the deletion takes effect. It stays in the state: the next `up` or `destroy` deletes it."
        : "It stays in the state: the next `up` or `destroy` deletes it.",
    );
  if (neverSeen(plainProperties(present.outputs))) return drop("not there", `${nothingProven} It stays in the state.`);
  const needing = dependents(resources, present).map(({ urn }) => nameOf(urn));
  if (needing.length > 0)
    return drop(
      "gone",
      `It stays in the state as long as others there need it (${needing.join(", ")}): the next \`up\` or \`destroy\` goes on.`,
    );
  return { change: { action: "remove" }, found: "gone", why: "The deletion arrived: it leaves the state." };
}
