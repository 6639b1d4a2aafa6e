import { HostingError } from "../../sdk/values/errors.js";
import { once } from "../../sdk/values/once.js";
import { inLine } from "../../sdk/redaction/text.js";
import { creationRows } from "../decisions/creation.js";
import { decide } from "../decisions/decide.js";
import { declaredInputs, type ObservedObject, type KnownInputs } from "../definition/definition.js";
import type { Context, MessageOptions } from "../runtime/context.js";
import { isLasting, NotLookedUp } from "../runtime/preview-lookups.js";
import { messageOf, ProviderError } from "../values/errors.js";
import { isWholeId } from "../values/ids.js";
import { pick } from "../values/properties.js";
import { amountOf, type Cost, costText } from "../values/money.js";
import { isStandIn } from "../values/remarks.js";
import { containsUnknown, isUnknown } from "../values/unknown-values.js";
import { announceAdoption, announceUse } from "./creation/adoption.js";
import { creationFacts, type Looks, noLeftover, onlyMatching } from "./creation/facts.js";
import { creationProblems, recordRefusal } from "./creation/messages.js";
import type { DeclaredObject } from "./creation/declared-object.js";
import { newSource, placementProblem, recordExpected } from "./expected.js";
import { type Candidates, candidates, isInNew, lookupWithTimeout } from "./find.js";
import { earlier, forgetSettled, type Leftover, leftoverIn, mayAppear } from "./interrupted-creations.js";
import { maybeGone } from "../values/rejections.js";

/** Shows the user a message once in a command: the engine checks a resource several times. */
export type Announce = (message: string, options?: MessageOptions) => void;

/** What is known about a creation, apart from the arguments. */
type Known = Pick<KnownInputs, "isUnlisted">;

const nothingKnown: Known = { isUnlisted: false };

/**
 * What prevents the creation or adoption of a resource that is new to the state. Announces what is adopted, what an order costs, and
 * what cannot be deleted again.
 *
 * @throws HostingError if every call fails like this one
 */
export async function newProblems(subject: DeclaredObject, announce: Announce): Promise<readonly string[]> {
  const { definition, context, inputs, name } = subject;
  const checks = definition.previewChecks;
  const expected = recordExpected(subject);
  const isToCome = once(
    () => isInNew(definition, context, inputs) || checks?.isContainerToCome?.(context, knownOf(subject)) === true,
  );
  const looks = new PreviewLooks(subject, isToCome);
  const listingFacts = async (): Promise<Known> => ({ isUnlisted: await looks.isUnlisted() });
  const isOnline = context.settings.previewChecks !== "off";
  const facts = creationFacts(subject, looks, {
    misplaced: () => placementProblem(subject, expected),
    misnamed: async () =>
      isOnline && checks?.misnamed !== undefined
        ? ifLookedUp(subject, async () => checks.misnamed?.(context, knownOf(subject)))
        : undefined,
    isNotThereYet: () => isToCome() && definition.identity.comesWithContainer?.(inputs) !== true,
    missingContainer: async () => {
      if (!isOnline || !(isToCome() || (await looks.isRefused()))) return undefined;
      return ifLookedUp(subject, async () => checks?.missingContainer?.(context, knownOf(subject, await listingFacts())));
    },
    problems: async () => orderProblems(subject, await listingFacts()),
  });
  const verdict = await decide(creationRows, "create", facts).catch((error: unknown) => {
    if (error instanceof ProviderError) return error;
    throw error;
  });
  if (verdict instanceof ProviderError) return [verdict.message];
  if (verdict?.act === "refuse") {
    await looks.forgetSettled();
    return recordRefusal(subject, verdict, looks.objects);
  }
  if (verdict?.code === "adopt") await announceAdoption(subject, verdict.about);
  if (definition.identity.singleton === true) {
    await announceUse(subject, looks.objects[0]);
    return [];
  }
  if (verdict?.code === "not known") {
    recordOrder(subject);
    if (!isToCome())
      context.warn(
        isUnknown(inputs["adopt"])
          ? `adopt: whether ${name} is adopted or created is not known yet, so it was not checked.`
          : `adopt: ${name} will be adopted if it exists, which is not known yet.`,
      );
  }
  if (verdict !== undefined) return [];
  if (isOnline && (await looks.isRefused()))
    announce(`${name} could not be looked up, so whether it exists already is not known yet.`);
  await announceOrder(subject, announce, await listingFacts());
  return [];
}

/** Looks in a preview, which waits for nothing: for objects that exist now, except those that this run deletes first. */
class PreviewLooks implements Looks {
  readonly #isWhole: boolean;
  objects: readonly ObservedObject[] = [];

  /** @param isToCome whether this run creates the container, so that nothing is in it yet */
  constructor(
    private readonly subject: DeclaredObject,
    readonly isToCome: () => boolean,
  ) {
    this.#isWhole = !containsUnknown(declaredInputs(subject.definition, subject.inputs));
  }

  get #isAsked(): boolean {
    return this.#isWhole && !this.isToCome() && this.subject.definition.identity.unique !== false;
  }

  #withTimeout<T>(look: () => Promise<T>): Promise<T | undefined> {
    const { definition, context, inputs } = this.subject;
    return lookupWithTimeout(definition, context, inputs, look);
  }

  #candidates(freshness: "once" | "lately"): Promise<Candidates> {
    const { definition, context, inputs } = this.subject;
    return candidates(definition, context, inputs, freshness);
  }

  /** Creations of earlier runs that are over; undefined if one may still take effect, or if they cannot be told. */
  readonly #creations = once(async () => {
    if (!this.#isAsked || this.subject.definition.create === undefined) return { over: [] };
    const all = await this.#withTimeout(() => earlier(this.subject));
    const isUnderWay = all?.some((creation) => mayAppear(this.subject, creation)) === true;
    return { over: isUnderWay ? undefined : all, isUnderWay };
  });

  /** The listing that would contain the object; undefined if it is not asked for, or is refused. */
  readonly #listing = once(async () =>
    this.#isAsked && (await this.#creations()).over !== undefined ? this.#withTimeout(() => this.#candidates("once")) : undefined,
  );

  /** Whether the listing was asked for, and refused. */
  async isRefused(): Promise<boolean> {
    return this.#isAsked && !(await this.#creations()).isUnderWay && (await this.#listing()) === undefined;
  }

  /** Whether the container, as far as it can be told, does not have the object. */
  async isUnlisted(): Promise<boolean> {
    return this.#isWhole && !this.isToCome() && !(await this.isRefused());
  }

  async adoptable(): Promise<readonly ObservedObject[] | undefined> {
    if (!this.#isWhole || this.isToCome()) return undefined;
    const answer = await this.#withTimeout(async () => {
      for (const freshness of ["once", "lately"] as const) {
        const { adoptable } = await this.#candidates(freshness);
        if (adoptable.some((found) => this.#makesRoom(found))) return {};
        if (adoptable.length > 0) return { adoptable };
      }
      return (await earlier(this.subject)).length > 0 ? {} : { adoptable: [] };
    });
    this.objects = answer?.adoptable ?? [];
    // Against a sandbox that stands in for the account, an empty listing proves nothing.
    return this.objects.length === 0 && isStandIn() ? undefined : answer?.adoptable;
  }

  readonly leftover = once(async (): Promise<Leftover | undefined> => {
    const { over = [], isUnderWay } = await this.#creations();
    if (isUnderWay) return undefined;
    const listing = await this.#listing();
    return listing === undefined ? noLeftover : leftoverIn(this.subject, over, listing.all);
  });

  async matching(): Promise<readonly ObservedObject[] | undefined> {
    const listing = await this.#listing();
    if (listing === undefined) return undefined;
    return (this.objects = listing.matching.filter((found) => !this.#makesRoom(found)));
  }

  /** Forgets notes of objects that nobody looks for again, because the resource is refused. */
  async forgetSettled(): Promise<void> {
    const left = this.objects.length === 0 ? undefined : await this.leftover();
    // Notes of objects to be named stay in the journal, for `hosting recover` to settle.
    if (left?.own.length === 0 && left.named.length === 0) forgetSettled(this.subject, left.creations);
  }

  /** Whether this run deletes an object of the resource itself, before it replaces it. */
  #makesRoom({ id }: ObservedObject): boolean {
    const { context, resource } = this.subject;
    return isWholeId(id) && context.ownership.run.deletedFirstFor(resource.kind, id) === resource.name;
  }
}

/**
 * Decides whether a new object can take the place of another one. Announces what it costs.
 *
 * @param replaced the id of the other one
 * @returns why not
 */
export async function replacementProblems(
  subject: DeclaredObject,
  announce: Announce,
  replaced: string,
): Promise<readonly string[]> {
  const isOrdered = subject.inputs["adopt"] !== true;
  // What an earlier run may have ordered has its name by now, and is taken over.
  const problems = async () => ((await earlier(subject).catch(() => [])).length > 0 ? [] : orderProblems(subject, nothingKnown));
  const known = creationFacts(subject, onlyMatching(), { problems }, replaced);
  const facts = isOrdered ? known : { ...known, journal: () => undefined, problems: () => [] };
  const verdict = await decide(creationRows, "replace", facts);
  if (verdict !== undefined) return creationProblems(verdict, subject, []);
  if (isOrdered) await announceOrder(subject, announce, nothingKnown);
  return [];
}

/** What prevents the creation of a new object, according to the API. */
async function orderProblems(subject: DeclaredObject, known: Known): Promise<readonly string[]> {
  const { definition, context } = subject;
  if (context.settings.previewChecks === "off") return [];
  const problems = await ifLookedUp(subject, async () => {
    await verifyLogin(context);
    return definition.previewChecks?.problems?.(context, knownOf(subject, known));
  });
  return problems ?? [];
}

/** @param cost undefined if its price is not known */
function recordOrder({ definition, context, resource }: DeclaredObject, cost?: Cost): void {
  if (definition.costly === true)
    context.ownership.run.recordDeclaration(resource, { order: { amount: cost && amountOf(cost) } });
}

/** Says what a new object costs, and that it cannot be deleted again. */
async function announceOrder(subject: DeclaredObject, announce: Announce, known: Known): Promise<void> {
  const { definition, context, inputs, name, resource } = subject;
  const { identity, deletion, previewChecks } = definition;
  if (context.settings.previewChecks === "off") return recordOrder(subject);
  const cost = await costOf(subject);
  if (cost !== undefined) {
    recordOrder(subject, cost);
    announce(`${name} will be ordered: ${costText(cost)}.`, {
      facts: { code: "order", kind: resource.kind, resource: resource.name, cost },
    });
  }
  recordExpected(subject, true);
  const remark = previewChecks?.remark?.(context, knownOf(subject, known));
  // Of a resource whose place is not known yet, several would be told alike.
  const of = containsUnknown(pick(inputs, identity.scope)) ? ` of resource "${inLine(resource.name)}"` : "";
  if (remark !== undefined) announce(`${name}${of}: ${remark}`, { severity: "warning" });
  if (deletion.undeletable !== undefined && identity.singleton !== true)
    announce(`${name} will be created for good. ${deletion.undeletable}`);
}

function knownOf({ definition, context, inputs, resource }: DeclaredObject, known: Known = nothingKnown): KnownInputs {
  const { run } = context.ownership;
  const isKnown = (name: string) => !containsUnknown(inputs[name]);
  return {
    ...known,
    isKnown,
    isDeclared: (name) => inputs[name] !== undefined && !isUnknown(inputs[name]),
    newSource: (name) => newSource(definition, run, inputs, name),
    deletedFirst: run.declaration(resource).deletedFirst,
    inputs: pick(inputs, Object.keys(definition.fields).filter(isKnown)),
  };
}

/** A refused login makes every call fail, so the preview must show it even if no check of this kind sends a request. */
async function verifyLogin({ client, lookups }: Context): Promise<void> {
  if (client.providerTime() !== undefined) return;
  await lookups
    .once("login", ({ authentication }, options) => authentication.listTokens({}, options))
    .catch((error: unknown) => {
      if (!maybeGone(error)) throw error;
    });
}

async function costOf(subject: DeclaredObject): Promise<Cost | undefined> {
  try {
    return await subject.definition.previewChecks?.cost?.(subject.context, knownOf(subject));
  } catch (error) {
    if (isLasting(error) || !(error instanceof NotLookedUp || error instanceof HostingError)) throw error;
    return { isLookedUp: false };
  }
}

/** The result of a check; undefined, with a warning, if the API gives no answer. */
async function ifLookedUp<T>({ context, name }: DeclaredObject, check: () => Promise<T>): Promise<T | undefined> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof NotLookedUp) {
      if (error.isForAll && context.lookups.firstToTell())
        context.warn(`Not checked: ${name} and what follows. ${messageOf(error)}`, { severity: "warning" });
    } else if (error instanceof HostingError && !isLasting(error))
      context.warn(`${name} was not checked. ${messageOf(error)}`, { severity: "warning" });
    else throw error;
    return undefined;
  }
}
