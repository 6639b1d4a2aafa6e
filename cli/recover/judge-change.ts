import { differences } from "../../provider/lifecycle/check.js";
import type { Definition } from "../../provider/definition/definition.js";
import type { Found } from "../../provider/definition/found.js";
import { deviations, hiddenArguments, writtenState } from "../../provider/lifecycle/state.js";
import { pick, type Properties } from "../../provider/values/properties.js";
import { isUnconfirmed, nothingProven, ownerKey } from "../../provider/values/reserved-properties.js";
import { dependents, entryOf } from "./apply.js";
import { nameOf, providerUrn } from "../stack/deployment.js";
import { plainProperties } from "../stack/plaintext.js";
import { providerIn } from "./references.js";
import { type Case, drop, storedOutputs, type Verdict } from "./verdict.js";

const noEntry = drop("not checked", "The state no longer has this resource.");

/** Judges an update. The state has the resource in any case. */
export async function judgeUpdate(each: Case): Promise<Verdict> {
  const { operation, definition, inputs, resources } = each;
  if (definition.update === undefined) return drop("not checked", "The API cannot change it. The next `up` handles it.");
  const present = entryOf(resources, operation.resource);
  if (present === undefined) return noEntry;
  const found = await each.look(present.id);
  if (found === undefined)
    return drop("gone", "The state has it, but the provider does not. `pulumi up --refresh` shows what happens next.");

  const state = plainProperties(present.outputs);
  const differing = differences(definition, state, inputs).update;
  // A change that was reverted is sent again completely.
  const changed = differing.length > 0 ? differing : updatable(definition);
  const missing = changed.filter((name) => deviations(definition, inputs, found).includes(name));
  const hidden = changed.filter((name) => hiddenArguments(definition, inputs, found).includes(name) && !missing.includes(name));
  const again = "The next `up` sends it again.";
  if (missing.length === 0 && hidden.length === 0) {
    if (operation.resource.provider === undefined || providerIn(resources, operation.resource) !== undefined)
      return arrived(each, found, present.id, state);
    return drop(
      "changed",
      `The update succeeded, but the state no longer has its provider (${nameOf(providerUrn(operation.resource) ?? "")}). ${again}`,
    );
  }
  if (hidden.length > 0 && missing.length === 0)
    return drop(
      "not visible",
      `The provider does not show ${hidden.join(", ")}, so it is unknown whether the update succeeded. ${again}`,
    );
  return missing.length === changed.length
    ? drop("not changed", `The update did not change ${missing.join(", ")}. ${again}`)
    : drop("partly changed", `The update did not change ${missing.join(", ")}. ${again}`);
}

const updatable = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy }]) => policy === "update")
    .map(([name]) => name);

/** @param state what the entry says about the object with that id */
function arrived(each: Case, found: Found, id: string, state: Properties): Verdict {
  const written = { ...writtenState(each.definition, each.inputs, found), ...pick(state, [ownerKey]) };
  return {
    change: { action: "update", outputs: storedOutputs(each, written) },
    found: "changed",
    why: "The update succeeded; the state will be updated.",
    settles: each.openUpdates(id, state),
  };
}

/** What the next run does with an entry that stays, in both cases: the program is unknown here, and may have changed since the run. */
const nextRun = (continues: string, otherwise: string): string =>
  `If the program still replaces it or no longer declares it, the next \`up\` or \`destroy\` ${continues}. ` +
  `If the program declares it as before, \`up\` ${otherwise}.`;

/** Judges a deletion. */
export async function judgeDeletion(each: Case): Promise<Verdict> {
  const { operation, definition, resources } = each;
  const present = entryOf(resources, operation.resource);
  if (present === undefined) return noEntry;
  if (definition.deletion.delete === undefined)
    return drop("not checked", `No operation can delete it at the provider. ${nextRun("removes it from the state", "keeps it")}`);
  const found = await each.look(present.id);
  if (found !== undefined)
    return drop(
      "still exists",
      definition.deletion.staysListed === true
        ? "It is still listed, which is possible until the deletion takes effect. It stays in the state. " +
            nextRun("deletes it", "keeps it, and a later `pulumi refresh` shows whether it is gone")
        : `It stays in the state. ${nextRun("deletes it", "keeps it")}`,
    );
  if (isUnconfirmed(plainProperties(present.outputs))) return drop("not found", `${nothingProven} It stays in the state.`);
  const needing = dependents(resources, present).map(({ urn }) => nameOf(urn));
  if (needing.length > 0)
    return drop(
      "gone",
      `It stays in the state because other resources there need it (${needing.join(", ")}). ${nextRun("continues", "says what to do")}`,
    );
  return { change: { action: "remove" }, found: "gone", why: "The deletion succeeded; it will be removed from the state." };
}
