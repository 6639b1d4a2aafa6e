import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import { nameOfObject } from "../definition/object-name.js";
import { billedWithin } from "./billed-contents.js";
import { contentsOf } from "./contents.js";
import type { Replaced } from "../definition/replacement.js";
import { ProviderError } from "../values/errors.js";
import { attempt } from "../journal/journal-storage.js";
import type { Ownership } from "../ownership/ownership.js";
import type { Properties } from "../values/properties.js";
import { forcesDestroy, nameOf } from "../values/reserved-properties.js";
import { containsUnknown } from "../values/unknown-values.js";
import { noSubdomainDeletion } from "../values/subdomain-deletion.js";
import { registeredElsewhereProblem } from "./namesakes.js";
import {
  billedInsideText,
  insideReplacedText,
  newInsideText,
  retainedInReplacedText,
  retainedInsideText,
  staysInsideText,
} from "./removal-messages.js";
import { othersProblem } from "./unanswered.js";

/** Why an object cannot be replaced; undefined if no obstacle is known in advance. */
export async function replacementProblem(
  definition: Definition,
  context: Context,
  replaced: Replaced,
): Promise<string | undefined> {
  const refusal = await definition.replacement.refuses?.(replaced, context);
  if (refusal !== undefined) return refusal;
  const { id, news } = replaced;
  const elsewhere = await registeredElsewhereProblem(definition, context, news, id);
  if (elsewhere !== undefined) return elsewhere;
  return (await contentsProblem(definition, context, replaced)) ?? billedProblem(definition, context, replaced);
}

/** Which known contents prevent the replacement. An object that somebody else has is not deleted, and neither are its contents. */
async function contentsProblem(
  definition: Definition,
  context: Context,
  { id, state, news }: Replaced,
): Promise<string | undefined> {
  if (definition.contents === undefined || context.ownership.holders.holder(definition.kind, id, state)?.isDoubted === false)
    return undefined;
  const contents = contentsOf(definition, context, id, state);
  const staying = contents?.declared() ?? [];
  if (staying.length > 0) return staysInsideText(staying);
  const isRetained = context.ownership.holders.isRetained(definition.kind, id, state, nameOf(news));
  const arriving = isRetained ? [] : context.ownership.run.placedWithin(definition.contents.prefix(id));
  if (arriving.length > 0) return newInsideText(arriving);
  const retained = isRetained ? [] : (contents?.retained() ?? []);
  if (retained.length > 0) return retainedInsideText(retained);
  // The old object is usually deleted last, so whatever prevents its deletion must be known before a new one is ordered.
  return othersProblem(definition, context, id, state);
}

/** Even if the object stays, as a retained one does, Pulumi deletes and replaces what depends on it. */
async function billedProblem(definition: Definition, context: Context, { id, state }: Replaced): Promise<string | undefined> {
  if (forcesDestroy(state) || context.ownership.notes.isDeleted(definition.kind, id, state)) return undefined;
  const billed = await billedWithin(definition, context, id);
  return billed.length === 0 ? undefined : billedInsideText(billed);
}

/**
 * Fails if this run replaces the container of an object that the program declares there as before: the object would be deleted with it, and
 * the state would keep its entry.
 */
export function checkStaysInside(
  definition: Definition,
  { run }: Ownership,
  { id, state }: Pick<Replaced, "id" | "state">,
): void {
  const around = run.containers.replacedAround(id);
  if (around !== undefined) throw new ProviderError(insideReplacedText(nameOfObject(definition, id, state), around));
}

/**
 * The same for a container of another process. Only after this process has told that it keeps the object: whichever looks last then sees the
 * other one.
 */
export function checkStaysInsideOfOthers(
  definition: Definition,
  { run }: Ownership,
  { id, state }: Pick<Replaced, "id" | "state">,
): void {
  const around = run.deletedElsewhereAround(id);
  if (around !== undefined) throw new ProviderError(insideReplacedText(nameOfObject(definition, id, state), around));
}

/**
 * Fails if an object would be replaced with its container although the state retains it: Pulumi would not delete it first, and the deletion of
 * the container would. Its entry would count as deleted by then.
 */
export function checkNotRetained(
  definition: Definition,
  { run }: Ownership,
  { id, state, news, isDeclared }: Replaced & { readonly isDeclared: boolean },
): void {
  // A refresh also compares, with known values only, and must refuse nothing.
  if (!isDeclared && !containsUnknown(news)) return;
  const around = run.isRetained(definition.kind, nameOf(news)) ? run.containers.deletedAround(id) : undefined;
  if (around !== undefined) throw new ProviderError(retainedInReplacedText(nameOfObject(definition, id, state), around));
}

/**
 * The arguments of a resource that the program has not declared yet. The engine asks about it because another one that it depends on is
 * deleted before it is replaced, and the values that come from there are unknown. If they required a replacement, it would delete the object
 * before that one. Only an object that lies in that one has to be deleted; for all others the values count as unchanged until they are known.
 */
export function beforeDeclared({ run }: Ownership, { id, state, news }: Replaced): Properties {
  const unknown = Object.keys(news).filter((name) => containsUnknown(news[name]));
  // A refresh also compares, with known values only, and must not read the journal for each resource.
  if (unknown.length === 0 || run.mayReplaceAround(id)) return news;
  return { ...news, ...Object.fromEntries(unknown.map((name) => [name, state[name]])) };
}

/** What the ids of the contents begin with that are deleted with a replaced object; empty if there are none. */
export function deletedPath(definition: Definition, { holders }: Ownership, { id, state, news }: Replaced): string {
  const path = attempt(() => definition.contents?.prefix(id));
  return path === undefined || isKept(definition, holders, { id, state, news }) ? "" : path;
}

/** Whether Pulumi keeps an object that is replaced. */
const isKept = ({ kind }: Definition, holders: Ownership["holders"], { id, state, news }: Replaced): boolean =>
  attempt(() => holders.isRetained(kind, id, state, nameOf(news))) === true;

/**
 * Records the diff of a container.
 *
 * @param isDeclared whether the program declares it
 * @throws if it stays, but some of its contents were already dropped from the state because it seemed to be deleted
 */
export function noteComparison(
  definition: Definition,
  { run: { containers }, holders }: Ownership,
  { id, state, news, isReplaced, isDeclared }: Replaced & { readonly isReplaced: boolean; readonly isDeclared: boolean },
): void {
  const path = attempt(() => definition.contents?.prefix(id));
  // An invalid id is refused elsewhere.
  const title = path === undefined ? undefined : attempt(() => nameOfObject(definition, id, state));
  if (path === undefined || title === undefined) return;
  containers.compared(path, title, isReplaced, isReplaced && isKept(definition, holders, { id, state, news }));
  const given = isDeclared && !isReplaced ? containers.givenUpIn(path) : [];
  if (given.length > 0)
    throw new ProviderError(
      `${title} stays in the program, so replacing ${given.join(", ")} would have to delete it first, and ${noSubdomainDeletion}. ` +
        `Delete it at the provider and run \`pulumi refresh\`, or remove it from the state with \`pulumi state delete <urn>\`. ` +
        `Then run again.`,
    );
}
