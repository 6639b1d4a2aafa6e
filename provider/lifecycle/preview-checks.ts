import { AuthenticationError, HostingError, NotFoundError } from "../../sdk/values/errors.js";
import { once } from "../../sdk/values/once.js";
import { inLine } from "../../sdk/redaction/text.js";
import { creationRows } from "../decisions/creation.js";
import { decide } from "../decisions/decide.js";
import { declaredInputs, type Definition } from "../definition/definition.js";
import type { Found } from "../definition/found.js";
import { nameOfDeclared } from "../definition/object-name.js";
import type { KnownInputs } from "../definition/preview-checks.js";
import type { Context, MessageOptions } from "../runtime/context.js";
import { isLasting, NotLookedUp, PreviewLookups } from "../runtime/preview-lookups.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { isWholeId } from "../values/id.js";
import { pick, type Properties } from "../values/properties.js";
import { maybeGone } from "../values/rejections.js";
import type { Cost } from "../values/remarks.js";
import { nameOf } from "../values/reserved-properties.js";
import { isStandIn } from "../values/stand-in.js";
import { containsUnknown, isUnknown } from "../values/unknown-values.js";
import { announceAdoption, announceUse } from "./creation/announcements.js";
import { refusedCreation } from "./creation/existing-object.js";
import { creationFacts, type Looks, noLeftover, onlyMatching } from "./creation/facts.js";
import { creationProblems } from "./creation/messages.js";
import type { Subject } from "./creation/subject.js";
import { newSource, noteExpected, placementProblem } from "./expected.js";
import { candidates, isInNew } from "./find.js";
import { earlier, forgetSettled, type Leftover, leftoverIn, mayAppear } from "./interrupted-creations.js";
import { soon } from "./soon.js";

/** Shows the user a message once in a command: the engine checks a resource several times. */
export type Announce = (message: string, options?: MessageOptions) => void;

/** What is known about a creation, apart from the arguments. */
type Known = Pick<KnownInputs, "isRefused" | "isUnlisted">;

const nothingKnown: Known = { isRefused: false, isUnlisted: false };

/**
 * What prevents the creation or adoption of a resource that is new to the state. Announces what is adopted, what an order costs, and
 * what cannot be deleted again.
 *
 * @throws HostingError if every call fails like this one
 */
export async function newProblems(subject: Subject, announce: Announce): Promise<readonly string[]> {
  const { definition, context, inputs, name } = subject;
  const { run } = context.ownership;
  const checks = definition.previewChecks;
  const known = () => knownOf(definition, context, inputs);
  const expected = noteExpected(definition, run, inputs);
  const isToCome = once(() => isInNew(definition, context, inputs) || checks?.isContainerToCome?.(context, known()) === true);
  const looks = new PreviewLooks(subject, isToCome);
  const said = async (): Promise<Known> => ({ ...nothingKnown, isUnlisted: await looks.isUnlisted() });
  const isOnline = context.settings.previewChecks !== "off";
  const facts = creationFacts(subject, looks, {
    misplaced: () => placementProblem(definition, run, inputs, expected),
    misnamed: async () =>
      isOnline && checks?.misnamed !== undefined
        ? ifLookedUp(definition, context, inputs, async () => checks.misnamed?.(context, known()))
        : undefined,
    isNotThereYet: () => isToCome() && definition.identity.comesWithContainer?.(inputs) !== true,
    missingContainer: async () => {
      if (!isOnline || !(isToCome() || (await looks.isRefused()))) return undefined;
      return ifLookedUp(definition, context, inputs, async () => {
        const found = await containerProblem(definition, context, inputs, await said());
        if (found !== undefined && !isToCome()) await verifyAddress(context);
        return found;
      });
    },
    problems: async () => orderProblems(subject, await said()),
  });
  const verdict = await decide(creationRows, "create", facts).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
  if (verdict instanceof ProviderError) return [verdict.message];
  if (verdict?.act === "refuse") {
    await looks.forgetSettled();
    return refusedCreation(subject, verdict, looks.objects).problems;
  }
  if (verdict?.code === "adopt") await announceAdoption(subject, verdict.about);
  if (definition.identity.singleton === true) await announceUse(subject, looks.objects[0]);
  if (verdict?.code === "not known" && definition.identity.singleton !== true && !isToCome())
    context.warn(
      isUnknown(inputs["adopt"])
        ? `adopt: whether ${name} is adopted or created is not known yet, so it was not checked.`
        : `adopt: ${name} will be adopted if it exists, which is not known yet.`,
    );
  if (verdict !== undefined || definition.identity.singleton === true) return [];
  if (isOnline && (await looks.isRefused()))
    announce(`${name} could not be looked up, so whether it exists already is not known yet.`);
  await announceOrder(subject, announce, await said());
  return [];
}

/** Looks in a preview, which waits for nothing: for objects that exist now, except those that this run deletes first. */
class PreviewLooks implements Looks {
  readonly #subject: Subject;
  readonly #isWhole: boolean;
  objects: readonly Found[] = [];

  /** @param isToCome whether this run creates the container, so that nothing is in it yet */
  constructor(
    subject: Subject,
    readonly isToCome: () => boolean,
  ) {
    this.#subject = subject;
    this.#isWhole = !containsUnknown(declaredInputs(subject.definition, subject.inputs));
  }

  get #isAsked(): boolean {
    return this.#isWhole && !this.isToCome() && this.#subject.definition.identity.unique !== false;
  }

  /** Creations of earlier runs that are over; undefined if one may still take effect, or if they cannot be told. */
  readonly #creations = once(async () => {
    const { definition, context, inputs } = this.#subject;
    if (!this.#isAsked || definition.create === undefined) return { over: [] };
    const all = await soon(definition, context, inputs, () => earlier(definition, context, inputs));
    const isUnderWay = all?.some((creation) => mayAppear(definition, context, inputs, creation)) === true;
    return { over: isUnderWay ? undefined : all, isUnderWay };
  });

  /** The listing that would contain the object; undefined if it is not asked for, or is refused. */
  readonly #listing = once(async () => {
    const { definition, context, inputs } = this.#subject;
    if (!this.#isAsked || (await this.#creations()).over === undefined) return undefined;
    return soon(definition, context, inputs, () => candidates(definition, context, inputs, "once"));
  });

  /** Whether the listing was asked for, and refused. */
  async isRefused(): Promise<boolean> {
    return this.#isAsked && !(await this.#creations()).isUnderWay && (await this.#listing()) === undefined;
  }

  /** Whether the container, as far as it can be told, does not have the object. */
  async isUnlisted(): Promise<boolean> {
    return this.#isWhole && !this.isToCome() && !(await this.isRefused());
  }

  async adoptable(): Promise<readonly Found[] | undefined> {
    const { definition, context, inputs } = this.#subject;
    if (!this.#isWhole || this.isToCome()) return undefined;
    const answer = await soon(definition, context, inputs, async () => {
      for (const freshness of ["once", "lately"] as const) {
        const { adoptable } = await candidates(definition, context, inputs, freshness);
        if (adoptable.some((found) => this.#makesRoom(found))) return {};
        if (adoptable.length > 0) return { adoptable };
      }
      return (await earlier(definition, context, inputs)).length > 0 ? {} : { adoptable: [] };
    });
    this.objects = answer?.adoptable ?? [];
    // Against a sandbox that stands in for the account, an empty listing proves nothing.
    return this.objects.length === 0 && isStandIn() ? undefined : answer?.adoptable;
  }

  readonly #left = once(async () => {
    const { definition, context, inputs } = this.#subject;
    const { over = [], isUnderWay } = await this.#creations();
    if (isUnderWay) return undefined;
    const listing = await this.#listing();
    return listing === undefined ? noLeftover : leftoverIn(definition, context, inputs, over, listing.all);
  });

  leftover(): Promise<Leftover | undefined> {
    return this.#left();
  }

  async matching(): Promise<readonly Found[] | undefined> {
    const listing = await this.#listing();
    if (listing === undefined) return undefined;
    return (this.objects = listing.matching.filter((found) => !this.#makesRoom(found)));
  }

  /** Forgets notes of objects that nobody looks for again, because the resource is refused. */
  async forgetSettled(): Promise<void> {
    const { context, inputs } = this.#subject;
    const left = this.objects.length === 0 ? undefined : await this.#left();
    // Notes of objects to be named stay in the journal, for `hosting recover` to settle.
    if (left?.own.length === 0 && left.named.length === 0) forgetSettled(context, inputs, left.creations);
  }

  /** Whether this run deletes an object of the resource itself, before it replaces it. */
  #makesRoom({ id }: Found): boolean {
    const { definition, context, inputs } = this.#subject;
    return isWholeId(id) && context.ownership.run.leaverOf(definition.kind, id) === nameOf(inputs);
  }
}

/**
 * Decides whether a new object can take the place of another one. Announces what it costs.
 *
 * @param replaced the id of the other one
 * @returns why not
 */
export async function replacementProblems(subject: Subject, announce: Announce, replaced: string): Promise<readonly string[]> {
  const isOrdered = subject.inputs["adopt"] !== true;
  const known = creationFacts(subject, onlyMatching(), { problems: () => orderProblems(subject, nothingKnown) }, replaced);
  const facts = isOrdered ? known : { ...known, journal: () => undefined, problems: () => [] };
  const verdict = await decide(creationRows, "replace", facts);
  if (verdict !== undefined) return creationProblems(verdict, subject, []);
  if (isOrdered) await announceOrder(subject, announce, nothingKnown);
  return [];
}

/** What prevents the creation of a new object, according to the API. */
async function orderProblems({ definition, context, inputs }: Subject, known: Known): Promise<readonly string[]> {
  if (context.settings.previewChecks === "off") return [];
  const problems = await ifLookedUp(definition, context, inputs, async () => {
    await verifyLogin(context);
    return creationProblemsOf(definition, context, inputs, known);
  });
  return problems ?? [];
}

/** Says what a new object costs, and that it cannot be deleted again. */
async function announceOrder(subject: Subject, announce: Announce, known: Known): Promise<void> {
  const { definition, context, inputs, name } = subject;
  if (context.settings.previewChecks === "off") return;
  const cost = await costOf(definition, context, inputs);
  if (cost !== undefined)
    announce(`${name} will be ordered: ${cost.terms}.`, {
      facts: { code: "order", kind: definition.kind, resource: nameOf(inputs), cost },
    });
  noteExpected(definition, context.ownership.run, inputs, true);
  const remark = definition.previewChecks?.remark?.(context, knownOf(definition, context, inputs, known));
  if (remark !== undefined) announce(`${told(definition, inputs)}: ${remark}`, { severity: "warning" });
  const { identity, deletion } = definition;
  if (deletion.undeletable !== undefined && identity.singleton !== true)
    announce(`${name} will be created for good. ${deletion.undeletable}`);
}

/** A declared object, with its resource if it is not known yet what it lies in: several would be told alike. */
const told = (definition: Definition, inputs: Properties): string =>
  nameOfDeclared(definition, inputs) +
  (containsUnknown(pick(inputs, definition.identity.scope)) ? ` of resource "${inLine(nameOf(inputs))}"` : "");

/** Why the provider refused a creation, according to lookups that begin now; undefined if no reason is known. */
export async function refusalReason(definition: Definition, context: Context, inputs: Properties): Promise<string | undefined> {
  const current = { ...context, lookups: new PreviewLookups(() => context.client, context.clock) };
  try {
    const known = { ...nothingKnown, isRefused: true, isUnlisted: true };
    const problem = await containerProblem(definition, current, inputs, known);
    const reasons = problem === undefined ? await creationProblemsOf(definition, current, inputs, known) : [problem];
    if (reasons.length > 0) return reasons.join(" ");
  } catch {
    // The refusal itself is what the user has to know.
  }
  return undefined;
}

const containerProblem = async (
  definition: Definition,
  context: Context,
  inputs: Properties,
  known: Known,
): Promise<string | undefined> => definition.previewChecks?.container?.(context, knownOf(definition, context, inputs, known));

const creationProblemsOf = async (
  definition: Definition,
  context: Context,
  inputs: Properties,
  known: Known,
): Promise<readonly string[]> =>
  (await definition.previewChecks?.problems?.(context, knownOf(definition, context, inputs, known))) ?? [];

function knownOf(definition: Definition, { ownership }: Context, inputs: Properties, known: Known = nothingKnown): KnownInputs {
  const isKnown = (name: string) => !containsUnknown(inputs[name]);
  return {
    ...known,
    isKnown,
    isDeclared: (name) => inputs[name] !== undefined && !isUnknown(inputs[name]),
    newSource: (name) => newSource(definition, ownership.run, inputs, name),
    deletedFirst: ownership.run.declaration({ kind: definition.kind, name: nameOf(inputs) }).deletedFirst,
    inputs: pick(inputs, Object.keys(definition.fields).filter(isKnown)),
  };
}

/** A refused login makes every call fail, so the preview must show it even if no check of this kind sends a request. */
async function verifyLogin({ client, lookups }: Context): Promise<void> {
  if (client.providerTime() !== undefined) return;
  await tokens(lookups).catch((error: unknown) => {
    if (!maybeGone(error)) throw error;
  });
}

/** An access token is not logged in with, so only a collection that every login has tells a wrong address from an object that is not there. */
async function verifyAddress({ settings: { credentials, baseUrl }, lookups }: Context): Promise<void> {
  if ("username" in credentials) return;
  await tokens(lookups).catch((error: unknown) => {
    if (error instanceof NotFoundError)
      throw new AuthenticationError(
        `Not even the tokens of this login were found at ${inLine(baseUrl)}: ${messageOf(error)} Check baseUrl: it must be the address of the API.`,
        { status: error.status, cause: error },
      );
    if (!maybeGone(error)) throw error;
  });
}

const tokens = (lookups: PreviewLookups) =>
  lookups.once("login", ({ authentication }, options) => authentication.listTokens({}, options));

async function costOf(definition: Definition, context: Context, inputs: Properties): Promise<Cost | undefined> {
  try {
    return await definition.previewChecks?.cost?.(context, knownOf(definition, context, inputs));
  } catch (error) {
    if (isLasting(error) || !(error instanceof NotLookedUp || error instanceof HostingError)) throw error;
    return { terms: "its price could not be looked up" };
  }
}

/** The result of a check; undefined, with a warning, if the API gives no answer. */
async function ifLookedUp<T>(
  definition: Definition,
  context: Context,
  inputs: Properties,
  check: () => Promise<T>,
): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    const name = `${nameOfDeclared(definition, inputs)} was not checked against the API`;
    if (error instanceof NotLookedUp) {
      if (error.isForAll && context.lookups.tellsEnd())
        context.warn(`${name}, nor is any new resource after it: ${messageOf(error)} Their creation may still fail.`, {
          severity: "warning",
        });
    } else if (error instanceof HostingError && !isLasting(error))
      context.warn(`${name}. ${messageOf(error)} Its creation may still fail.`, { severity: "warning" });
    else throw error;
    return undefined;
  }
}
