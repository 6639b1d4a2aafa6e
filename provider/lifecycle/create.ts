import { AnswerError, BadRequestError, ConflictError, HostingError } from "../../sdk/values/errors.js";
import { adoption, announce, beingDeleted, takeoverProblem } from "./adopt.js";
import type { Context, Leaving } from "../runtime/context.js";
import { declaredInputs, type Definition, type Found, wholeTitle } from "../definition/definition.js";
import { existsAlready } from "./existing.js";
import { HeldBack, messageOf, ProviderError, UnclearError, UnfinishedError } from "../values/errors.js";
import { isWholeId } from "../values/id.js";
import { changedSince, fingerprints, unshownSecrets } from "./fingerprints.js";
import { forgetSettled, holding, leftover, settlingTime } from "./interrupted-creations.js";
import type { Sending } from "../journal/journal.js";
import type { Moment } from "../journal/journal-file.js";
import type { Listings } from "../runtime/list-cache.js";
import { candidates, distinct, lookAround, nameIds } from "./find.js";
import { NotedDeletion } from "./noted-deletion.js";
import { notedTitle } from "../journal/noted-title.js";
import { deviations, observedState, unseen, writtenState } from "./state.js";
import { BeingDeleted } from "../ownership/ownership.js";
import { entryOf } from "../ownership/owner.js";
import { type Results, resultsOf } from "../ownership/results.js";
import { pick, type Properties } from "../values/properties.js";
import { nameOf, repeatedKey, timeoutOf, unconfirmed, unfinishedKey } from "../values/reserved-properties.js";
import { secretValues } from "../definition/secrets.js";
import { adoptedChange } from "./shared-object.js";
import { sameId } from "../values/object-keys.js";
import { latestEffect } from "./surplus.js";
import { waitFor } from "../values/poll.js";

export interface Created {
  readonly id: string;
  readonly state: Properties;
}

/**
 * Exactly one object for the arguments: looked up first, taken over where that is declared or where an interrupted run created it,
 * created otherwise; after an answer that leaves open what happened it is looked up again before anything is repeated.
 */
export async function create(definition: Definition, context: Context, inputs: Properties): Promise<Created> {
  const title = wholeTitle(definition, inputs);
  return context.exclusively(`${definition.kind} ${title}`, () =>
    new Creation(definition, context, inputs).run().finally(() => context.listings.touch(definition.kind, title)),
  );
}

/** How long a creation may have waited before it leaves without another look, in milliseconds. */
const lookLasts = 10_000;

/** So often a creation looks again before it leaves. */
const mostHeldBack = 3;

/** Processes that have said that notes of others cannot be read. */
const warnedOfUnreadable = new WeakSet<Listings>();

/** One creation, from the first look to the state of the object. */
class Creation {
  readonly #definition: Definition;
  readonly #context: Context;
  readonly #inputs: Properties;
  /** The object in a message. */
  readonly #name: string;
  /** Objects that were there before anything was sent. */
  #before: readonly Found[] = [];
  /** When that was, in milliseconds since the epoch. */
  #lookedAt = 0;
  /** Whether somebody is known to have had an object before. */
  #isClaimed: (id: string) => boolean = () => false;
  readonly #sends: Moment[] = [];
  /** Attempts without an answer: when they left, and when they were known to have failed. */
  readonly #lost: (readonly [sent: Moment, failed: Moment])[] = [];
  #discarded = 0;
  #sending: Sending | undefined;
  #isAnswered = false;
  /** How often a request that had waited was held back, to look again first. */
  #heldBack = 0;
  /** Objects that were named in a message. */
  readonly #named = new Set<string>();

  constructor(definition: Definition, context: Context, inputs: Properties) {
    this.#definition = definition;
    this.#context = context;
    this.#inputs = inputs;
    this.#name = `${definition.label} ${definition.title(inputs)}`;
  }

  async run(): Promise<Created> {
    const created = await this.#made();
    const { kind, hasNaturalId } = this.#definition;
    if (hasNaturalId === true)
      await this.#context.ownership.notes
        .settleOrders(this.#inputs, kind, wholeTitle(this.#definition, this.#inputs))
        .catch(() => undefined);
    return created;
  }

  async #made(): Promise<Created> {
    if (this.#inputs["adopt"] === true) {
      const adopted = await this.#adopt();
      if (adopted !== undefined) return adopted;
    }
    const continued = await this.#continue();
    if (continued !== undefined) return continued;
    const { all, at, matching } = await this.#look("lately");
    const existing = await this.#takeOver(matching);
    if (existing !== undefined) return existing;
    this.#heedUnreadable();
    this.#before = all;
    this.#lookedAt = at;
    // Where the stack cannot be found out, noting the creation says so.
    this.#isClaimed = await this.#context.ownership.holders
      .takenBefore(this.#definition, this.#inputs)
      .catch(() => this.#isClaimed);
    return this.#withNote(async () => {
      const result = await this.#send();
      return "state" in result ? result : this.#confirm(result);
    });
  }

  /** Goes on with what an interrupted run created. */
  async #continue(): Promise<Created | undefined> {
    const { create, revealed, undeletable } = this.#definition;
    const { ownership, warn } = this.#context;
    if (create === undefined) return undefined;
    const { own, by, named, creations } = await leftover(this.#definition, this.#context, this.#inputs);
    const settle = () => creations.forEach((creation) => ownership.notes.settle(creation));
    if (named.length > 0) {
      for (const { id } of named) this.#named.add(id);
      const loss = revealed === undefined ? "" : ` If it did, its ${revealed.join(", ")} could not be recovered.`;
      warn(
        `${this.#name}: an earlier run sent its creation, and ${nameIds(named)} appeared since. This run cannot tell whether that creation ` +
          `made it, so it is left alone.${loss} ${undeletable ?? "Delete it at the provider if nobody uses it; `hosting recover --yes` then forgets the note."}`,
      );
    }
    if (own === undefined) {
      // What was named stays in the journal, for `hosting recover` to settle.
      if (named.length === 0) forgetSettled(this.#context, this.#inputs, creations);
      return undefined;
    }
    const origin = by.some(({ sends }) => sends.length > 0) ? "created" : "to be taken over";
    const changed = changedSince(this.#definition, this.#inputs, by);
    if (changed.length > 0)
      throw new ProviderError(
        `${this.#name} (${own.id}) was ${origin} by an interrupted run, and the program has changed since in ${changed.join(", ")}, which the ` +
          `provider does not show as it was sent. Undo that change and run once, or delete the object at the provider.`,
      );
    const problem = takeoverProblem(this.#definition, this.#inputs, own);
    if (problem !== undefined)
      throw new ProviderError(
        `${problem} It was ${origin} by an interrupted run: if the program has changed since, undo that and run once.`,
      );
    const unproven = unshownSecrets(this.#definition, this.#inputs, by);
    const result = await this.#withNote(() => this.#settle(own));
    warn(
      `${this.#name} (${own.id}) was ${origin} by an interrupted run, and is taken over.` +
        (unproven.length === 0
          ? ""
          : ` Its ${unproven.join(", ")} is the one that run sent, which the provider does not show: if the program has changed it since, ` +
            `change it at the provider, too.`),
    );
    settle();
    return result;
  }

  /** Carries out what the journal has a note of, until what came of it is known and told. */
  async #withNote(
    step: () => Promise<Created>,
    onUnwritable = (error: unknown): void => this.#unwritable(error),
  ): Promise<Created> {
    const { ownership } = this.#context;
    const { kind, title, costly, scope } = this.#definition;
    const place = pick(this.#inputs, scope) as Readonly<Record<string, string | number>>;
    const before = this.#before.map(({ id }) => id);
    this.#sending = await ownership.notes
      .note(
        this.#inputs,
        {
          kind,
          ...notedTitle(title(this.#inputs), wholeTitle(this.#definition, this.#inputs)),
          scope: place,
          before,
          fingerprints: fingerprints(this.#definition, this.#inputs),
        },
        costly === true,
      )
      .catch((error: unknown) => {
        onUnwritable(error);
        return undefined;
      });
    try {
      const created = await step();
      this.#noteAnswer(created.id, created.state);
      return created;
    } catch (error) {
      if (error instanceof UnfinishedError) this.#noteAnswer(error.id, error.properties);
      else if (!(error instanceof UnclearError)) this.#sending?.over();
      throw error;
    }
  }

  #unwritable(error: unknown): void {
    if (error instanceof ProviderError) throw failed(this.#name, error);
    if (this.#definition.costly) throw failed(this.#name, unwritable(error));
    this.#context.warn(
      `${this.#name}: could not write the journal (${messageOf(error)}). If this run is interrupted, the next one will not know what it ` +
        `created. Set HOSTING_JOURNAL to a folder that can be written.`,
    );
  }

  /** Among the notes that cannot be read may be one of this very object. */
  #heedUnreadable(): void {
    const { ownership, warn, listings } = this.#context;
    const reason = ownership.notes.unreadable();
    if (reason === undefined) return;
    if (this.#definition.costly === true)
      throw new ProviderError(
        `${this.#name} was not created: could not read the journal, which prevents duplicate orders (${reason}). Make the file readable, or ` +
          `delete it once it is certain that no run that wrote it was interrupted in an order. Then run again.`,
      );
    if (warnedOfUnreadable.has(listings)) return;
    warnedOfUnreadable.add(listings);
    warn(
      `Could not read the journal (${reason}): what an interrupted run sent may be created twice. Make the file readable, or delete it once ` +
        `it is certain that no run that wrote it was interrupted.`,
    );
  }

  /** Once: nothing changes the entry that a creation has made. */
  #noteAnswer(id: string, state: Properties): void {
    if (!this.#isAnswered) this.#sending?.answered(id, entryOf(state));
    this.#isAnswered = true;
  }

  #look(freshness: "now" | "lately") {
    return candidates(this.#definition, this.#context, this.#inputs, freshness).catch((error: unknown) => {
      throw failed(this.#name, error);
    });
  }

  /** Refuses to create what exists already, unless the kind takes it over by itself. */
  async #takeOver(matching: readonly Found[]): Promise<Created | undefined> {
    const { unique, standing, takesOver } = this.#definition;
    const [first] = matching;
    if (unique === false || first === undefined) return undefined;
    if (standing === true || takesOver?.(first, this.#inputs)) {
      const change = await adoptedChange(this.#definition, this.#context, this.#inputs, first);
      const created = await this.#take(first);
      if (change !== "") this.#context.warn(`${this.#name} (${nameIds([first])}) was taken over.${change}`);
      return created;
    }
    for (const { id } of matching) this.#context.ownership.run.wants(this.#definition.kind, id, nameOf(this.#inputs));
    throw new ProviderError(await existsAlready(this.#definition, this.#context, this.#inputs, matching));
  }

  /** What exists, where the program asks for it. */
  async #adopt(): Promise<Created | undefined> {
    const { revealed = [] } = this.#definition;
    let plan = await this.#adoption("lately");
    const pause = plan === undefined ? 0 : this.#context.ownership.notes.unsettledFor(this.#definition.kind, plan.found.id);
    if (pause > 0) {
      await this.#context.clock.sleep(pause);
      plan = await this.#adoption("now");
    }
    if (plan === undefined) return undefined;
    const created = await this.#take(plan.found);
    await announce(this.#definition, this.#context, this.#inputs, plan.found);
    if (revealed.length > 0)
      this.#context.warn(
        `${this.#name} was adopted: ${revealed.join(", ")} is shown at creation only and stays unknown. Replace the resource to get a new one.`,
      );
    return created;
  }

  async #adoption(freshness: "now" | "lately"): Promise<{ readonly found: Found } | undefined> {
    const { adoptable } = await this.#look(freshness);
    const plan = adoption(this.#definition, this.#context, this.#inputs, adoptable);
    if (plan !== undefined && "problem" in plan) throw new ProviderError(plan.problem);
    return plan;
  }

  /** Takes over what exists, which is noted unless that has happened already. */
  #take(found: Found): Promise<Created> {
    const settle = () => this.#settle(found);
    // That no other run will know of it is said where the entry gets it.
    return this.#sending === undefined ? this.#withNote(settle, () => undefined) : settle();
  }

  /** Brings an existing object to what is declared, as far as the API can. */
  async #settle(found: Found): Promise<Created> {
    const problem = takeoverProblem(this.#definition, this.#inputs, found);
    if (problem !== undefined) throw new ProviderError(problem);
    const owner = await this.#ownerOf(found);
    const taken = (shown: Found): Created => ({
      id: shown.id,
      state: { ...writtenState(this.#definition, this.#inputs, shown), ...owner },
    });
    const { update } = this.#definition;
    const isDone =
      deviations(this.#definition, this.#inputs, found).length === 0 && unseen(this.#definition, this.#inputs).length === 0;
    if (isDone || update === undefined) return taken(found);
    try {
      const written = await update(this.#context, found.id, declaredInputs(this.#definition, this.#inputs));
      const left = deviations(this.#definition, this.#inputs, written);
      if (left.length > 0) throw new ProviderError(`The provider shows something else than declared in ${left.join(", ")}.`);
      return taken(written);
    } catch (error) {
      throw this.#unfinished(taken(found), "was taken over, but not brought to what is declared", error);
    }
  }

  /** What the entry of an object that was there before says of itself. Of an adopted one others may have entries, which have to know. */
  async #ownerOf({ id }: Found): Promise<Properties> {
    const { kind, delete: remove, standing = false } = this.#definition;
    const { ownership } = this.#context;
    const isAtRisk = this.#inputs["adopt"] === true && remove !== undefined && !standing;
    const owner = ownership.newEntry();
    // Where this run is cut off, the next one knows by that which entry no state has.
    this.#noteAnswer(id, owner);
    try {
      await ownership.takes(kind, id, this.#inputs, owner, (error) => {
        const why = `could not note that this resource has it (${messageOf(error)}).`;
        const what = "A run of another entry that has it will not know, and may delete it.";
        const wayOn = "Set HOSTING_JOURNAL to a folder that can be written";
        if (isAtRisk) throw new ProviderError(`${this.#name} was not adopted: ${why} ${what} ${wayOn}, and run again.`, error);
        this.#context.warn(`${this.#name}: ${why} ${what} ${wayOn}.`);
      });
      return owner;
    } catch (error) {
      if (error instanceof BeingDeleted) throw new ProviderError(beingDeleted(this.#name, error.deletion), error);
      throw error;
    }
  }

  /** @param lost how an earlier attempt ended, which may take effect yet */
  #notCarriedOut(error: unknown, lost: HostingError | undefined): ProviderError {
    return lost === undefined
      ? failed(this.#name, error)
      : unclear(
          this.#name,
          `it was sent again, which failed (${messageOf(error)}), and of the first request nothing is seen so far`,
          lost,
        );
  }

  /** Sends the creation, once more at most, and only where its operation allows that and no object has appeared. */
  async #send(attempt = 1, lost?: HostingError): Promise<Found | Created> {
    const { create, revealed } = this.#definition;
    if (create === undefined) throw new ProviderError(`${this.#name} does not exist, and the API cannot create it.`);
    const earlier = this.#sends.length;
    try {
      const created = await create(this.#sendingContext(), declaredInputs(this.#definition, this.#inputs));
      if (!isWholeId(created.id))
        throw new AnswerError("The answer does not show the object's identifier.", { effect: "possible" });
      // What the creation alone reveals nobody could know before.
      for (const secret of secretValues(this.#definition, { ...created.inputs, ...created.outputs }))
        this.#context.client.secrets.add(secret);
      return created;
    } catch (error) {
      if (error instanceof HeldBack) {
        this.#heldBack += 1;
        return (await this.#lookAgain(lost)) ?? this.#send(attempt, lost);
      }
      const sent = this.#sends.slice(earlier).at(-1);
      if (sent !== undefined) this.#lost.push([sent, this.#now()]);
      if (error instanceof BadRequestError || error instanceof ConflictError) return this.#refused(error, attempt, lost);
      if (!(error instanceof HostingError) || error.effect === "none") throw this.#notCarriedOut(error, lost);
      const fresh = await this.#appeared(error);
      const [first, ...others] = fresh;
      if (first !== undefined && !isWholeId(first.id))
        throw unclear(this.#name, "the provider shows it without its identifier", error);
      if (others.length > 0) throw unclear(this.#name, `several objects could be the one (${nameIds(fresh)})`, error);
      if (first !== undefined && revealed === undefined) return first;
      if (first !== undefined) {
        await this.#discard(first, error);
        this.#discarded += 1;
        if (attempt > 1) throw lostAgain(this.#name, this.#discarded, error);
      }
      if (error.repeat !== "ambiguous") throw unclear(this.#name, "no such object has appeared so far", error);
      if (attempt > 1) throw unclear(this.#name, "it was sent twice, and no such object has appeared so far", error);
      return this.#send(attempt + 1, first === undefined ? error : undefined);
    }
  }

  /**
   * Looks again as at first, after a wait in which somebody else can have created the object.
   *
   * @param lost how an earlier attempt ended, which may take effect yet
   */
  async #lookAgain(lost: HostingError | undefined): Promise<Found | Created | undefined> {
    const { all, at, matching } = await this.#look("now").catch((error: unknown) => {
      throw lost === undefined ? error : unclear(this.#name, `looking it up again failed (${messageOf(error)})`, lost);
    });
    const [first, ...others] = this.#results(all).own;
    if (first !== undefined && others.length === 0 && isWholeId(first.id)) return first;
    if (first !== undefined)
      throw unclear(this.#name, `what could be the one has appeared (${nameIds([first, ...others])})`, lost);
    const existing = await this.#takeOver(matching);
    this.#before = all;
    this.#lookedAt = at;
    return existing;
  }

  #now(): Moment {
    return { at: this.#context.clock.now(), provider: this.#context.client.providerTime() };
  }

  /** What the definition creates with: the journal learns when its requests leave. One that had to wait is held back. */
  #sendingContext(): Context {
    const { unique, costly } = this.#definition;
    const asked = this.#context.clock.now();
    const leaving: Leaving = {
      ask: (mayHaveActed) => {
        const isOld = this.#context.clock.now() - asked > lookLasts;
        if (isOld && unique !== false && !mayHaveActed && this.#heldBack < mostHeldBack)
          throw new HeldBack("It had to wait, and others can have created the object meanwhile.");
      },
      tell: () => {
        const moment = this.#now();
        try {
          this.#sending?.sent(moment);
        } catch (error) {
          if (costly) throw unwritable(error);
        }
        this.#sends.push(moment);
      },
    };
    const onSend = (mayHaveActed: boolean) => {
      leaving.ask(mayHaveActed);
      leaving.tell();
    };
    return { ...this.#context, client: this.#context.client.with({ onSend }), leaving };
  }

  /**
   * The provider refuses: perhaps because the object exists since, by a request of this creation without an answer or by
   * somebody else. Where such an object is taken over, it is waited for, as it can be missing from the listing for a moment.
   */
  async #refused(error: HostingError, attempt: number, lost: HostingError | undefined): Promise<Found | Created> {
    const { takesOver, unique } = this.#definition;
    const limit = takesOver === undefined ? 0 : settlingTime(this.#definition);
    const matching = await waitFor(this.#context.clock, limit, async () => {
      const { matching } = await candidates(this.#definition, this.#context, this.#inputs);
      return matching.length > 0 ? matching : undefined;
    }).catch(() => undefined);
    const fresh = this.#results(matching ?? []).own;
    if (matching === undefined || (unique === false && fresh.length === 0)) throw await this.#explained(error, lost);
    const [own, ...others] = fresh;
    const isOwn = attempt > 1 && own !== undefined && others.length === 0 && isWholeId(own.id);
    if (isOwn && this.#definition.revealed === undefined) return own;
    const taken = takesOver === undefined ? undefined : await this.#takeOver(matching);
    if (taken !== undefined) return taken;
    if (fresh.length > 0) throw unclear(this.#name, `the provider refused it, and ${nameIds(fresh)} has appeared since`, error);
    throw new ProviderError(await existsAlready(this.#definition, this.#context, this.#inputs, matching), error);
  }

  /** A refused creation, with the reason where the provider's answer does not tell it. */
  async #explained(error: HostingError, lost: HostingError | undefined): Promise<ProviderError> {
    if (lost !== undefined) return this.#notCarriedOut(error, lost);

    const { explainsRefusal } = this.#definition;
    const reason = await explainsRefusal?.(this.#context, this.#inputs).catch(() => undefined);
    const { message } = failed(this.#name, error);
    return new ProviderError(reason === undefined ? message : `${message} ${reason}`, error);
  }

  /** What the attempts made. What came between them may be another's, and stays so once a message has said that. */
  #results(all: readonly Found[]): Results<Found> {
    const trace = { before: this.#before.map(({ id }) => id), answered: undefined };
    const isShown = holding(this.#definition, this.#context, this.#inputs, this.#lookedAt);
    const isHeld = (id: string) => isShown(id) || this.#isClaimed(id);
    const results = this.#lost.map((sends) =>
      resultsOf(this.#definition, this.#inputs, { ...trace, sends }, all, { underWay: 0, isHeld }),
    );
    const own = distinct(results.flatMap((each) => each.own).filter(({ id }) => !this.#named.has(id)));
    const others = distinct(results.flatMap((each) => each.others));
    return { own, others: others.filter(({ id }) => !own.some((each) => sameId(each.id, id))) };
  }

  /** Objects that the creation can have made. */
  async #appeared(error: HostingError): Promise<readonly Found[]> {
    try {
      const results = await waitFor(this.#context.clock, settlingTime(this.#definition), async () => {
        const { all } = await candidates(this.#definition, this.#context, this.#inputs);
        const found = this.#results(all);
        return found.own.length > 0 || found.others.length > 0 ? found : undefined;
      });
      const { own = [], others = [] } = results ?? {};
      const doubtful = await this.#perhapsOfRivals(own);
      this.#nameSurplus([...others, ...doubtful]);
      return own.filter((found) => !doubtful.includes(found));
    } catch (lookupError) {
      throw unclear(this.#name, `looking it up afterwards failed as well (${messageOf(lookupError)})`, error);
    }
  }

  /**
   * Objects that the creation of another resource can have made as well, running or killed. What only its creator can use would be
   * deleted here, and somebody else may be the one.
   */
  async #perhapsOfRivals(appeared: readonly Found[]): Promise<readonly Found[]> {
    const { kind, revealed, title } = this.#definition;
    if (revealed === undefined || appeared.length === 0) return [];
    const noted = notedTitle(title(this.#inputs), wholeTitle(this.#definition, this.#inputs));
    const rivals = await this.#context.ownership.notes.rivals(this.#inputs, kind, noted);
    const around = { underWay: latestEffect, isHeld: () => false };
    return appeared.filter((found) =>
      rivals.some((rival) => resultsOf(this.#definition, this.#inputs, rival, [found], around).own.length > 0),
    );
  }

  /** The secret of an object was lost with the answer, so the object is of no use. */
  async #discard(lost: Found, error: Error): Promise<void> {
    // A deletion without an answer can take effect after somebody has adopted the object.
    const deletion = new NotedDeletion(this.#definition, this.#context, lost.id, lost.inputs);
    try {
      await this.#definition.delete?.(deletion.context, lost.id, lost.inputs);
      deletion.done();
      this.#context.listings.touch(this.#definition.kind, wholeTitle(this.#definition, this.#inputs));
    } catch (deletionError) {
      deletion.failed(deletionError);
      throw unclear(
        this.#name,
        `it was created as ${lost.id}, its secret was lost with the answer, and deleting it failed (${messageOf(deletionError)}): delete it at the provider`,
        error,
      );
    }
  }

  /** A new object can be missing from the listing for a moment; what depends on it has to wait. */
  async #confirm(created: Found): Promise<Created> {
    const { kind, costly } = this.#definition;
    const { ownership, clock, warn } = this.#context;
    if (this.#before.some(({ id }) => sameId(id, created.id)))
      warn(
        `${this.#name} took the place of an object that existed before (${created.id}): the provider created no other, and what it was ` +
          `before is lost.`,
      );
    const holder = ownership.run.otherHolder(kind, created.id, nameOf(this.#inputs));
    if (holder !== undefined)
      warn(`${this.#name} (${created.id}) is the object of resource "${holder}" of this program as well. Declare it once.`);
    const repeated = this.#sends.length > 1 ? { [repeatedKey]: isoTime(this.#sends[0]!) } : {};
    const owner = { ...ownership.newEntry(), ...repeated };
    const state = { ...writtenState(this.#definition, this.#inputs, created), ...owner };
    // A run that is killed from here on leaves it to the next one, which then knows the object and its entry.
    this.#noteAnswer(created.id, owner);
    await ownership.gives(kind, created.id, this.#inputs, owner);
    let result: Created;
    let others: readonly Found[] = [];
    try {
      const limit = timeoutOf(this.#inputs, "create");
      const visible = await waitFor(clock, limit, async () => {
        const around = await lookAround(this.#definition, this.#context, created.id, this.#inputs);
        others = around.others;
        return around.found;
      });
      if (visible === undefined) throw new ProviderError(`it did not become visible within ${limit / 1000} s`);
      result = { id: created.id, state: { ...observedState(this.#definition, state, visible), ...owner } };
    } catch (error) {
      throw this.#unfinished({ id: created.id, state }, unconfirmed, error);
    }
    const surplus = others.filter((other) => !this.#isKnown(other));
    // Two that are paid for are worth more than a warning.
    if (costly === true && surplus.length > 0) {
      const finding = `${nameIds(surplus)} appeared at the same time. Delete at the provider the one that is not wanted.`;
      throw this.#unfinished(result, "was created, and there are two", new ProviderError(finding));
    }
    this.#nameSurplus(surplus);
    return result;
  }

  /** The object exists, and something is left to do. */
  #unfinished({ id, state }: Created, what: string, error: unknown): UnfinishedError {
    return new UnfinishedError(
      `${this.#name} (${id}) ${what}: ${messageOf(error)} It is recorded; run again to go on with it.`,
      id,
      { ...this.#inputs, ...state, [unfinishedKey]: what },
      error,
    );
  }

  /** Whether an object was there before, or is somebody's. */
  #isKnown({ id }: Found): boolean {
    return (
      this.#before.some((known) => sameId(known.id, id)) ||
      (isWholeId(id) && this.#context.ownership.holders.isHeld(this.#definition.kind, id, this.#lookedAt))
    );
  }

  /** A request can arrive twice, and two runs can create the same at once: nothing is deleted, and a person is told. */
  #nameSurplus(others: readonly Found[]): void {
    const unnamed = others.filter(({ id }) => !this.#named.has(id));
    if (unnamed.length === 0) return;
    for (const { id } of unnamed) this.#named.add(id);
    this.#context.warn(
      `${this.#name}: ${nameIds(unnamed)} appeared at the same time. This run cannot tell whether it created that as well, so it is left ` +
        `alone. ${this.#definition.undeletable ?? "Delete it at the provider if nobody uses it."}`,
    );
  }
}

const isoTime = ({ at, provider }: Moment): string => new Date(provider ?? at).toISOString();

const failed = (name: string, error: unknown): ProviderError =>
  new ProviderError(`${name} was not created. ${messageOf(error)}`, error);

const unwritable = (error: unknown): ProviderError =>
  new ProviderError(
    `Could not write the journal, which prevents duplicate orders (${messageOf(error)}). Set HOSTING_JOURNAL to a folder that can be ` +
      `written, and run again.`,
    error,
  );

const unclear = (name: string, finding: string, error: unknown): UnclearError =>
  new UnclearError(
    `Whether ${name} was created is not known: ${finding}. ${messageOf(error)} Not retried, to avoid creating a duplicate. ` +
      `Run again: it is looked for before anything is sent. If it exists by then, take it over with \`adopt: true\`.`,
    error,
  );

const lostAgain = (name: string, discarded: number, error: unknown): ProviderError =>
  new ProviderError(
    (discarded > 1
      ? `${name} was created twice; each time its secret was lost with the answer, and it was deleted again. `
      : `${name} was sent twice without an answer. One was created: its secret was lost with the answer, and it was deleted again. `) +
      `Run again. The latest answer: ${messageOf(error)}`,
    error,
  );
