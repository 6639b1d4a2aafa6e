import { throughState } from "./adopt.js";
import type { Context } from "../runtime/context.js";
import type { Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfDeclared, wholeTitle } from "../definition/object-name.js";
import { messageOf, ProviderError, UnclearError } from "../values/errors.js";
import { isWholeId } from "../values/id.js";
import type { Creation } from "../journal/journal.js";
import { candidates, distinct, nameIds } from "./find.js";
import { mayTakeOver, resultsOf } from "../ownership/results.js";
import type { Properties } from "../values/properties.js";
import { nameOf, timeoutOf } from "../values/reserved-properties.js";
import { sameId } from "../values/object-keys.js";
import { isUnderWay } from "../journal/under-way.js";
import { waitFor } from "../values/poll.js";

/**
 * How long a creation without an answer is looked for before nothing is taken to have happened, in milliseconds: longer where a
 * second one would be billed, or could not be deleted.
 */
export const settlingTime = ({ costly, deletion: { delete: canDelete } }: Definition): number =>
  costly === true || canDelete === undefined ? 60_000 : 5_000;

/** What earlier runs left of a resource that no state shows. */
export interface Leftover {
  /** To be taken over; `undefined` where there is none, or where it may not be. */
  readonly own: Found | undefined;
  /** The creations that can have created that one. */
  readonly by: readonly Creation[];
  /** What the program may still ask for with `adopt: true`, and what a person should look at. */
  readonly named: readonly Found[];
  /** The creations that are settled once this is dealt with. */
  readonly creations: readonly Creation[];
}

/**
 * Finds out what became of creations that earlier runs sent for the same resource. Waits until what was sent shortly before has
 * had time to appear.
 *
 * @throws where a creation is still under way, where its outcome could not be looked up, and where several objects could be the one.
 */
export async function leftover(definition: Definition, context: Context, inputs: Properties): Promise<Leftover> {
  const creations = await settledCreations(definition, context, inputs);
  const sent = creations.filter(isSent);
  const results = await resultsOfAll(definition, context, inputs, sent);
  const limit = Math.max(0, ...sent.map((creation) => timeLeft(definition, context, inputs, creation)));
  let latest: Result[] = [];
  await waitFor(context.clock, limit, async () => {
    latest = sent.length === 0 ? [] : results((await candidates(definition, context, inputs)).all);
    return latest.some(({ own }) => own.length > 0) ? latest : undefined;
  }).catch((error: unknown) => {
    throw new ProviderError(
      `${nameOfDeclared(definition, inputs)}: an earlier run sent its creation, and whether it exists could not be looked up. ${messageOf(error)}`,
      error,
    );
  });
  return judged(definition, inputs, latest, creations);
}

/** What {@link leftover} finds of creations whose outcome is settled, in one listing. */
export async function leftoverIn(
  definition: Definition,
  context: Context,
  inputs: Properties,
  creations: readonly Creation[],
  all: readonly Found[],
): Promise<Leftover> {
  const results = await resultsOfAll(definition, context, inputs, creations.filter(isSent));
  return judged(definition, inputs, results(all), creations);
}

/** Whether something may still come of a creation of an earlier run. */
export const mayAppear = (definition: Definition, context: Context, inputs: Properties, creation: Creation): boolean =>
  isUnderWay(creation) || timeLeft(definition, context, inputs, creation) > 0;

/** Taking over is noted as well, and sends nothing. */
const isSent = ({ sends, answered }: Creation): boolean => sends.length > 0 || answered !== undefined;

/** Tells what a listing has of what creations made. */
async function resultsOfAll(
  definition: Definition,
  context: Context,
  inputs: Properties,
  sent: readonly Creation[],
): Promise<(all: readonly Found[]) => Result[]> {
  const isClaimed = sent.length === 0 ? () => false : await context.ownership.holders.claimedBeside(definition.kind, inputs);
  const isOthers = (id: string) => isWholeId(id) && isClaimed(id);
  const title = wholeTitle(definition, inputs);
  const ofTitle = { ...definition, identity: { matches: (found: Found) => wholeTitle(definition, found.inputs) === title } };
  return (all) =>
    sent.map((creation) => {
      const around = {
        underWay: context.settings.requestTimeout,
        isHeld: holding(definition, context, inputs, creation.notedAt),
      };
      const { own: made, others } = resultsOf(definition, inputs, creation, all, around);
      const own = made.filter(({ id }) => !isOthers(id));
      // The program can have changed since, so that what came of it is not what is declared now.
      const unlike = resultsOf(ofTitle, inputs, creation, all, around);
      return { creation, own, others: [...others, ...made, ...unlike.own, ...unlike.others] };
    });
}

/** Whether somebody is known to hold an object, from a moment on. */
export const holding =
  ({ kind }: Definition, { ownership }: Context, inputs: Properties, since?: number) =>
  (id: string): boolean =>
    ownership.holders.isHeld(kind, id, since, nameOf(inputs));

interface Result {
  readonly creation: Creation;
  readonly own: readonly Found[];
  readonly others: readonly Found[];
}

function judged(
  definition: Definition,
  inputs: Properties,
  results: readonly Result[],
  creations: readonly Creation[],
): Leftover {
  const all = distinct(results.flatMap(({ own }) => own));
  const others = distinct(results.flatMap((result) => result.others)).filter(({ id }) => !all.some((own) => sameId(own.id, id)));
  const proven = results.filter(({ creation, own }) => own.length > 0 && mayTakeOver(creation));
  const own = distinct(proven.flatMap((result) => result.own));
  const unproven = all.filter(({ id }) => !own.some((each) => sameId(each.id, id)));
  // Whoever was not told its secret cannot use it, and nobody knows who was: it stays for a person to decide.
  if (definition.recovery?.revealed !== undefined) return { own: undefined, by: [], named: [...all, ...others], creations };
  const [first, ...equals] = own;
  // What nothing can delete stays anyway, and one is as good as the other.
  if (equals.length > 0 && definition.deletion.undeletable === undefined)
    throw new UnclearError(
      `${nameOfDeclared(definition, inputs)}: an interrupted run sent its creation, and any of several objects could be the result ` +
        `(${nameIds(own)}). Nothing was sent. Delete at the provider those that are not wanted and run again, or import the ` +
        `right one ${throughState}.`,
    );
  return { own: first, by: proven.map(({ creation }) => creation), named: [...equals, ...unproven, ...others], creations };
}

/**
 * Whether what a creation made can be missing from the listing yet. What is of no use any more is not waited for, and is forgotten only
 * once it would have been shown.
 */
const isHidden = (context: Context, inputs: Properties, creation: Creation): boolean =>
  creation.answered !== undefined && (elapsedSince(context, creation) ?? Infinity) < timeoutOf(inputs, "create");

/** Forgets creations of which nothing is left to be done. */
export function forgetSettled(context: Context, inputs: Properties, creations: readonly Creation[]): void {
  for (const creation of creations) if (!isHidden(context, inputs, creation)) context.ownership.notes.forgets(creation);
}

/** Time since a creation was sent last, by the provider's clock where it is known. */
function elapsedSince({ clock, client }: Context, { sends }: Creation): number | undefined {
  const last = sends.at(-1);
  if (last === undefined) return undefined;
  const provider = client.providerTime();
  return last.provider !== undefined && provider !== undefined ? provider - last.provider : clock.now() - last.at;
}

/** How much longer a creation is given to appear. */
function timeLeft(definition: Definition, context: Context, inputs: Properties, creation: Creation): number {
  const { answered } = creation;
  const elapsed = elapsedSince(context, creation);
  if (elapsed === undefined) return 0;
  // What an answer has named exists: it is waited for as in the run that was answered, unless it is of no use any more.
  const isOfUse = answered !== undefined && definition.recovery?.revealed === undefined;
  const limit = isOfUse ? timeoutOf(inputs, "create") : settlingTime(definition);
  return Math.min(Math.max(0, limit - elapsed), limit);
}

/** Creations of a resource by earlier runs that no state has shown since, oldest first. */
export const earlier = (definition: Definition, { ownership }: Context, inputs: Properties): Promise<Creation[]> =>
  ownership.notes.earlier(inputs, definition.kind, wholeTitle(definition, inputs));

/** The creations of earlier runs, once none of them is under way any more. */
async function settledCreations(definition: Definition, context: Context, inputs: Properties): Promise<Creation[]> {
  const name = nameOfDeclared(definition, inputs);
  const limit = timeoutOf(inputs, "create");
  let latest: Creation[] = [];
  const settled = await waitFor(context.clock, limit, async () => {
    latest = await earlier(definition, context, inputs);
    return latest.some(isUnderWay) ? undefined : latest;
  });
  if (settled !== undefined) return settled;
  const { ending, pid } = latest.find(isUnderWay)!;
  throw new ProviderError(
    ending === "running"
      ? `${name} is being created by another run on this machine (process ${pid}), which has not ended within ` +
          `${limit / 1000} s. Nothing was sent. Wait until it has ended, and run again.`
      : `${name} may still be being created by process ${pid} of this machine: whether that is the run that sent it ` +
          `cannot be told here. Nothing was sent. End that process if it belongs to Pulumi; if it does not, take the resource over with ` +
          `\`adopt: true\` where it exists, or set HOSTING_JOURNAL to an empty folder.`,
  );
}
