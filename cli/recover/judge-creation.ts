import type { Definition } from "../../provider/definition/definition.js";
import { nameOfDeclared } from "../../provider/definition/object-name.js";
import type { Found } from "../../provider/definition/found.js";
import { isRecent, isUnderWay } from "../../provider/journal/journal.js";
import { distinct, nameIds, containerText } from "../../provider/lifecycle/find.js";
import { resultOf } from "../../provider/lifecycle/interrupted-creations.js";
import { lostOutputsText } from "../../provider/values/phrases.js";
import { deviations, writtenState } from "../../provider/lifecycle/state.js";
import { mayTakeOver } from "../../provider/ownership/results.js";
import type { Properties } from "../../provider/values/properties.js";
import { equal } from "../../provider/values/equality.js";
import { sameId } from "../../provider/values/object-keys.js";
import { currentEntry } from "./apply.js";
import { nameOf, providerUrn, type StoredResource } from "../stack/deployment.js";
import { judgeAbsence, settling } from "./judge-absence.js";
import { judgeForeign } from "./judge-foreign.js";
import { plainProperties } from "../stack/plaintext.js";
import { missingFrom, providerIn, urnsOf } from "./references.js";
import { ago, type Case, drop, importOne, leave, storedOutputs, type Verdict } from "./verdict.js";

/** Judges a creation. */
export async function judgeCreation(each: Case): Promise<Verdict> {
  const { definition, inputs, notes } = each;
  const isAdoption = inputs["adopt"] === true && notes.every(({ sends }) => sends.length === 0);
  if (isAdoption || definition.identity.singleton === true)
    return {
      ...drop("not checked", `Nothing is created. The next \`up\` uses the existing ${definition.label}.`),
      settles: notes.filter(({ ending }) => ending !== "running"),
    };
  const underWay = notes.find(isUnderWay);
  if (underWay !== undefined)
    return leave(
      "unknown",
      `Process ${underWay.pid}, which began it ${ago(each.now, underWay.notedAt)}, is still running. Run again when it has ended.`,
    );
  const objects = await each.objects();
  if (objects === undefined)
    return {
      ...drop(
        "gone",
        `${containerText(definition, inputs)} no longer exists, nor does anything that the interrupted run created in it.`,
      ),
      settles: notes,
    };
  const matching = objects.filter((found) => definition.identity.matches(found, inputs));
  const isOthers = (id: string) => each.holder(id) !== undefined || each.claimant(id) !== undefined;
  const noted = notes.map((note) => {
    const isHeld = (id: string) => each.holder(id) !== undefined || each.isHeld(id, note.notedAt);
    return resultOf(definition, inputs, note, { objects, isHeld, isOthers });
  });
  const results =
    notes.length === 0 ? matching.filter((found) => isAsDeclared(each, found)) : distinct(noted.flatMap(({ exact }) => exact));
  const proven = distinct(
    noted.filter(({ creation }) => mayTakeOver(creation) && isRecent(creation, each.now)).flatMap((result) => result.own),
  );
  const free = results.filter(({ id }) => !isOthers(id));
  const own = free.length > 0 ? free : proven;
  const [first, ...others] = own;
  if (first === undefined) {
    const all = distinct([...matching, ...results]);
    return all.length === 0 ? judgeAbsence(each) : judgeForeign(each, all);
  }
  if (definition.recovery?.revealed !== undefined) return judgeLostSecret(each, own);
  if (!own.some(({ id }) => proven.some((one) => one.id === id))) return judgeUnproven(each, own);
  if (others.length > 0)
    return leave(
      `${own.length} objects`,
      `${nameIds(own)} could each be the result: none of them existed before the interrupted run. ${choice(definition)}`,
    );
  return judgeOnly(each, first, free.length > 0);
}

/** What the run created matches the declaration; another object with the same name need not. */
const isAsDeclared = ({ definition, inputs }: Case, found: Found): boolean =>
  deviations(definition, inputs, found).every((name) => definition.fields[name]!.policy === "update");

/** A matching object can belong to anyone. */
function judgeUnproven(each: Case, own: readonly Found[]): Verdict {
  const {
    costly,
    deletion: { undeletable },
  } = each.definition;
  const ids = nameIds(own);
  const why =
    `${ids} ${own.length > 1 ? "match" : "matches"} the declaration, but nothing proves that the interrupted run created ` +
    `${own.length > 1 ? "one of them" : "it"}. If it is yours, adopt it with \`adopt: true\` in the program` +
    (undeletable === undefined
      ? `, or delete it at the provider${costly === true ? ": it is billed" : ""}.`
      : `. ${undeletable}`);
  return settling(each, drop(`exists as ${ids}`, why));
}

/** What to do if several objects can be the result. */
const choice = ({ deletion: { undeletable } }: Definition): string =>
  undeletable === undefined
    ? "Delete those at the provider that you do not need, and run again."
    : `${undeletable} Settle the rest first, with --yes and --forget-rest. ${importOne}`;

function judgeLostSecret({ definition, notes }: Case, own: readonly Found[]): Verdict {
  const ids = nameIds(own);
  const when = notes.length > 0 ? " appeared after it was sent" : " exists";
  const isAnswer = own.every(({ id }) => notes.some(({ answered }) => answered !== undefined && sameId(answered, id)));
  const origin = isAnswer
    ? `The interrupted run created ${ids}.`
    : `${ids}${when}. It is unknown whether the interrupted run created ${own.length > 1 ? "one of them" : "it"}.`;
  const verdict = drop(
    `exists as ${ids}`,
    `${origin} ${lostOutputsText(definition.recovery!.revealed!, own.length)} If the state has no ${definition.label} for this resource, the next ` +
      `\`up\` creates one.`,
  );
  return { ...verdict, settles: notes };
}

/** @param isExact whether the object matches the declaration, so that the state may say that the declared values were sent */
function judgeOnly(each: Case, found: Found, isExact: boolean): Verdict {
  const { operation, definition, inputs, resources, notes } = each;
  const present = currentEntry(resources, operation.resource.urn);
  if (present !== undefined && isSameAgain(present, inputs)) {
    const both = `The state has ${present.id ?? "another one"} for this resource, created by a later run, so ${found.id} belongs to no resource.`;
    const where = `exists as ${found.id}`;
    return definition.deletion.undeletable === undefined
      ? leave(where, `${both} Delete the one that you do not need at the provider, and run again.`)
      : { ...drop(where, `${both} ${definition.deletion.undeletable}`), settles: notes };
  }
  if (present !== undefined && present.pendingReplacement !== true)
    return drop(
      `exists as ${found.id}`,
      `The state has ${present.id ?? "another one"} for this resource, and ${found.id} was meant to replace it. If the program still declares that, ` +
        `the next \`up\` takes over ${found.id}. ${definition.deletion.undeletable ?? "Otherwise, delete it at the provider."}`,
    );
  const state = writtenState(definition, inputs, found);
  if (operation.resource.provider !== undefined && providerIn(resources, operation.resource) === undefined)
    return drop(
      `exists as ${found.id}`,
      `An interrupted run created it. The state no longer has its provider (${nameOf(providerUrn(operation.resource) ?? "")}), so it is not recorded. ` +
        `Declare the resource again; the next \`up\` takes it over. ${definition.deletion.undeletable ?? "Otherwise, delete it at the provider."}`,
    );
  if (!isExact)
    return drop(
      `exists as ${found.id}`,
      `An interrupted run created it, and it differs from the declaration in ${deviations(definition, inputs, found).join(", ")}. If the program still ` +
        `declares it, the next \`up\` takes it over and updates it. ${definition.deletion.undeletable ?? "Otherwise, delete it at the provider."}`,
    );
  const chosen = Object.keys(definition.fields).filter((name) => definition.fields[name]!.assigned && inputs[name] !== undefined);
  const hidden =
    chosen.length === 0
      ? ""
      : ` The provider may have chosen a different ${chosen.join(", ")} than declared; that was lost with the answer.`;
  return {
    change: { action: "take-over", id: found.id, outputs: storedOutputs(each, { ...state, ...each.owner() }) },
    found: `exists as ${found.id}`,
    why: `An interrupted run created it; the state takes over ${nameOfDeclared(each.definition, each.inputs)}.${withoutMissing(each)}${hidden}`,
    settles: notes,
  };
}

/** Pulumi accepts no reference to a resource that the state does not have. */
function withoutMissing({ operation: { resource }, resources }: Case): string {
  const missing = missingFrom(urnsOf(resources), resource).map(nameOf);
  if (missing.length === 0) return "";
  return (
    ` The state no longer has ${missing.join(", ")}, so it is recorded without that reference. If the program no longer declares it, ` +
    "the next `up` deletes it, or fails if it is protected."
  );
}

/** A later run created the same object again, and kept the note of the interrupted run. */
const isSameAgain = (present: StoredResource, inputs: Properties): boolean =>
  present.pendingReplacement !== true && equal(plainProperties(present.inputs), inputs);
