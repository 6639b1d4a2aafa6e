import type { Reasons } from "../../provider/decisions/decide.js";
import type { recoveryRows } from "../../provider/decisions/recovery.js";
import type { ObservedObject } from "../../provider/definition/definition.js";
import { nameOfDeclared } from "../../provider/definition/object-name.js";
import { containerText, nameIds } from "../../provider/lifecycle/find.js";
import { deviations } from "../../provider/lifecycle/state.js";
import { sameId } from "../../provider/values/ids.js";
import { lostOutputsText } from "../../provider/values/phrases.js";
import { nothingProven } from "../../provider/values/reserved-properties.js";
import { inWords } from "../../sdk/redaction/text.js";
import { nameOf, providerUrn } from "../stack/deployment.js";
import { ago, type Case, importOne } from "./facts.js";
import { currentEntry, missingFrom, urnsOf } from "./state.js";

/** What a person is told: what exists at the provider, in a few words; and the reasons, and what to know or do, in sentences. */
export type Explanation = readonly [found: string, why: string];

type About = Reasons<typeof recoveryRows>;
type Texts = { readonly [C in keyof About]: (each: Case, about: About[C]) => Explanation };

/** What to say for each reason code of the table. */
export const texts: Texts = {
  "nothing created": ({ definition }) => [
    "not checked",
    `Nothing is created. The next \`up\` uses the existing ${definition.label}.`,
  ],
  "under way": ({ now }, { pid, notedAt }) => [
    "unknown",
    `Process ${pid}, which began it ${ago(now, notedAt)}, is still running. Run again when it has ended.`,
  ],
  "container gone": ({ definition, inputs }) => [
    "gone",
    `${containerText(definition, inputs)} no longer exists, nor does anything that the interrupted run created in it.`,
  ],
  "held here": ({ holder }, foreign) => {
    const names = new Set(foreign.map(({ id }) => `"${nameOf(holder(id)!.urn)}"`));
    return [existsAs(foreign), `The state already has it, as ${[...names].join(" and ")}. There is nothing to take over.`];
  },
  "may appear": (each, { waits, foreign }) => [
    foreign.length === 0 ? "not found yet" : existsAs(foreign),
    `${foreign.length === 0 ? "" : `${origins(each, foreign)} `}${beginningOf(each)}. It can take a while until an order is listed. To avoid a ` +
      `duplicate order, run again in ${inWords(waits)}.`,
  ],
  foreign: (each, foreign) => [existsAs(foreign), `${origins(each, foreign)} ${nextRunBeside(each, foreign)}`],
  "not sent": () => ["not found", "The run was interrupted before it sent the creation. The next `up` creates it."],
  "secret lost": ({ definition, notes }, own) => {
    const ids = nameIds(own);
    const isAnswer = own.every(({ id }) => notes.some(({ answered }) => answered !== undefined && sameId(answered, id)));
    const origin = isAnswer
      ? `The interrupted run created ${ids}.`
      : `${ids}${notes.length > 0 ? " appeared after it was sent" : " exists"}. It is unknown whether the interrupted run created ` +
        `${own.length > 1 ? "one of them" : "it"}.`;
    return [
      existsAs(own),
      `${origin} ${lostOutputsText(definition.revealed!, own.length)} The next \`up\` creates one if the state has none.`,
    ];
  },
  unproven: ({ definition: { costly, deletion } }, own) => [
    existsAs(own),
    `${nameIds(own)} ${own.length > 1 ? "match" : "matches"} the declaration, but nothing proves that the interrupted run created ` +
      `${own.length > 1 ? "one of them" : "it"}. If it is yours, adopt it with \`adopt: true\` in the program` +
      (deletion.undeletable === undefined
        ? `, or delete it at the provider${costly === true ? ": it is billed" : ""}.`
        : `. ${deletion.undeletable}`),
  ],
  several: ({ definition: { deletion } }, own) => [
    `${own.length} objects`,
    `${nameIds(own)} could each be the result: none of them existed before the interrupted run. ` +
      (deletion.undeletable === undefined
        ? "Delete those at the provider that you do not need, and run again."
        : `${deletion.undeletable} Settle the rest first, with --yes and --forget-rest. ${importOne}`),
  ],
  "created again": (each, found) => [
    existsAs([found]),
    `${createdAgain(each, found)} Delete the one that you do not need at the provider, and run again.`,
  ],
  spare: (each, found) => [existsAs([found]), `${createdAgain(each, found)} ${each.definition.deletion.undeletable}`],
  replaces: (each, { id }) => [
    existsAs([{ id }]),
    `The state has ${presentId(each)} for this resource, and ${id} was meant to replace it. If the program still declares that, the next \`up\` ` +
      `takes over ${id}. ${orElse(each)}`,
  ],
  "provider gone": (each, found) => [
    existsAs([found]),
    `An interrupted run created it. The state no longer has its provider (${providerName(each)}), so it is not recorded. Declare the resource ` +
      `again; the next \`up\` takes it over. ${orElse(each)}`,
  ],
  differs: (each, found) => [
    existsAs([found]),
    `An interrupted run created it, and it differs from the declaration in ${differing(each, [found])}. If the program still declares it, the ` +
      `next \`up\` takes it over and updates it. ${orElse(each)}`,
  ],
  result: (each, found) => [
    existsAs([found]),
    `An interrupted run created it; the state takes over ${nameOfDeclared(each.definition, each.inputs)}.${withoutMissing(each)}${hiddenChoice(each)}`,
  ],
  "no entry": () => ["not checked", "The state no longer has this resource."],
  impossible: ({ operation }) => [
    "not checked",
    operation.type === "updating"
      ? "The API cannot change it. The next `up` handles it."
      : `No operation can delete it at the provider. ${nextRun("removes it from the state", "keeps it")}`,
  ],
  gone: () => ["gone", "The state has it, but the provider does not. `pulumi up --refresh` shows what happens next."],
  "not changed": (_, { unchanged, isAll }) => [
    isAll ? "not changed" : "partly changed",
    `The update did not change ${unchanged.join(", ")}. ${sentAgain}`,
  ],
  "not visible": (_, hidden) => [
    "not visible",
    `The provider does not show ${hidden.join(", ")}, so it is unknown whether the update succeeded. ${sentAgain}`,
  ],
  "changed, provider gone": (each) => [
    "changed",
    `The update succeeded, but the state no longer has its provider (${providerName(each)}). ${sentAgain}`,
  ],
  changed: () => ["changed", "The update succeeded; the state will be updated."],
  "still exists": ({ definition }) => [
    "still exists",
    definition.deletion.staysListed === true
      ? "It is listed until the deletion takes effect. It stays in the state. " +
        nextRun("deletes it", "keeps it, and a later `pulumi refresh` shows whether it is gone")
      : `It stays in the state. ${nextRun("deletes it", "keeps it")}`,
  ],
  "never listed": () => ["not found", `${nothingProven} It stays in the state.`],
  needed: (_, names) => [
    "gone",
    `It stays in the state because other resources there need it (${names.join(", ")}). ${nextRun("continues", "says what to do")}`,
  ],
  deleted: () => ["gone", "The deletion succeeded; it will be removed from the state."],
};

/** What to say if no row of the table applies: no listed object matches the declaration. */
export function notFound(each: Case): Explanation {
  const { notes, timeLeft } = each;
  if (answerOf(each) === undefined)
    return ["not found", `${beginningOf(each)}, but no object was found. The next \`up\` creates it if the program declares it.`];
  const isAwaited = notes.some((note) => timeLeft(note) > 0);
  const next = isAwaited ? "waits for it before it creates" : "creates";
  return ["not found", `${beginningOf(each)}, but it is not listed. The next \`up\` ${next} another one.`];
}

const existsAs = (found: readonly Pick<ObservedObject, "id">[]): string => `exists as ${nameIds(found)}`;
const sentAgain = "The next `up` sends it again.";
const answerOf = ({ notes }: Case) => notes.findLast(({ answered }) => answered !== undefined);
const presentId = ({ resources, operation }: Case): string =>
  currentEntry(resources, operation.resource.urn)?.id ?? "another one";
const orElse = ({ definition: { deletion } }: Case): string => deletion.undeletable ?? "Otherwise, delete it at the provider.";
const providerName = ({ operation }: Case): string => nameOf(providerUrn(operation.resource) ?? "");
const createdAgain = (each: Case, { id }: ObservedObject): string =>
  `The state has ${presentId(each)} for this resource, created by a later run, so ${id} belongs to no resource.`;
const differing = ({ definition, inputs }: Case, found: readonly ObservedObject[]): string =>
  [...new Set(found.flatMap((one) => deviations(definition, inputs, one)))].join(", ");

/** What the next run does with an entry that stays, in both cases: the program is unknown here, and may have changed since the run. */
const nextRun = (continues: string, otherwise: string): string =>
  `The next \`up\` or \`destroy\` ${continues}; if the program declares it as before, \`up\` ${otherwise}.`;

function beginningOf(each: Case): string {
  const { notes, now, writtenAt } = each;
  const sentAt = notes.flatMap(({ sends }) => sends).at(-1);
  const result = answerOf(each);
  const id = result?.answered === undefined ? "" : nameIds([{ id: result.answered }]);
  if (result === undefined)
    return sentAt === undefined
      ? `The creation began ${ago(now, writtenAt)} or earlier`
      : `The creation was sent ${ago(now, sentAt)}`;
  return sentAt === undefined
    ? // The result of an earlier run was taken over, and nothing was sent for that.
      `A run took over ${id} ${ago(now, result.notedAt)}`
    : `The creation was sent ${ago(now, sentAt)} and created ${id}`;
}

/** Why the interrupted run probably created none of them. */
function origins(each: Case, found: readonly ObservedObject[]): string {
  const withoutHolder = found.filter(({ id }) => each.holder(id) === undefined).map((one) => ({ one, why: originOf(each, one) }));
  return [...new Set(withoutHolder.map(({ why }) => why))]
    .map((why) => {
      const ones = withoutHolder.filter((other) => other.why === why).map(({ one }) => one);
      return why === undefined
        ? `It differs from the declaration in ${differing(each, ones)}, so the interrupted run did not create it.`
        : `${nameIds(ones)}${why}.`;
    })
    .join(" ");
}

/** Undefined if only the object's properties show it. */
function originOf({ notes, isHeld, claimant }: Case, { id }: ObservedObject): string | undefined {
  const who = claimant(id);
  if (who !== undefined) return `: held by ${who}`;
  if (notes.length === 0) return undefined;
  const since = notes.filter(({ before }) => !before.some((known) => sameId(known, id)));
  if (since.length === 0) return " existed before the interrupted run";
  if (since.some(({ notedAt }) => isHeld(id, notedAt))) return " came from another resource or stack, according to the journal";
  const answered = since.findLast((note) => note.answered !== undefined)?.answered;
  if (answered !== undefined)
    return ` came from elsewhere: the interrupted run created ${nameIds([{ id: answered }])}, which is not listed`;
  return " appeared since, but the run was interrupted before it sent the creation";
}

function nextRunBeside({ definition, inputs }: Case, [first]: readonly ObservedObject[]): string {
  if (definition.identity.unique === false) return "The next `up` creates another one.";
  return first !== undefined && definition.identity.usesExisting?.(first, inputs) === true
    ? "The next `up` takes it over."
    : "The next `up` says what to do about it.";
}

/** What the provider may have chosen instead of the declared value, which only its answer told. */
function hiddenChoice({ definition, inputs }: Case): string {
  const chosen = Object.keys(definition.fields).filter((name) => definition.fields[name]!.assigned && inputs[name] !== undefined);
  return chosen.length === 0
    ? ""
    : ` The provider may have chosen a different ${chosen.join(", ")} than declared; that was lost with the answer.`;
}

/** Pulumi accepts no reference to a resource that the state does not have. */
function withoutMissing({ operation: { resource }, resources }: Case): string {
  const missing = missingFrom(urnsOf(resources), resource).map(nameOf);
  if (missing.length === 0) return "";
  return ` The state no longer has ${missing.join(", ")}, so it is recorded without that reference.`;
}
