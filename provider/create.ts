import { AnswerError, BadRequestError, ConflictError, HostingError } from "../sdk/errors.js";
import type { Context } from "./context.js";
import { declaredInputs, type Definition, type Found } from "./definition.js";
import { messageOf, ProviderError, UnclearError, UnfinishedError } from "./failures.js";
import { isWholeId } from "./id.js";
import { candidates, lookAround, lookNow, nameIds } from "./lookup.js";
import { deviations, observedState, unseen, writtenState } from "./observe.js";
import { longestCall, madeBetween, orphans, settlingTime } from "./orphans.js";
import type { Properties } from "./properties.js";
import { nameOf, timeoutOf, unconfirmed, unfinishedKey } from "./reserved.js";
import { secretValues } from "./secrets.js";
import { waitFor } from "./waiting.js";

export interface Created {
  readonly id: string;
  readonly state: Properties;
}

/**
 * Exactly one object for the arguments: looked up first, taken over where that is declared or where an interrupted run made it,
 * created otherwise; after an answer that leaves open what happened it is looked up again before anything is repeated.
 */
export async function create(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  const title = definition.title(inputs);
  return context.exclusively(`${definition.kind} ${title}`, () =>
    find(definition, context, inputs).finally(() => context.listings.touch(definition.kind, title)),
  );
}

/** What is there already and may be taken, or else a new object. */
async function find(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  if (inputs["adopt"] !== true) {
    const continued = await takeUp(definition, context, inputs);
    if (continued !== undefined) return continued;
  }
  const before = await candidates(definition, context, inputs, "lately").catch((error: unknown) => {
    throw failed(definition, inputs, error);
  });
  if (inputs["adopt"] === true) return adopt(definition, context, inputs, before.adoptable);
  const existing = await takeOver(definition, context, inputs, before.matching);
  if (existing !== undefined) return existing;
  return noted(definition, context, inputs, before.adoptable, async () => {
    const made = await order(definition, context, inputs, before.all);
    if ("state" in made) return made;
    const { found, attempts } = made;
    const known = before.all.some(({ id }) => id === found.id);
    if (known)
      context.warn(
        `${definition.label} ${definition.title(inputs)} took the place of one that was there before (${found.id}): the provider made ` +
          `no other, and what it was before is lost.`,
      );
    return untilVisible(definition, context, inputs, found, attempts);
  });
}

/** Goes on with what an interrupted run made. An object whose secret went lost with that run is deleted, as it is of no use. */
async function takeUp(definition: Definition, context: Context, inputs: Properties): Promise<Created | undefined> {
  if (definition.create === undefined) return undefined;
  const title = `${definition.label} ${definition.title(inputs)}`;
  for (const { found, creation } of await orphans(definition, context, inputs)) {
    if (definition.revealed === undefined) {
      context.warn(`${title} (${found.id}) was made by a run that was interrupted, and is taken over.`);
      const result = await noted(definition, context, inputs, [], () => settle(definition, context, inputs, found));
      context.creations.settle(creation);
      return result;
    }
    await discard(definition, context, inputs, found, new ProviderError("The run that made it was interrupted."));
    context.creations.settle(creation);
    context.warn(
      `${title} (${found.id}) was made by a run that was interrupted: its ${definition.revealed.join(", ")} went lost with that run, ` +
        `so it was deleted, and is made anew.`,
    );
  }
  return undefined;
}

/** Carries out a creation that the journal knows of, until what came of it is known and told. */
async function noted(
  definition: Definition,
  context: Context,
  inputs: Properties,
  before: readonly Found[],
  creation: () => Promise<Created>,
): Promise<Created> {
  const title = definition.title(inputs);
  const costly = definition.costly === true;
  const sending = await context.creations
    .send({ kind: definition.kind, title, name: nameOf(inputs), before: before.map(({ id }) => id) }, costly)
    .catch((error: unknown) => {
      const reason = `(${messageOf(error)})`;
      if (costly)
        throw new ProviderError(
          `${definition.label} ${title} was not created: what is ordered is noted first, so that a run after an interrupted one orders ` +
            `nothing twice, and that failed ${reason}. Set HOSTING_JOURNAL to a folder that can be written, and run again.`,
          error,
        );
      context.warn(
        `${definition.label} ${title} could not be noted before it is created ${reason}: should this run be interrupted, the next one ` +
          `will not know it as its own. Set HOSTING_JOURNAL to a folder that can be written.`,
      );
      return undefined;
    });
  try {
    const created = await creation();
    sending?.answered(created.id);
    return created;
  } catch (error) {
    if (error instanceof UnfinishedError) sending?.answered(error.id);
    else if (!(error instanceof UnclearError)) sending?.over();
    throw error;
  }
}

/** Refuses to create what is there already, unless the kind takes it over by itself. */
async function takeOver(
  definition: Definition,
  context: Context,
  inputs: Properties,
  matching: readonly Found[],
): Promise<Created | undefined> {
  if (definition.unique === false || matching.length === 0) return undefined;
  const [first] = matching as [Found];
  if (definition.standing === true || definition.takesOver?.(first, inputs)) return settle(definition, context, inputs, first);
  throw new ProviderError(
    `${definition.label} ${definition.title(inputs)} exists already (${nameIds(matching)}), so no second one was created. ` +
      `Take it over with \`adopt: true\`, or import it, or remove it at the provider.`,
  );
}

async function adopt(definition: Definition, context: Context, inputs: Properties, matching: readonly Found[]): Promise<Created> {
  const title = `${definition.label} ${definition.title(inputs)}`;
  if (matching.length === 0)
    throw new ProviderError(
      `${title} does not exist, so there is nothing to adopt, and nothing was created. Remove \`adopt: true\` to have it created.`,
    );
  if (matching.length > 1)
    throw new ProviderError(
      `${title}: several objects could be meant (${nameIds(matching)}), and the interface does not tell which. ` +
        `Import the right one by its id, or remove the others at the provider.`,
    );
  const [found] = matching as [Found];
  const hidden = definition.revealed ?? [];
  if (hidden.length > 0)
    context.warn(
      `${title} was adopted: ${hidden.join(", ")} is shown at creation only and stays unknown. Replace the resource to get a new one.`,
    );
  return settle(definition, context, inputs, found);
}

/** Brings an existing object to what is declared, as far as the interface can. */
async function settle(definition: Definition, context: Context, inputs: Properties, found: Found): Promise<Created> {
  if (!isWholeId(found.id))
    throw new ProviderError(
      `${definition.label} ${definition.title(inputs)} exists, but the provider does not show its identifier, so it cannot be managed, ` +
        `and no second one was created.`,
    );
  const differing = deviations(definition, inputs, found);
  if (differing.length === 0 && unseen(definition, inputs).length === 0)
    return { id: found.id, state: writtenState(definition, inputs, found) };
  const stuck = differing.filter((name) => definition.fields[name]!.policy !== "update");
  if (stuck.length > 0 || definition.update === undefined)
    throw new ProviderError(
      `${definition.label} ${definition.title(inputs)} exists (${found.id}), but differs in ${stuck.join(", ")}, which the interface ` +
        `cannot change. Declare what the provider has, or remove the object there.`,
    );
  try {
    const written = await definition.update(context, found.id, declaredInputs(definition, inputs));
    const left = deviations(definition, inputs, written);
    if (left.length > 0) throw new ProviderError(`The provider shows something else than declared in ${left.join(", ")}.`);
    return { id: found.id, state: writtenState(definition, inputs, written) };
  } catch (error) {
    throw unfinished(definition, inputs, found, "was taken over, but not brought to what is declared", error);
  }
}

interface Made {
  readonly found: Found;
  /** How often the creation was sent. */
  readonly attempts: number;
}

/** Sends the creation, once more at most, and only where no second object can come of it. */
async function order(
  definition: Definition,
  context: Context,
  inputs: Properties,
  before: readonly Found[],
  attempt = 1,
): Promise<Made | Created> {
  if (definition.create === undefined)
    throw new ProviderError(`${definition.label} ${definition.title(inputs)} does not exist, and the interface cannot make it.`);
  try {
    const created = await definition.create(context, declaredInputs(definition, inputs));
    if (!isWholeId(created.id))
      throw new AnswerError("The answer does not show the object's identifier.", { effect: "possible" });
    // What the creation alone reveals nobody could know before.
    for (const secret of secretValues(definition, { ...created.inputs, ...created.outputs })) context.client.secrets.add(secret);
    return { found: created, attempts: attempt };
  } catch (error) {
    if (error instanceof BadRequestError || error instanceof ConflictError) {
      // The first sending, without an answer, may be what stands in the way.
      const [own] = attempt > 1 ? await appeared(definition, context, inputs, before, error) : [];
      return own === undefined ? refused(definition, context, inputs, error) : { found: own, attempts: attempt };
    }
    if (!(error instanceof HostingError) || error.effect === "none") throw failed(definition, inputs, error);
    const fresh = await appeared(definition, context, inputs, before, error);
    const [first, ...others] = fresh;
    if (first !== undefined && !isWholeId(first.id))
      throw unclear(definition, inputs, "the provider shows it without its identifier", error);
    if (others.length > 0) throw unclear(definition, inputs, `several objects could be the one (${nameIds(fresh)})`, error);
    if (first !== undefined && definition.revealed === undefined) return { found: first, attempts: attempt };
    if (first !== undefined) {
      await discard(definition, context, inputs, first, error);
      if (attempt > 1) throw lostTwice(definition, inputs, error);
    }
    if (definition.costly) throw unclear(definition, inputs, "no such object has appeared so far", error);
    if (attempt > 1) throw unclear(definition, inputs, "it was tried twice, and no such object has appeared so far", error);
    return order(definition, context, inputs, before, attempt + 1);
  }
}

/**
 * The provider refuses: perhaps because the object has come to be since the look-up. Where such an object is taken over, it is
 * waited for, as it can be missing from the listing for a moment.
 */
async function refused(definition: Definition, context: Context, inputs: Properties, error: HostingError): Promise<Created> {
  const limit = definition.takesOver === undefined ? 0 : settlingTime(definition);
  const existing = await waitFor(context.clock, limit, async () => {
    const { matching } = await candidates(definition, context, inputs);
    return matching.length > 0 ? matching : undefined;
  }).catch(() => undefined);
  const taken = await takeOver(definition, context, inputs, existing ?? []);
  if (taken === undefined) throw failed(definition, inputs, error);
  return taken;
}

/** Objects that are what was declared and were not there before the creation was sent. */
async function appeared(
  definition: Definition,
  context: Context,
  inputs: Properties,
  before: readonly Found[],
  error: HostingError,
): Promise<Found[]> {
  const known = new Set(before.map(({ id }) => id));
  const from = context.clock.now();
  try {
    const fresh = await waitFor(context.clock, settlingTime(definition), async () => {
      const { matching } = await candidates(definition, context, inputs);
      const unknown = matching.filter(({ id }) => !known.has(id));
      return unknown.length > 0 ? unknown : undefined;
    });
    return madeBetween(definition, context, inputs, fresh ?? [], { from: from - longestCall, to: context.clock.now() });
  } catch (lookupError) {
    throw unclear(definition, inputs, `the look-up after it failed as well (${messageOf(lookupError)})`, error);
  }
}

/** The secret of an object went lost with the answer, so the object is of no use. */
async function discard(definition: Definition, context: Context, inputs: Properties, lost: Found, error: Error): Promise<void> {
  try {
    await definition.delete?.(context, lost.id, lost.inputs);
  } catch (deletionError) {
    throw unclear(
      definition,
      inputs,
      `it was created as ${lost.id}, its secret went lost with the answer, and deleting it failed (${messageOf(deletionError)}): delete it at the provider`,
      error,
    );
  }
}

/**
 * A fresh object can be missing from the listing for a moment; what hangs on it has to wait. Beside it there must be no other
 * that is what was declared: two runs at once can both have looked before either created.
 */
async function untilVisible(
  definition: Definition,
  context: Context,
  inputs: Properties,
  created: Found,
  attempts: number,
): Promise<Created> {
  const state = writtenState(definition, inputs, created);
  let twins: readonly Found[] = [];
  let result: Created;
  try {
    const limit = timeoutOf(inputs, "create");
    const visible = await waitFor(context.clock, limit, async () => {
      if (definition.unique === false) return lookNow(definition, context, created.id);
      const { found, others } = await lookAround(definition, context, created.id, inputs);
      twins = others;
      return found;
    });
    if (visible === undefined) throw new ProviderError(`it did not become visible within ${limit / 1000} s`);
    result = { id: created.id, state: observedState(definition, state, visible) };
  } catch (error) {
    throw unfinished(definition, inputs, created, unconfirmed, error);
  }
  if (twins.length > 0) await withdraw(definition, context, inputs, created, twins, attempts);
  return result;
}

/** Of two objects that came to be at the same time each run takes its own back, so that there are never two. */
async function withdraw(
  definition: Definition,
  context: Context,
  inputs: Properties,
  created: Found,
  twins: readonly Found[],
  attempts: number,
): Promise<never> {
  const title = `${definition.label} ${definition.title(inputs)}`;
  const found = `another one came to be at the same time (${nameIds(twins)})`;
  if (definition.costly === true || definition.delete === undefined)
    throw unfinished(
      definition,
      inputs,
      created,
      "was created, and there are two",
      new ProviderError(`${found}. Remove one of them.`),
    );
  try {
    await definition.delete(context, created.id, created.inputs);
  } catch (error) {
    throw unfinished(
      definition,
      inputs,
      created,
      "was created, and there are two",
      new ProviderError(`${found}. ${messageOf(error)}`),
    );
  }
  const message =
    `${title} was created (${created.id}) and deleted again, because ${found}, so that there are not two. ` +
    `Run again; if it belongs to another stack, declare it in one of them only, or take it over with \`adopt: true\`.`;
  // The other one may be what became of a first request without an answer: then the next run knows it by the journal.
  throw attempts > 1 ? new UnclearError(message) : new ProviderError(message);
}

const failed = (definition: Definition, inputs: Properties, error: unknown): ProviderError =>
  new ProviderError(`${definition.label} ${definition.title(inputs)} was not created. ${messageOf(error)}`, error);

const unclear = (definition: Definition, inputs: Properties, finding: string, error: unknown): UnclearError =>
  new UnclearError(
    `Whether ${definition.label} ${definition.title(inputs)} was created is not known: ${finding}. ${messageOf(error)} ` +
      `It was not tried again, so that there are not two. Run again: what has appeared by then is taken over, and only what has not is created.`,
    error,
  );

const lostTwice = (definition: Definition, inputs: Properties, error: unknown): ProviderError =>
  new ProviderError(
    `${definition.label} ${definition.title(inputs)} was created twice; each time its secret went lost with the answer, and it was ` +
      `deleted again, so that nothing is left of it. Run again. The latest answer: ${messageOf(error)}`,
    error,
  );

function unfinished(definition: Definition, inputs: Properties, found: Found, what: string, error: unknown): UnfinishedError {
  const message = `${definition.label} ${definition.title(inputs)} (${found.id}) ${what}: ${messageOf(error)} It is recorded; run again to go on with it.`;
  const state = writtenState(definition, inputs, found);
  return new UnfinishedError(message, found.id, { ...inputs, ...state, [unfinishedKey]: what }, error);
}
