import { once } from "../../../sdk/values/once.js";
import { creationRows } from "../../decisions/creation.js";
import { decide, type Verdict } from "../../decisions/decide.js";
import { type Definition, type ObservedObject, declaredInputs } from "../../definition/definition.js";
import { naturalKey, wholeTitle } from "../../definition/object-name.js";
import { type Context, contextWith, type SendHooks } from "../../runtime/context.js";
import { Refusal, HeldBack, ProviderError } from "../../values/errors.js";
import { isWholeId, sameId } from "../../values/ids.js";
import type { Properties } from "../../values/properties.js";
import { leftOut } from "../expected.js";
import { type Candidates, candidates, nameIds, onceVisible, indexOf } from "../find.js";
import { type Leftover, leftover, settlingTime } from "../interrupted-creations.js";
import { Creation } from "./creation.js";
import { creationFacts, type Looks, noLeftover, onlyMatching } from "./facts.js";
import { recordRefusal } from "./messages.js";
import { AnswerError, HostingError } from "../../../sdk/values/errors.js";
import { type OutcomeQuestion, outcomeRows } from "../../decisions/outcome.js";
import { secretValues } from "../../definition/secrets.js";
import { waitFor } from "../../values/poll.js";
import { inWords } from "../../../sdk/redaction/text.js";
import { nameOf, timeoutOf, unconfirmed } from "../../values/reserved-properties.js";
import { deviation, observed, writtenState } from "../state.js";
import { explainedBy } from "../../../sdk/values/explained.js";
import type { Created } from "./declared-object.js";
import { heedLeftover, recordExisting, takeOver, use, announceAdoption } from "./adoption.js";
import { isRejected } from "../../values/rejections.js";

/**
 * Provides exactly one object for the arguments: decides which one, creates it if there is none, and looks again before anything is sent a
 * second time.
 */
export async function create(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  const creation = new Creation(definition, context, inputs);
  const key = naturalKey(definition, inputs);
  const created = await context.serialize(`${definition.kind} ${key}`, () =>
    provide(creation).finally(() => context.listings.invalidate(definition.kind, key)),
  );
  if (definition.identity.hasNaturalId === true)
    await context.ownership.notes.settleOrders(inputs, definition.kind, wholeTitle(definition, inputs)).catch(() => undefined);
  return created;
}

async function provide(creation: Creation): Promise<Created> {
  const looks = new RunLooks(creation);
  const facts = creationFacts(creation, looks, { misplaced: () => leftOut(creation) });
  const verdict = await decide(creationRows, "create", facts);
  if (looks.left !== undefined) heedLeftover(creation, looks.left);
  if (verdict?.act === "refuse") throw new Refusal(recordRefusal(creation, verdict, looks.objects).join(" "), verdict.code);
  if (verdict?.code === "adopt") {
    const created = await recordExisting(creation, verdict.about);
    await announceAdoption(creation, verdict.about);
    return created;
  }
  if (verdict?.code === "take over") return takeOver(creation, verdict.about, looks.left!);
  if (verdict?.code === "use") return use(creation, verdict.about);

  const looked = await looks.listing();
  creation.heedUnreadable();
  creation.startFrom(looked);
  await creation.learnClaims();
  return creation.withNote(() => new CreateRequest(creation).send());
}

/** Looks right before something is sent. */
class RunLooks implements Looks {
  /** What earlier runs left behind, and the objects in question, once that was asked. */
  left: Leftover | undefined;
  objects: readonly ObservedObject[] = [];
  /** An earlier listing may have come from a cache; a second order costs money. */
  readonly listing: () => Promise<Candidates>;

  constructor(private readonly creation: Creation) {
    this.listing = once(() => creation.look(creation.definition.costly === true ? "now" : "lately"));
  }

  async adoptable(): Promise<readonly ObservedObject[]> {
    const { definition, context } = this.creation;
    const look = async (freshness: "now" | "lately") => (this.objects = (await this.creation.look(freshness)).adoptable);
    const ids = (await look("lately")).map(({ id }) => id).filter(isWholeId);
    const pause = Math.max(0, ...ids.map((id) => context.ownership.notes.unsettledFor(definition.kind, id)));
    if (pause === 0) return this.objects;
    await context.clock.sleep(pause);
    return look("now");
  }

  async leftover(): Promise<Leftover> {
    if (this.creation.definition.create === undefined) return noLeftover;
    return (this.left ??= await leftover(this.creation));
  }

  async matching(): Promise<readonly ObservedObject[]> {
    return (this.objects = (await this.listing()).matching);
  }
}

/** How long a creation may wait before its send needs another lookup, in milliseconds. */
const lookLasts = 10_000;

/** How many times a creation may look again before it is sent. */
const mostHeldBack = 3;

const appearedText = (results: readonly ObservedObject[]): string => `${nameIds(results)} has appeared`;

/** The request that creates an object, with all its sends. */
class CreateRequest {
  /** Whether the latest attempt was sent and may have had an effect. */
  #isSent = false;
  /** How many times a request was held back for another lookup. */
  #heldBack = 0;
  /** Error of the earlier attempt, which may still take effect. */
  #lost: HostingError | undefined;
  #isRepeated = false;

  constructor(private readonly creation: Creation) {}

  /** Sends it until its outcome is known. */
  async send(): Promise<Created> {
    for (;;) {
      const created = await this.#attempt();
      if (created !== undefined) return created;
    }
  }

  /** @returns undefined if it is to be sent again */
  async #attempt(): Promise<Created | undefined> {
    this.#isSent = false;
    let object: ObservedObject;
    try {
      object = await this.#sendCreate();
    } catch (error) {
      if (error instanceof HeldBack) return this.#afterWait();
      if (this.#isSent) this.creation.lost();
      if (error instanceof HostingError && isRejected(error)) return this.#afterRefusal(error);
      if (!(error instanceof HostingError) || error.effect === "none") throw await this.#notCarriedOut(error);
      return this.#afterNoAnswer(error);
    }
    return confirm(this.creation, object);
  }

  async #sendCreate(): Promise<ObservedObject> {
    const { definition, context, inputs } = this.creation;
    const send = () => definition.create!(this.#context(), declaredInputs(definition, inputs));
    const created = await (definition.costly === true ? send() : onceVisible(definition, context, inputs, send));
    if (!isWholeId(created.id))
      throw new AnswerError("The answer does not show the object's identifier.", { effect: "possible" });
    // Secrets that only the creation shows become known here.
    for (const secret of secretValues(definition, { ...created.inputs, ...created.outputs })) context.client.secrets.add(secret);
    if (await this.creation.isAnother(created))
      throw new AnswerError(`The answer shows the identifier of another object (${nameIds([created])}), which existed before.`, {
        effect: "possible",
      });
    return created;
  }

  /** The context for the definition's `create`: it notes each send in the journal, and holds back a request that waited too long. */
  #context(): Context {
    const { definition, context, lookedAt } = this.creation;
    const sendHooks: SendHooks = {
      beforeSend: (mayHaveActed) => {
        const isOld = context.clock.now() - lookedAt > lookLasts;
        if (isOld && definition.identity.unique !== false && !mayHaveActed && this.#heldBack < mostHeldBack)
          throw new HeldBack("The request had to wait, and others may have created the object in the meantime.");
        if (!mayHaveActed) this.#isSent = false;
      },
      sent: () => {
        this.creation.sent();
        this.#isSent = true;
      },
    };
    const onSend = (mayHaveActed: boolean) => {
      sendHooks.beforeSend(mayHaveActed);
      sendHooks.sent();
    };
    return contextWith(context, { client: context.client.with({ onSend }), sendHooks });
  }

  /** Looks again as before the first send, after a wait in which somebody else may have created the object. */
  async #afterWait(): Promise<Created | undefined> {
    const { creation } = this;
    this.#heldBack += 1;
    const lost = this.#lost;
    const looked = await creation.look("now").catch((error: unknown) => {
      throw lost === undefined ? error : creation.unclear("looking it up again failed", lost);
    });
    const results = creation.results(looked.all);
    const verdict = await this.#decide("waited", results);
    if (verdict?.act === "unclear")
      throw creation.unclear(`an object has appeared that could be the result (${nameIds(results)})`, lost);
    if (verdict?.code === "result") return confirm(creation, verdict.about);
    const existing = await this.#existing(looked.matching);
    creation.startFrom(looked);
    return existing;
  }

  /** Decides once more, about the objects that match by now. @returns undefined if nothing stands against the creation */
  async #existing(matching: readonly ObservedObject[]): Promise<Created | undefined> {
    const verdict = await decide(creationRows, "again", creationFacts(this.creation, onlyMatching(matching)));
    if (verdict === undefined) return undefined;
    if (verdict.act === "refuse") throw new Refusal(recordRefusal(this.creation, verdict, matching).join(" "), verdict.code);
    return use(this.creation, matching[0]!);
  }

  /** The attempt had no effect, but an earlier one may have had one. */
  async #notCarriedOut(error: unknown): Promise<ProviderError> {
    if ((await this.#decide("failed", [])) === undefined) return this.creation.failure(error);
    return this.creation.unclear("no effect is seen yet", this.#lost);
  }

  /**
   * The provider refused the attempt. Perhaps the object exists by now, created by an unanswered request of this creation or by
   * somebody else. If the kind takes such an object over, this waits for it, because it may be missing from the listing for a
   * moment.
   */
  async #afterRefusal(error: HostingError): Promise<Created> {
    const { creation } = this;
    const { definition, context, inputs } = creation;
    const { usesExisting, unique } = definition.identity;
    const limit = usesExisting === undefined ? 0 : settlingTime(definition);
    const listed = await waitFor(context.clock, limit, async () => {
      const { matching } = await candidates(definition, context, inputs);
      return matching.length > 0 ? matching : undefined;
    }).catch(() => undefined);
    const results = creation.results(listed ?? []);
    const matching = unique === false ? results : (listed ?? []);
    const verdict = await this.#decide("refused", results, { isThere: matching.length > 0 });
    if (verdict?.code === "result") return confirm(creation, verdict.about);
    if (verdict?.code === "appeared") throw creation.unclear(appearedText(results), error);
    const created = verdict?.act === "look" ? await this.#existing(matching) : undefined;
    if (created !== undefined) return created;
    if (verdict?.act === "unclear") throw await this.#notCarriedOut(error);
    throw creation.failure(error);
  }

  /**
   * The answer leaves the outcome open. Allows at most one more send, and only if the operation permits it and no object has appeared,
   * or if the one that has appeared is of no use without the answer. Such an object may be another's, so it is named and left alone.
   */
  async #afterNoAnswer(error: HostingError): Promise<Created | undefined> {
    const { creation } = this;
    const results = await creation.appeared(error);
    const verdict = await this.#decide("unanswered", results, { mayRepeat: error.repeat === "ambiguous" });
    if (verdict?.code === "result") return confirm(creation, verdict.about);
    if (verdict?.code === "not identified") {
      const several = `several objects could be the result (${nameIds(results)})`;
      throw creation.unclear(results.length > 1 ? several : "the provider shows it without its identifier", error);
    }
    creation.warnOfDuplicates(results);
    const seen = results.length === 0 ? "it is not listed yet" : appearedText(results);
    if (verdict !== undefined) throw creation.unclear(seen, error);
    this.#isRepeated = true;
    this.#lost = results.length === 0 ? error : undefined;
    return undefined;
  }

  #decide(
    question: OutcomeQuestion,
    results: readonly ObservedObject[],
    { isThere = false, mayRepeat = false } = {},
  ): Promise<Verdict<typeof outcomeRows> | undefined> {
    const { identity, revealed } = this.creation.definition;
    const [result, ...others] = results;
    return decide(outcomeRows, question, {
      results: () => results,
      result: () => (result !== undefined && others.length === 0 && isWholeId(result.id) ? result : undefined),
      isSecretLost: () => revealed !== undefined,
      isSentTwice: () => this.#isRepeated,
      isLost: () => this.#lost !== undefined,
      mayRepeat: () => mayRepeat,
      isThere: () => isThere,
      usesExisting: () => identity.usesExisting !== undefined,
    });
  }
}

/** Waits until a new object is listed, because its dependents need it. It may be missing from the listing for a moment. */
async function confirm(creation: Creation, created: ObservedObject): Promise<Created> {
  const { definition, context, inputs, name } = creation;
  const { kind, costly, contents } = definition;
  const { ownership, clock, warn } = context;
  const isNew = !creation.wasBefore(created.id);
  if (!isNew) {
    const claimant = await ownership.holders.claimant(kind, created.id, inputs).catch(() => undefined);
    warn(
      `${name} overwrote an object that existed before (${created.id}): its previous values are lost.` +
        (claimant === undefined ? "" : ` ${claimant.who} has it as well.`),
    );
  }
  const holder = ownership.run.holderOf(kind, created.id, nameOf(inputs));
  // If this run has deleted the object of that name, it is no longer the one that the holder had.
  if (holder !== undefined && ownership.run.removalOf(kind, created.id) === undefined)
    warn(`${name} (${created.id}) is also the object of resource "${holder}" of this program. Declare it once.`);
  const owner = ownership.newEntry();
  const state = { ...writtenState(definition, inputs, created), ...owner };
  // If this run is killed from here on, the next one knows the object and its entry.
  creation.answered(created.id, owner);
  await ownership.gives({ kind, id: created.id, state: owner }, inputs, isNew);
  if (contents !== undefined) ownership.run.recordEntry(kind, created.id, owner, { createdPath: contents.prefix(created.id) });
  const limit = timeoutOf(inputs, "create");
  const unseen = (error: unknown) => creation.unfinished({ id: created.id, state }, unconfirmed, error);
  let duplicates: readonly ObservedObject[] = [];
  const visible = await waitFor(clock, limit, async () => {
    const { all, matching } = await candidates(definition, context, inputs);
    duplicates = matching.filter((other) => !sameId(other.id, created.id) && !creation.isKnown(other));
    return indexOf(all).withId(created.id) ?? definition.reading.get?.(context, created.id);
  }).catch((error: unknown) => {
    throw unseen(error);
  });
  if (duplicates.length > 0 && (visible === undefined || !definition.identity.matches(visible, inputs))) {
    ownership.leavesBehind(kind, created.id, owner);
    throw new ProviderError(
      `${name} is not in the state: the answer named another object (${created.id}), and ${nameIds(duplicates)} appeared. If nobody else created that, ` +
        `declare \`adopt: true\`.${explainedBy("lost-answer")}`,
    );
  }
  if (visible === undefined) throw unseen(new ProviderError(`it did not become visible within ${inWords(limit)}.`));
  const result: Created = { id: created.id, state: { ...observed(definition, state, visible).state, ...owner } };
  // A billed duplicate is worth more than a warning.
  if (costly === true && duplicates.length > 0) {
    const finding = `${nameIds(duplicates)} appeared at the same time. Delete the unwanted one at the provider.`;
    throw creation.unfinished(result, "was created, but possibly twice", new ProviderError(finding));
  }
  creation.warnOfDuplicates(duplicates);
  // Only the listing may show less than the answer, and only the answer may repeat what was sent.
  const differing = definition.update && deviation(definition, inputs, created) && deviation(definition, inputs, visible);
  if (differing !== undefined) throw creation.unfinished(result, "was created, but not as declared", differing);
  return result;
}
