import { inWords } from "../../sdk/redaction/text.js";
import type { Context } from "../runtime/context.js";
import type { Definition, ObservedObject } from "../definition/definition.js";
import { naturalKey, wholeTitle } from "../definition/object-name.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { type NotedCreation, isUnderWay } from "../journal/noted.js";
import type { DeclaredObject } from "./creation/declared-object.js";
import { candidates, distinct } from "./find.js";
import { mayTakeOver, resultsOf } from "../ownership/results.js";
import type { Properties } from "../values/properties.js";
import { timeoutOf } from "../values/reserved-properties.js";
import { sameId, isWholeId } from "../values/ids.js";
import { waitFor } from "../values/poll.js";
import { createHash } from "node:crypto";
import { marksOf } from "../definition/secrets.js";

/**
 * How long to look for the object of an unanswered creation before it counts as not created, in milliseconds. Longer if a
 * duplicate would be billed or could not be deleted.
 */
export const settlingTime = ({ costly, deletion: { delete: canDelete } }: Definition): number =>
  costly === true || canDelete === undefined ? 60_000 : 5_000;

/** Objects of a resource that earlier runs left behind and no state shows. */
export interface Leftover {
  /** Objects that may be taken over: the results of creations that did not end normally. */
  readonly own: readonly ObservedObject[];
  /** The creations that may have created them. */
  readonly by: readonly NotedCreation[];
  /** Objects that the program may adopt, and that a person should check. */
  readonly named: readonly ObservedObject[];
  /** The creations to settle after that. */
  readonly creations: readonly NotedCreation[];
}

/** Whether a creation was sent for what may be taken over; otherwise a run was only to take it over. */
export const wasCreated = ({ by }: Leftover): boolean => by.some(({ sends }) => sends.length > 0);

/**
 * Determines the outcome of creations that earlier runs sent for the same resource. Waits until the objects of recent creations
 * have had time to appear.
 *
 * @throws if a creation is still under way, or if its outcome could not be looked up
 */
export async function leftover(subject: DeclaredObject): Promise<Leftover> {
  const { definition, context, inputs, name } = subject;
  const creations = await settledCreations(subject);
  const sent = creations.filter(isSent);
  const results = await resultsOfAll(subject, sent);
  const limit = Math.max(0, ...sent.map((creation) => timeLeft(definition, context, inputs, creation)));
  let latest: Result[] = [];
  await waitFor(context.clock, limit, async () => {
    latest = sent.length === 0 ? [] : results((await candidates(definition, context, inputs)).all);
    return latest.some(({ own }) => own.length > 0) ? latest : undefined;
  }).catch((error: unknown) => {
    throw new ProviderError(`${name}: looking for what an earlier run sent failed. ${messageOf(error)}`, error);
  });
  return judged(definition, latest, creations);
}

/** As {@link leftover}, for creations that are no longer under way, from one listing. */
export async function leftoverIn(
  subject: DeclaredObject,
  creations: readonly NotedCreation[],
  all: readonly ObservedObject[],
): Promise<Leftover> {
  const results = await resultsOfAll(subject, creations.filter(isSent));
  return judged(subject.definition, results(all), creations);
}

/** Whether the object of an earlier run's creation may still appear. */
export const mayAppear = ({ definition, context, inputs }: DeclaredObject, creation: NotedCreation): boolean =>
  isUnderWay(creation) || timeLeft(definition, context, inputs, creation) > 0;

/** An adoption is noted as well but sends no creation. */
const isSent = ({ sends, answered }: NotedCreation): boolean => sends.length > 0 || answered !== undefined;

/** A function that finds the results of creations in a listing. */
async function resultsOfAll(
  subject: DeclaredObject,
  sent: readonly NotedCreation[],
): Promise<(all: readonly ObservedObject[]) => Result[]> {
  const { definition, context, inputs } = subject;
  const claimantsOf = sent.length === 0 ? () => [] : await context.ownership.holders.claimantsOf(definition.kind, inputs);
  const isOthers = (id: string) => isWholeId(id) && claimantsOf(id).some(({ isOwn }) => !isOwn);
  return (all) =>
    sent.map((creation) =>
      resultOf(definition, inputs, creation, { objects: all, isHeld: holding(subject, creation.notedAt), isOthers }),
    );
}

interface Result {
  readonly creation: NotedCreation;
  /** What the resource may get, because nobody else is known to have it. */
  readonly own: readonly ObservedObject[];
  /** What matches the declaration. */
  readonly exact: readonly ObservedObject[];
  readonly others: readonly ObservedObject[];
}

/** What a creation may have created. The program may have changed since; an object that the API can update need not match it. */
export function resultOf(
  definition: Definition,
  inputs: Properties,
  creation: NotedCreation,
  { isOthers, ...listed }: { objects: readonly ObservedObject[]; isHeld(id: string): boolean; isOthers(id: string): boolean },
): Result {
  const key = naturalKey(definition, inputs);
  const ofTitle = { identity: { matches: (found: ObservedObject) => naturalKey(definition, found.inputs) === key } };
  const exact = resultsOf(definition, inputs, creation, listed);
  const alike = resultsOf(ofTitle, inputs, creation, listed);
  const ownIn = (results: readonly ObservedObject[]) => results.filter(({ id }) => !isOthers(id));
  const own = definition.update !== undefined && ownIn(exact).length === 0 ? ownIn(alike) : ownIn(exact);
  return { creation, own, exact, others: [...exact, ...alike] };
}

/** Whether an object has had a known holder since a moment. */
export const holding =
  ({ context, resource: { kind, name } }: DeclaredObject, since: number | undefined) =>
  (id: string): boolean =>
    context.ownership.holders.isHeld(kind, id, since, name);

function judged(definition: Definition, results: readonly Result[], creations: readonly NotedCreation[]): Leftover {
  const all = distinct(results.flatMap(({ own }) => own));
  const others = distinct(results.flatMap((result) => result.others)).filter(({ id }) => !all.some((own) => sameId(own.id, id)));
  const proven = results.filter(({ creation, own }) => own.length > 0 && mayTakeOver(creation));
  const own = distinct(proven.flatMap((result) => result.own));
  const unproven = all.filter(({ id }) => !own.some((each) => sameId(each.id, id)));
  // Only the run that got the answer knows its secret, and nobody knows which run that was. A person has to decide.
  if (definition.revealed !== undefined) return { own: [], by: [], named: [...all, ...others], creations };
  // Objects that cannot be deleted stay anyway, so any of them will do.
  const equals = definition.deletion.undeletable === undefined ? [] : own.slice(1);
  return { own, by: proven.map(({ creation }) => creation), named: [...equals, ...unproven, ...others], creations };
}

/**
 * Forgets creations that need no further action. Nobody waits for an object that is of no use any more, but its note is kept until it would have
 * been listed.
 */
export function forgetSettled({ context, inputs }: DeclaredObject, creations: readonly NotedCreation[]): void {
  const isHidden = (creation: NotedCreation) =>
    creation.answered !== undefined && (elapsedSince(context.clock, creation) ?? Infinity) < timeoutOf(inputs, "create");
  for (const creation of creations) if (!isHidden(creation)) context.ownership.notes.forgets(creation);
}

type Watch = Pick<Context["clock"], "now">;

/** Time since a creation was last sent, in milliseconds. */
function elapsedSince(clock: Watch, { sends }: NotedCreation): number | undefined {
  const last = sends.at(-1);
  return last === undefined ? undefined : clock.now() - last;
}

/** How much longer the object of a noted creation may take to appear, in milliseconds; 0 if it no longer can. */
export function timeLeft(
  definition: Definition,
  { clock }: { readonly clock: Watch },
  inputs: Properties,
  creation: NotedCreation,
): number {
  const { answered } = creation;
  const elapsed = elapsedSince(clock, creation);
  if (elapsed === undefined) return 0;
  // An answered object exists, so it gets the full timeout, unless it is of no use any more.
  const isOfUse = answered !== undefined && definition.revealed === undefined;
  const limit = isOfUse ? timeoutOf(inputs, "create") : settlingTime(definition);
  return Math.min(Math.max(0, limit - elapsed), limit);
}

/** Creations for a resource by earlier runs that no state has shown since, oldest first. */
export const earlier = ({ definition, context, inputs }: DeclaredObject): Promise<NotedCreation[]> =>
  context.ownership.notes.earlier(inputs, definition.kind, wholeTitle(definition, inputs));

/** The creations of earlier runs, once none is under way. */
async function settledCreations(subject: DeclaredObject): Promise<NotedCreation[]> {
  const { context, inputs, name } = subject;
  const limit = timeoutOf(inputs, "create");
  let latest: NotedCreation[] = [];
  const settled = await waitFor(context.clock, limit, async () => {
    latest = await earlier(subject);
    return latest.some(isUnderWay) ? undefined : latest;
  });
  if (settled !== undefined) return settled;
  throw new ProviderError(
    `Another run (process ${latest.find(isUnderWay)!.pid}) is still creating ${name} after ${inWords(limit)}. Nothing was sent. Run again when it ` +
      "has ended.",
  );
}

const digest = (value: unknown): string => createHash("sha256").update(JSON.stringify(value)).digest("base64url");

/** Stands for a secret that was sent. */
const withheld = "";

/** Notes of earlier versions have a slow digest instead. */
const isWithheld = (sent: string | undefined): boolean => sent === withheld || sent?.startsWith("scrypt.") === true;

/** Names of the arguments that the API does not show as they were sent and cannot change afterwards. */
const fingerprinted = ({ fields }: Definition): string[] =>
  Object.entries(fields)
    .filter(([, { policy, readable, reserialised, secret }]) =>
      secret === undefined ? policy !== "update" && (reserialised || !readable) : policy === "fixed" && !readable,
    )
    .map(([name]) => name);

/**
 * Digests of the arguments that the API does not show as they were sent. They tell a run that takes an object over whether the
 * program has changed since it was sent. A secret has none, because a digest helps to guess it.
 */
export function fingerprints(definition: Definition, inputs: Properties): Readonly<Record<string, string>> {
  const marks = marksOf(inputs);
  const isSecret = (name: string) => marks.has(name) || definition.fields[name]!.secret !== undefined;
  return Object.fromEntries(
    fingerprinted(definition)
      .filter((name) => inputs[name] !== undefined)
      .map((name) => [name, isSecret(name) ? withheld : digest(inputs[name])]),
  );
}

/** Names of the arguments that the creations sent as secrets, so that nothing tells whether the program has changed them since. */
export const withheldSecrets = (definition: Definition, creations: readonly NotedCreation[]): string[] =>
  fingerprinted(definition).filter((name) => creations.some(({ fingerprints: { [name]: sent } }) => isWithheld(sent)));

/** Names of the arguments that differ from those that the creations sent. */
export const changedSince = (definition: Definition, inputs: Properties, creations: readonly NotedCreation[]): string[] =>
  fingerprinted(definition).filter((name) =>
    creations.some(({ fingerprints: { [name]: sent } }) =>
      inputs[name] === undefined ? sent !== undefined : !isWithheld(sent) && sent !== digest(inputs[name]),
    ),
  );
