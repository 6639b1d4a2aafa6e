import { decide } from "../decisions/decide.js";
import { type RemovalQuestion, removalRows } from "../decisions/removal.js";
import { declaredInputs, type Definition, type Inner, type Replaced } from "../definition/definition.js";
import { nameOfDeclared, nameOfObject, naturalKey } from "../definition/object-name.js";
import { attempt } from "../journal/journal-storage.js";
import type { ObjectHolder } from "../ownership/holders.js";
import { messageOf, ProviderError, Refusal, UnreadError } from "../values/errors.js";
import { removalOf } from "../values/kinds.js";
import { sameId } from "../values/ids.js";
import { objectsText } from "../values/phrases.js";
import { deletedWithOf, forcesDestroy, nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import { invalidValues } from "./check.js";
import { DeclaredObject } from "./creation/declared-object.js";
import { checkAccount, checkDeleted } from "./absence.js";
import type { Difference } from "./comparison.js";
import type { Entry } from "./entry.js";
import { certainlyChanges } from "./expected.js";
import { type Announce, replacementProblems } from "./preview-checks.js";
import { removalFacts, billedWithin, contentsOf } from "./removal-facts.js";
import { refusal } from "./removal-messages.js";
import type { Ownership } from "../ownership/ownership.js";

/**
 * What stands against what a comparison plans, before anything is sent. A plan is recorded first, and then what others have recorded is
 * asked, so that of two that conflict at least one sees the other.
 */

/** @param beginning of the sentence that says what is refused */
export async function refuseIf(entry: Entry, question: RemovalQuestion, beginning: () => string): Promise<void> {
  const verdict = await decide(removalRows, question, removalFacts(entry)).catch((error: unknown) => {
    throw new UnreadError(entry.id, `${beginning()}.`, messageOf(error), error);
  });
  if (verdict?.act === "refuse") throw refusal(beginning(), verdict, entry);
}

/**
 * Fails if the object may not be replaced or become another one as planned, or if this login does not show it. It stays unless a property requires a
 * replacement.
 */
export async function checkPlan(
  entry: Entry,
  { changes, replaces }: Pick<Difference, "changes" | "replaces">,
  warn: Announce,
): Promise<void> {
  if (replaces.length > 0) return checkReplacement(entry, replaces, warn);
  if (changes !== false) await checkBecomes(entry);
  await checkAccount(entry);
}

/**
 * To be called for an object that stays, once its entry is recorded. Fails if another process has planned otherwise meanwhile: whichever looks last
 * sees the other. Fails or warns if an earlier run sent its deletion and it is not known to exist.
 *
 * @returns whether an earlier run sent an update of it that no state is known to have
 */
export async function checkStays(entry: Entry): Promise<boolean> {
  const { context, kind, id, state } = entry;
  await refuseIf(entry, "keep", () => `${entry.title} was not compared`);
  // Read once, because this happens for each resource of a program.
  const changes = context.ownership.notes.changes(kind, id, state);
  await checkDeleted(
    entry,
    changes.filter(({ request }) => request === "delete"),
  );
  return changes.some(({ request }) => request === "update");
}

/**
 * Fails if an object may not be replaced only because its container is. Says what is lost: of an object in what is deleted first, Pulumi asks no more
 * before it deletes it.
 */
export async function checkFollows(entry: Entry, warn: Announce): Promise<void> {
  const { definition, kind, id, resource } = entry;
  const { run } = entry.context.ownership;
  await refuseIf(entry, "follow", () => `${entry.title} cannot be replaced`);
  const around = run.replacedContainers(id).deleted;
  if (around === undefined) return;
  run.recordDeclaration({ kind, name: resource }, { deletedFirst: id });
  // The replacement of what contains an object of another holder fails on its own.
  const lost = staysText(entry) === undefined ? lossText(entry, true) : undefined;
  if (lost === undefined) return;
  warn(lost, { facts: { code: "loss", kind, id } });
  const { orderedAgain = "" } = definition.replacement;
  warn(`${entry.title} lies in ${around}, which this run replaces. ${orderedAgain}`.trim());
}

/** An update may turn an object into what is another one for the program. */
async function checkBecomes(entry: Entry): Promise<void> {
  const { definition, context, kind, id, state, news, resource } = entry;
  if (containsUnknown(declaredInputs(definition, news)) || naturalKey(definition, state) === naturalKey(definition, news)) return;
  context.ownership.run.recordEntry(kind, id, state, { name: resource, movesOn: "updated" });
  await refuseIf(entry, "become", () => `${entry.title} cannot become ${nameOfDeclared(definition, news)}`);
}

async function checkReplacement(entry: Entry, names: readonly string[], warn: Announce): Promise<void> {
  const { definition, context, kind, id, state, news, path, title, resource } = entry;
  const { ownership } = context;
  const { run } = ownership;
  if (!containsUnknown(declaredInputs(definition, news)))
    run.recordEntry(kind, id, state, { name: resource, movesOn: "replaced" });
  const refused = `${title} cannot be replaced because of ${names.join(", ")}`;
  // A value that is not known yet may turn out to be the present one. What a resource lies in is unknown only if that is new, and so is the
  // identifier of an object that this run creates.
  const isOpen = names.every(
    (name) =>
      containsUnknown(news[name]) && !definition.identity.scope.includes(name) && !certainlyChanges(definition, run, news, name),
  );
  const check = () =>
    checkBoth(entry, refused, warn).catch((error: unknown) => {
      const isCertain = error instanceof Refusal && error.code === "retained in replaced";
      if (!isOpen || isCertain || !(error instanceof ProviderError)) throw error;
      warn(`${messageOf(error)} Whether ${names.join(", ")} changes is not known yet.`);
    });
  await check();
  // Recorded before the entry is, so that no other process takes the object for one that stays.
  const takes = path === undefined || isKept(definition, ownership.holders, entry) ? "" : path;
  run.recordEntry(kind, id, state, { takes });
  if (definition.contents !== undefined && run.hasOtherProcesses) await check();
}

/** Whether the old object may go and the new one may be created: otherwise the new one would be created before the deletion of the old one fails. */
async function checkBoth(entry: Entry, refused: string, warn: Announce): Promise<void> {
  const { definition, context, kind, id, state, news } = entry;
  const invalid = invalidValues(definition, news);
  if (invalid.length > 0) throw new ProviderError(`${refused}. ${invalid.join("; ")}.`);
  await refuseIf(entry, "replace", () => refused);
  // The lookups of a new name must not take the object's own name for a foreign one.
  context.ownership.run.recordShown(kind, id);
  const problems = await replacementProblems(new DeclaredObject(definition, context, news), warn, id);
  if (problems.length > 0) throw new ProviderError(`${refused}. ${problems.join(" ")}`);
  const staying = staysText(entry);
  if (staying !== undefined) warn(staying);
  const lost = staying === undefined ? lossText(entry) : undefined;
  if (lost !== undefined) {
    const inside = await alsoLost(entry);
    const also = inside.length === 0 ? "" : ` With it goes ${objectsText(inside)}, as \`forceDestroy\` says.`;
    warn(lost + also, { facts: { code: "loss", kind, id, inside } });
  }
  if (definition.deletion.undeletable !== undefined && definition.identity.singleton !== true)
    warn(
      `${nameOfDeclared(definition, state)}: a new one is created, and the old one (${id}) stays, because the API cannot delete it.`,
    );
}

/** Another holder of an object; undefined if none is known. */
function knownHolder({ kind, context, id, state }: Entry): ObjectHolder | undefined {
  const holder = attempt(() => context.ownership.holders.holder(kind, id, state));
  // A doubted claim is of an earlier entry of the same resource, which may be in no state.
  return holder?.isDoubted === true ? undefined : holder;
}

/** Warning about another holder of an object that is about to change; undefined if none is known. */
export function sharedChange(entry: Entry): string | undefined {
  const holder = knownHolder(entry);
  return holder && `${entry.title} also belongs to ${holder.who}, which will see drift.`;
}

/** Who keeps an object that is to be replaced; undefined if nobody is known to, or if no object of the kind can be deleted. */
function staysText(entry: Entry): string | undefined {
  const holder = knownHolder(entry);
  if (holder === undefined || entry.definition.deletion.delete === undefined) return undefined;
  const cost = entry.definition.costly === true ? " Both will be billed." : "";
  return `${entry.title} will stay at the provider next to its replacement: it also belongs to ${holder.who}.${cost}`;
}

/** The billed contents that `forceDestroy` lets go with an object, except for those of this stack, each of which is named with its own loss. */
async function alsoLost(entry: Entry): Promise<readonly Inner[]> {
  if (!forcesDestroy(entry.state)) return [];
  const own = attempt(() => contentsOf(entry)) ?? [];
  return (await billedWithin(entry)).filter((inner) => !own.some(({ id }) => sameId(id, inner.id)));
}

/**
 * What a replacement does for good to an object that is billed; undefined if it stays at the provider, or an earlier run deleted it.
 *
 * @param follows whether it is replaced because its container is
 */
function lossText(entry: Entry, follows = false): string | undefined {
  const { definition, context, kind, id, state, title, resource } = entry;
  const { run, notes } = context.ownership;
  const removal = definition.costly === true ? removalOf(kind) : undefined;
  if (removal === undefined || run.declaration({ kind, name: resource }).isRetained || notes.isDeleted(kind, id, state))
    return undefined;
  const { deletionFails, order } = definition.replacement;
  const late = !follows && order === "create-first" ? "; the new one is ordered by then" : "";
  // With `deletedWith`, it is not deleted separately.
  const mayFail = deletionFails !== undefined && !(follows && deletedWithOf(state) !== undefined);
  return `The replacement ${removal.does} ${title}${removal.effect}.${mayFail ? ` The provider refuses that ${deletionFails}${late}.` : ""}`;
}

/** Whether Pulumi keeps an object that is replaced. */
const isKept = ({ kind }: Definition, holders: Ownership["holders"], { id, state, news }: Replaced): boolean =>
  attempt(() => holders.isRetained(kind, id, state, nameOf(news))) === true;

/** Records the diff of a container. */
export function noteComparison(
  definition: Definition,
  { run, holders }: Ownership,
  { id, state, news, isReplaced }: Replaced & { readonly isReplaced: boolean },
): void {
  const path = attempt(() => definition.contents?.prefix(id));
  // An invalid id is refused elsewhere.
  const title = path === undefined ? undefined : attempt(() => nameOfObject(definition, id, state));
  if (path === undefined || title === undefined) return;
  const isRetained = isReplaced && isKept(definition, holders, { id, state, news });
  run.recordEntry(definition.kind, id, state, { container: { path, title, isReplaced, isRetained } });
}
