import type { Definition } from "../../provider/definition/definition.js";
import { nameOfDeclared } from "../../provider/definition/object-name.js";
import type { Found } from "../../provider/definition/found.js";
import { isGoingOn, isRecent } from "../../provider/journal/journal.js";
import { distinct, nameIds, placeOf } from "../../provider/lifecycle/find.js";
import { deviations, writtenState } from "../../provider/lifecycle/state.js";
import { mayTakeOver, resultsOf } from "../../provider/ownership/results.js";
import type { Properties } from "../../provider/values/properties.js";
import { equal } from "../../provider/values/equality.js";
import { isUnderWay } from "../../provider/journal/under-way.js";
import { currentEntry } from "./apply.js";
import { nameOf, providerUrn, type StoredResource } from "./deployment.js";
import { judgeAbsence, settling } from "./judge-absence.js";
import { judgeForeign } from "./judge-foreign.js";
import { plainProperties } from "./plaintext.js";
import { missingFrom, providerIn, urnsOf } from "./references.js";
import { ago, type Case, drop, importOne, leave, storedOutputs, type Verdict } from "./verdict.js";

/** What has come of a creation. */
export async function judgeCreation(each: Case): Promise<Verdict> {
  const { definition, inputs, notes } = each;
  const isTakeover = inputs["adopt"] === true && notes.every(({ sends }) => sends.length === 0);
  if (isTakeover || definition.identity.singleton === true)
    return {
      ...drop("not looked for", `Nothing is created: the next \`up\` takes over the ${definition.label} that is there.`),
      settles: notes.filter((note) => !isGoingOn(note)),
    };
  const underWay = notes.find(isUnderWay);
  if (underWay !== undefined)
    return leave(
      "not known",
      `Process ${underWay.pid} of this machine, which began it ${ago(each.now, underWay.notedAt)}, ` +
        `${underWay.ending === "running" ? "still runs" : "may still run"}. Run again when it has ended.`,
    );
  const objects = await each.objects();
  if (objects === undefined)
    return {
      ...drop("gone", `${placeOf(definition, inputs)} no longer exists: what the interrupted run created in it went with it.`),
      settles: notes,
    };
  const matching = objects.filter((found) => definition.identity.matches(found, inputs));
  const results = notes.length === 0 ? matching.filter((found) => isAsDeclared(each, found)) : ofNotes(each, objects);
  const own = results.filter(({ id }) => each.holder(id) === undefined && each.claimant(id) === undefined);
  const [first, ...others] = own;
  if (first === undefined) {
    const all = distinct([...matching, ...results]);
    return all.length === 0 ? judgeAbsence(each) : judgeForeign(each, all);
  }
  if (definition.recovery?.revealed !== undefined) return judgeLostSecret(each, own);
  const proven = ofNotes({ ...each, notes: notes.filter((note) => mayTakeOver(note) && isRecent(note, each.now)) }, objects);
  if (!own.some(({ id }) => proven.some((one) => one.id === id))) return judgeUnproven(each, own);
  if (others.length > 0)
    return leave(
      `${own.length} of them`,
      `${nameIds(own)} are all what it declares, and none of them was there before the interrupted run. ${choice(definition)}`,
    );
  return judgeOnly(each, first);
}

/** What the creations made, by the same rules by which a run takes up what an interrupted one left. */
function ofNotes(each: Case, objects: readonly Found[]): Found[] {
  const { definition, inputs, notes, underWay } = each;
  const own = notes.flatMap((note) => {
    const isHeld = (id: string) => each.holder(id) !== undefined || each.isHeld(id, note.notedAt);
    return resultsOf(definition, inputs, note, objects, { underWay, isHeld }).own;
  });
  return distinct(own);
}

/** What the run made is as it was declared; another object of the same name need not be. */
const isAsDeclared = ({ definition, inputs }: Case, found: Found): boolean =>
  deviations(definition, inputs, found).every((name) => definition.fields[name]!.policy === "update");

/** An object that is alike can be anybody's. */
function judgeUnproven(each: Case, own: readonly Found[]): Verdict {
  const ids = nameIds(own);
  const why =
    `${ids} ${own.length > 1 ? "are" : "is"} what it declares, and nothing proves that the interrupted run made ` +
    `${own.length > 1 ? "one of them" : "it"}. Take it over with \`adopt: true\` in the program if it is yours. ${each.definition.deletion.undeletable ?? ""}`;
  return settling(each, drop(`there, as ${ids}`, why.trim()));
}

/** How a person goes on where several objects can be the one. */
const choice = ({ deletion: { undeletable } }: Definition): string =>
  undeletable === undefined
    ? "Delete at the provider those that are not wanted, and run again."
    : `${undeletable} Settle the rest first, with --yes and --forget-rest. ${importOne}`;

function judgeLostSecret({ definition, notes }: Case, own: readonly Found[]): Verdict {
  const lost = `its ${definition.recovery?.revealed!.join(", ")} could not be recovered`;
  const ids = nameIds(own);
  const when = notes.length > 0 ? " appeared after it was sent" : " exists";
  const verdict = drop(
    `there, as ${ids}`,
    `${ids}${when}. Whether the interrupted run created ${own.length > 1 ? "one of them" : "it"} is not known. If so, ${lost}. Delete it at the ` +
      `provider if nobody uses it. The next \`up\` creates a new one where the state has none.`,
  );
  return { ...verdict, settles: notes };
}

function judgeOnly(each: Case, found: Found): Verdict {
  const { operation, definition, inputs, resources, notes } = each;
  const present = currentEntry(resources, operation.resource.urn);
  if (present !== undefined && isSameAgain(present, inputs)) {
    const both = `The state has ${present.id ?? "another"} for this resource, made by a later run, and ${found.id} beside it belongs to no resource.`;
    const where = `there, as ${found.id}`;
    return definition.deletion.undeletable === undefined
      ? leave(where, `${both} Delete the one that is not wanted at the provider, and run again.`)
      : { ...drop(where, `${both} ${definition.deletion.undeletable}`), settles: notes };
  }
  if (present !== undefined && present.pendingReplacement !== true)
    return drop(
      `there, as ${found.id}`,
      `The state has ${present.id ?? "another"} for this resource, and ${found.id} was to take its place. Where the program still declares that, ` +
        `the next \`up\` takes it over. ${definition.deletion.undeletable ?? "Delete it at the provider if it does not."}`,
    );
  const state = writtenState(definition, inputs, found);
  if (operation.resource.provider !== undefined && providerIn(resources, operation.resource) === undefined)
    return drop(
      `there, as ${found.id}`,
      `An interrupted run made it. The state no longer has its provider (${nameOf(providerUrn(operation.resource) ?? "")}), so it is not recorded. ` +
        `Declare the resource again: the next \`up\` takes it over. ${definition.deletion.undeletable ?? "Otherwise delete it at the provider."}`,
    );
  const chosen = Object.keys(definition.fields).filter((name) => definition.fields[name]!.assigned && inputs[name] !== undefined);
  const hidden =
    chosen.length === 0
      ? ""
      : ` The provider may have chosen another ${chosen.join(", ")} than declared: that was lost with the answer.`;
  return {
    change: { action: "adopt", id: found.id, outputs: storedOutputs(each, { ...state, ...each.owner() }) },
    found: `there, as ${found.id}`,
    why: `An interrupted run made it: the state takes ${nameOfDeclared(each.definition, each.inputs)} over.${withoutMissing(each)}${hidden}`,
    settles: notes,
  };
}

/** Pulumi writes no reference to what the state does not have. */
function withoutMissing({ operation: { resource }, resources }: Case): string {
  const missing = missingFrom(urnsOf(resources), resource).map(nameOf);
  if (missing.length === 0) return "";
  return (
    ` The state no longer has ${missing.join(", ")}, so it is recorded without that. If the program declares it no more, the next \`up\` ` +
    "deletes it, or fails where it is protected."
  );
}

/** A later run has made the same, and kept the note of the interrupted one. */
const isSameAgain = (present: StoredResource, inputs: Properties): boolean =>
  present.pendingReplacement !== true && equal(plainProperties(present.inputs), inputs);
