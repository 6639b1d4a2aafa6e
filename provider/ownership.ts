import { randomBytes } from "node:crypto";
import type { Clock } from "../sdk/clock.js";
import type { Claim, Claims, FiledClaim } from "./claims.js";
import { Containers } from "./containers.js";
import { messageOf, ProviderError } from "./failures.js";
import { dayOf, inLine } from "../sdk/text.js";
import { isWholeId } from "./id.js";
import { attempt } from "./journal-storage.js";
import {
  type Creation,
  type Deletion,
  isForWithin,
  isGoingOn,
  type Note,
  type ObjectKey,
  type Sending,
  type SendingDeletion,
  type SendingUpdate,
  type Update,
} from "./journal.js";
import { isSameResource, isSameStack, type Moment, type StackIdentity } from "./journal-file.js";
import type { NotedTitle } from "./noted-title.js";
import { labelOf, resourceText } from "./labels.js";
import type { Properties } from "./properties.js";
import type { Records } from "./records.js";
import { changeKey, deletedWithKey, deletedWithOf, nameOf, organizationOf, ownerKey } from "./reserved.js";
import { idsOfKind, liesWithin, objectKey, sameId } from "./spelling.js";
import { listingLag } from "./waiting.js";

/**
 * Whose an object is. A natural key and a time are never enough to overwrite or delete: two resources may have one natural key,
 * two stacks may have one name, and a creation that ended in order leaves no evidence for later runs.
 *
 * - An object that an entry of the state holds in this run is never deleted for another entry, nor one that another entry is
 *   known to have from earlier runs ({@link Ownership.holder}). What the program reads in this run is deleted for no entry.
 * - What a creation may have made follows from the listings before and after it, from the provider's clock, and from what is
 *   known to be others' ({@link resultsOf}).
 * - It is taken over only if its creation did not end in order ({@link mayTakeOver}). Nothing is deleted on the word
 *   of a note: another machine may have created an equal object in the same moment, and somebody uses it.
 */

export interface Account {
  /** Base address of the API. */
  readonly address: string;
  /** Who is logged in, in words; never a secret. */
  readonly login: string;
}

/** Whose objects are kept. */
interface Kept {
  readonly kind: string;
  readonly hasNaturalId?: boolean | undefined;
}

/** Where the state says that an object lives, and which entry of the state it is. */
export interface Owner extends Account {
  /** Tells entries of states apart, whatever they are called: one is given to each creation and each adoption. */
  readonly entry: string;
}

/** The owner that a state names; undefined in states of earlier versions. */
function ownerOf(state: Properties): Owner | undefined {
  const text = state[ownerKey];
  const [, entry, address, login] = /^(\S+) (\S+) (.+)$/s.exec(typeof text === "string" ? text : "") ?? [];
  return entry === undefined || address === undefined || login === undefined ? undefined : { entry, address, login };
}

const ownerText = ({ entry, address, login }: Owner): string => `${entry} ${address} ${login}`;

/** Where an object lives as its state says, and where this run works. */
export interface Elsewhere {
  readonly there: string;
  readonly here: string;
  readonly isOtherAddress: boolean;
}

/** The entry that a state is of; those of earlier versions are known by the resource's name only. */
export const entryOf = (state: Properties): string => ownerOf(state)?.entry ?? `name ${nameOf(state)}`;

/** Tells something new from all else of its sort. */
const newMark = (): string => randomBytes(6).toString("base64url");

/** What a state says of the latest change of its object. */
const changeOf = ({ [changeKey]: mark }: Properties): string | undefined => (typeof mark === "string" ? mark : undefined);

/** What is known of a creation whose outcome no state shows. */
export type Trace = Pick<Creation, "before" | "sends" | "answered">;

/** How far the clocks of this machine and of the provider may be apart where no answer has told the provider's, in milliseconds. */
const clockSkew = 5 * 60_000;

/** How exact the provider's clock is known: its `Date` has whole seconds, and so may the times of objects. */
const clockGrain = 2_000;

/** The time in which an object that a creation made shows to be made, in milliseconds since the epoch. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** @param underWay how long a request can be under way, in milliseconds */
function spanOf(sends: readonly Moment[], underWay: number): Span | undefined {
  const [first, last] = [sends[0], sends.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  return {
    from: first.provider === undefined ? first.at - clockSkew : first.provider - clockGrain,
    to: (last.provider === undefined ? last.at + clockSkew : last.provider + clockGrain) + underWay,
  };
}

/** What tells objects of a kind from one another. */
export interface Recognition<F extends { readonly id: string }> {
  matches(found: F, inputs: Properties): boolean;
  madeAt?(found: F): number | undefined;
}

export interface Results<F extends { readonly id: string }> {
  /** Objects that the creation made, as far as anybody can tell. */
  readonly own: readonly F[];
  /** Objects like it that were not there before, and that it did not make as far as is known. */
  readonly others: readonly F[];
}

/** What is known around a creation. */
export interface Surroundings {
  /** How long a request can be under way, in milliseconds. */
  readonly underWay: number;
  /** Whether somebody is known to have held an object since the creation was noted. */
  readonly isHeld: (id: string) => boolean;
}

/**
 * Which of the objects of a listing a creation made. The one that its answer named; without an answer those that are what was
 * declared, were not there before, are not known to be somebody else's, and came while the request was under way, where the
 * object shows when.
 *
 * @param objects the listing in which the object would be
 */
export function resultsOf<F extends { readonly id: string }>(
  definition: Recognition<F>,
  inputs: Properties,
  { before, sends, answered }: Trace,
  objects: readonly F[],
  { underWay, isHeld }: Surroundings,
): Results<F> {
  const free = objects.filter(({ id }) => !before.some((known) => sameId(known, id)));
  if (answered !== undefined) {
    // With a natural key in its id it can be one that was there before, under another owner.
    return { own: objects.filter(({ id }) => sameId(id, answered)), others: [] };
  }
  const alike = free.filter((found) => definition.matches(found, inputs) && !(isWholeId(found.id) && isHeld(found.id)));
  const span = spanOf(sends, underWay);
  if (span === undefined) return { own: [], others: alike };
  const fits = (found: F): boolean => {
    if (definition.madeAt === undefined) return true;
    const at = definition.madeAt(found);
    return at !== undefined && at >= span.from && at <= span.to;
  };
  return { own: alike.filter(fits), others: alike.filter((found) => !fits(found)) };
}

/**
 * Whether what a creation made may be taken over without being asked: it was answered, and the program was never told of the
 * object, which Pulumi does once the state is written; or its run was cut off before the answer.
 */
export const mayTakeOver = ({ answered, recorded, ending }: Creation): boolean =>
  answered === undefined ? ending === "interrupted" || ending === "elsewhere" : !recorded;

/** How long a request of a process of which nothing is known may be on its way, in milliseconds. */
const longestSending = 5 * 60_000;

/** How long the request of a process that was killed may still take effect, in milliseconds. */
const orphanLasts = 60_000;

/** An object is being deleted by another process. */
export class BeingDeleted extends Error {
  constructor(readonly deletion: Deletion) {
    super("another process is deleting it");
  }
}

/** What one provider process knows of ownership. */
export interface OwnershipOptions extends Records {
  /** Known once the provider is configured. */
  readonly account: () => Account;
  readonly clock: Clock;
  /** Asked for once something is to be created, as only then it is known. */
  readonly stack: () => Promise<StackIdentity>;
}

interface Holder {
  /** Of the resource; empty where it is not known. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** An object that the program only reads, and the name of the resource that does. */
interface Read extends Pick<ObjectKey, "kind" | "id"> {
  readonly reader: string;
}

/** A creation of another run that no state has shown since. */
export interface Unshown {
  readonly creation: Creation;
  readonly isOfThisStack: boolean;
  /** Who sent it and when, in words. */
  readonly who: string;
}

/** Whether a run got the object and was cut off before the program was told of it: as a rule no state has it. */
const isCutOff = ({ answered, ending }: Creation): boolean =>
  answered !== undefined && (ending === "interrupted" || ending === "elsewhere");

/** Whether it was answered with that object. */
const isAnsweredWith = ({ kind, answered }: Creation, ofKind: string, id: string): boolean =>
  kind === ofKind && answered !== undefined && objectKey(kind, answered) === objectKey(kind, id);

/** Who has an object beside the entry that is asked about. */
export interface ObjectHolder {
  /** In words. */
  readonly who: string;
  readonly isOfThisRun: boolean;
  /** Whether the program only reads the object. */
  readonly isReader: boolean;
  /** Whether it is an earlier entry of the same resource, of which no state may be left. */
  readonly isDoubted: boolean;
}

/** A resource that is known to have an object. */
export interface Claimant {
  /** In words. */
  readonly who: string;
  readonly isOfThisStack: boolean;
}

/** Where objects lie: in one that is deleted with all that it holds. */
export interface Container {
  readonly kind: string;
  readonly id: string;
  /** The beginning of the ids of what lies within it. */
  readonly path: string;
}

/** What somebody else has within a container. */
export interface OthersContent {
  readonly kind: string;
  /** The object and who has or reads it. */
  readonly text: string;
}

/** What an entry of the same stack has within a container. */
export interface Content extends ObjectKey {
  readonly entry: string;
  /** Of the resource. */
  readonly name: string;
  /** Whether the program declares the resource, as far as it has run. Of what is not targeted nobody tells. */
  readonly isDeclared: boolean;
  /** Whether Pulumi deletes it along with the container, without a word to the provider. */
  readonly isTaken: boolean;
  /** Whether the program has said with what it is deleted. */
  readonly saysWithWhat: boolean;
  /** Whether the run that got it was cut off before the program was told of it: as a rule no state has that entry. */
  readonly isCutOff: boolean;
  /** Its deletion, once this run has begun with that. */
  readonly removal: Promise<unknown> | undefined;
}

/** Ownership as one provider process sees it. */
export class Ownership {
  /** What this run makes of objects that hold others. */
  readonly containers = new Containers();
  readonly #journal: Records["journal"];
  readonly #claims: Claims;
  readonly #account: () => Account;
  readonly #stack: () => Promise<StackIdentity>;
  readonly #clock: Clock;
  /** Names of the resources that hold an object in this run, by object and entry of the state. */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** What the program reads without managing it, by object. */
  readonly #read = new Map<string, Read>();
  /** Objects of entries of the state, and those that a message has named. */
  readonly #shown = new Set<string>();
  /** Stacks that had entries of this one, which nobody has been told of. */
  readonly #former: StackIdentity[] = [];
  readonly #formerNames = new Set<string | undefined>();
  readonly #wanted = new Map<string, string>();
  /** Resources that the program declares, as far as it has run. */
  readonly #declared = new Set<string>();
  /** Resources that are replaced in this run. */
  readonly #replaced = new Set<string>();
  #told = false;
  /** What this run says of changes: a preview writes no state. */
  readonly #changes = new Set<string>();
  /** Objects that this run deletes. */
  readonly #leaving = new Set<string>();
  /** Objects that this run replaces. */
  readonly #superseded = new Set<string>();
  readonly #removals = new Map<string, Promise<unknown>>();
  /** The stack, once a claim was made. */
  #claimant: StackIdentity | undefined;

  constructor({ journal, claims, account, stack, clock }: OwnershipOptions) {
    this.#clock = clock;
    this.#journal = journal;
    this.#claims = claims;
    this.#account = account;
    this.#stack = stack;
  }

  /** Creations of a resource by earlier runs that no state has shown since, oldest first. */
  async earlier(inputs: Properties, kind: string, title: string): Promise<Creation[]> {
    return this.#journal.left({ ...(await this.#keyOf(inputs)), kind, title });
  }

  /**
   * The object of a resource whose ids are made of its natural key exists: whatever earlier runs sent for it without an answer made that,
   * or nothing.
   */
  async settleOrders(inputs: Properties, kind: string, title: string): Promise<void> {
    const sent = this.#journal.sent({ ...(await this.#keyOf(inputs)), kind, title });
    for (const creation of sent) if (creation.answered === undefined && !isGoingOn(creation)) this.#journal.settle(creation);
  }

  /** Creations of an object of that title that were sent for another resource, of whatever run and stack. */
  async rivals(inputs: Properties, kind: string, title: NotedTitle): Promise<Creation[]> {
    return this.#journal.rivals({ ...(await this.#keyOf(inputs)), kind, ...title });
  }

  /**
   * Notes a creation before it is sent.
   *
   * @throws where the journal cannot be written, or where Pulumi's engine cannot be asked which stack it is
   */
  async note(
    inputs: Properties,
    of: Pick<Note, "kind" | "title" | "titleDigest" | "scope" | "before" | "fingerprints">,
    durable: boolean,
  ): Promise<Sending> {
    return this.#journal.note({ ...(await this.#keyOf(inputs)), ...of }, durable);
  }

  /**
   * Creations in this account by other runs that no state is known to have: of whatever stack those that were sent and have no answer,
   * of this one also those that were answered before their run was cut off. What others got their claims tell.
   *
   * @param state of the object on whose behalf this is asked
   */
  async unshown(kind: string, id: string, state: Properties): Promise<Unshown[]> {
    const { address } = this.#account();
    const sent = [...this.#journal.unanswered(), ...this.#journal.all().filter(isCutOff)].filter(
      (creation) => creation.address === address,
    );
    if (sent.length === 0) return [];
    // Where no program runs, the claim of the entry tells of which stack it is.
    const own = attempt(() => this.#ownClaim(this.#key(kind, id), state));
    const mine = own ?? (await this.#keyOf(state).catch(() => undefined));
    return sent
      .map((creation) => {
        const isOfThisStack = mine !== undefined && isSameStack(creation, mine);
        const of = isOfThisStack ? "this stack" : stackText(creation);
        const at = creation.sends.at(-1)?.at ?? creation.notedAt;
        return { creation, isOfThisStack, who: `${resourceText(creation.kind, creation.name)} of ${of} sent on ${dayOf(at)}` };
      })
      .filter(({ creation, isOfThisStack }) => isOfThisStack || creation.answered === undefined)
      .filter(({ creation }) => creation.answered === undefined || !this.#isRemoved(creation.kind, creation.answered));
  }

  /** Whether this run deletes the object, or its entry only. */
  #isRemoved(kind: string, id: string): boolean {
    return this.#removals.has(objectKey(kind, id));
  }

  /** Why some notes of other runs cannot be read; undefined where all can. */
  unreadable(): string | undefined {
    const [first, ...others] = this.#journal.unreadable();
    if (first === undefined) return undefined;
    return others.length === 0 ? first : `${first}, and ${others.length} more`;
  }

  settle(sent: Creation | Deletion | Update): void {
    this.#journal.settle(sent);
  }

  /** What a creation of a run that was cut off was answered with is not there: the entry that was to have it is in no state. */
  forgets(creation: Creation): void {
    const { kind, address, answered, entry } = creation;
    if (answered !== undefined && entry !== undefined) this.#claims.release({ kind, address, id: answered }, entry);
    this.#journal.settle(creation);
  }

  /** The object of an entry is to be deleted, which is noted once that is sent. */
  deletes(kind: string, id: string, state: Properties, durable: boolean): SendingDeletion {
    return this.#journal.deletes(this.#key(kind, id), entryOf(state), durable);
  }

  /** Deletions of the object of an entry that earlier runs sent, and that no state is known to show. */
  deletions(kind: string, id: string, state: Properties): Deletion[] {
    return this.#journal.deletions(this.#key(kind, id), entryOf(state));
  }

  /** The object of an entry is to be changed, which is noted once that is sent. */
  changes(kind: string, id: string, state: Properties, durable: boolean): SendingUpdate {
    return this.#journal.changes(this.#key(kind, id), entryOf(state), changeOf(state), durable);
  }

  /** What a state says that shows the object as it is now, whatever was sent before. */
  newChange(): Properties {
    const mark = newMark();
    this.#changes.add(mark);
    return { [changeKey]: mark };
  }

  /** Changes of the object of an entry that earlier runs sent, and that its state does not show; the others are settled. */
  unshownChanges(kind: string, id: string, state: Properties): Update[] {
    const mark = changeOf(state);
    const updates = this.#journal.updates(this.#key(kind, id), entryOf(state));
    if (mark !== undefined && this.#changes.has(mark)) return [];
    for (const update of updates) if (update.from !== mark) this.#journal.settle(update);
    return updates.filter(({ from }) => from === mark);
  }

  /** What a new entry of a state says of itself. */
  newEntry(): Properties {
    return { [ownerKey]: ownerText({ entry: newMark(), ...this.#account() }) };
  }

  /**
   * A new entry of the state gets an object that it created.
   *
   * @param owner what that entry says of itself
   */
  async gives(kind: string, id: string, inputs: Properties, owner: Properties): Promise<void> {
    // Claims were to an earlier object of that id, unless another resource has this one as well.
    if (this.otherHolder(kind, id, nameOf(inputs)) === undefined) this.#claims.release(this.#key(kind, id));
    await this.#claim(kind, id, entryOf(owner), inputs).catch(ignore);
    this.#has(kind, id, inputs, owner);
  }

  /**
   * A new entry of the state gets an object that was there before.
   *
   * @param owner what that entry says of itself
   * @param onUnnoted told why no other run will know of it; where it throws, the entry does not get the object
   * @throws BeingDeleted where another process is deleting it
   */
  async takes(
    kind: string,
    id: string,
    inputs: Properties,
    owner: Properties,
    onUnnoted: (error: unknown) => void,
  ): Promise<void> {
    const cutOff = await this.#cutOff(kind, id, inputs).catch(() => []);
    for (const { entry } of cutOff) this.#claims.release(this.#key(kind, id), entry);
    try {
      await this.#claim(kind, id, entryOf(owner), inputs);
      // Only now: a deletion that leaves later finds the claim.
      const deletion = this.deletionUnderWay(kind, id);
      if (deletion !== undefined) throw new BeingDeleted(deletion);
      this.#journal.hold(this.#key(kind, id));
    } catch (error) {
      const release = () => this.leavesBehind(kind, id, owner);
      if (error instanceof BeingDeleted) {
        release();
        throw error;
      }
      try {
        onUnnoted(error);
      } catch (refusal) {
        release();
        throw refusal;
      }
    }
    for (const creation of cutOff) this.#journal.settle(creation);
    this.#has(kind, id, inputs, owner);
  }

  /** What the same resource was to have of earlier runs that were cut off before a state had it. */
  async #cutOff(kind: string, id: string, inputs: Properties): Promise<Creation[]> {
    const mine = await this.#keyOf(inputs);
    return this.#journal.all().filter((each) => isAnsweredWith(each, kind, id) && isSameResource(each, mine));
  }

  /** The deletion of an object that another process has sent, or is about to send again. */
  deletionUnderWay(kind: string, id: string): Deletion | undefined {
    return this.#journal.deletionsNow(this.#key(kind, id)).find(({ isDone, ending, at }) => {
      if (isDone || ending === "in order" || ending === "interrupted") return false;
      // Whether that process still runs may never be told. Before it sends again, it notes that, and looks for holders.
      return ending === "running" || this.#clock.now() - at < longestSending;
    });
  }

  /**
   * How long nobody can tell whether an object is there as it is shown, since another process has deleted it or was killed in that, in
   * milliseconds.
   */
  unsettledFor(kind: string, id: string): number {
    const now = this.#clock.now();
    const deletions = this.#journal.deletionsNow(this.#key(kind, id));
    const pauses = deletions.map(({ isDone, at }) => (isDone ? listingLag : Math.max(0, at + orphanLasts - now)));
    return Math.max(0, ...pauses);
  }

  /** Whether another process has sent the deletion of an object, as far as the journal still tells. */
  isDeletedElsewhere(kind: string, id: string): boolean {
    return this.#journal.deletionsNow(this.#key(kind, id)).length > 0;
  }

  #has(kind: string, id: string, inputs: Properties, owner: Properties): void {
    this.#hold(kind, id, entryOf(owner), nameOf(inputs));
    this.#journal.seen(this.#key(kind, id));
  }

  /** The program declares a resource of that name. */
  declares(kind: string, name: string): void {
    this.#declared.add(resourceKey(kind, name));
  }

  /** Whether a program runs: a refresh or a destroy declares nothing. */
  get hasProgram(): boolean {
    return this.#declared.size > 0;
  }

  /** A refresh compares as well, and also what the program declares no more. */
  isDeclared(kind: string, name: string): boolean {
    return name === "" || this.#declared.has(resourceKey(kind, name));
  }

  /**
   * The program declares the resource whose entry has an object, which lives on.
   *
   * @param isRefused whether what the program declares is refused, so that the state stays as it was
   */
  async keeps(
    { kind, hasNaturalId = false }: Kept,
    id: string,
    state: Properties,
    declared: Properties,
    isRefused = false,
  ): Promise<void> {
    const own = isRefused ? attempt(() => this.#ownClaim(this.#key(kind, id), state)) : undefined;
    const inputs = own === undefined ? declared : { ...declared, [deletedWithKey]: own.deletedWith };
    this.#hold(kind, id, entryOf(state), nameOf(inputs));
    // Another process can have an entry of an earlier object of that id.
    if (hasNaturalId) this.#journal.keep(this.#key(kind, id), entryOf(state));
    await this.#claim(kind, id, entryOf(state), inputs, (claim) => !this.#claims.isFresh(claim)).catch(ignore);
    await this.#dropCutOff(kind, id, entryOf(state), inputs).catch(ignore);
  }

  /** The resource has the object under this entry: one that a run was cut off with is in no state. */
  async #dropCutOff(kind: string, id: string, entry: string, inputs: Properties): Promise<void> {
    const key = this.#key(kind, id);
    const mine = await this.#keyOf(inputs);
    if (!this.#claimsOf(key).some((claim) => claim.entry !== entry && isSameResource(claim, mine))) return;
    for (const creation of await this.#cutOff(kind, id, inputs))
      if (creation.entry !== undefined && creation.entry !== entry && !isGoingOn(creation))
        this.#claims.release(key, creation.entry);
  }

  /** The program reads an object without managing it: Pulumi would delete it all the same where another entry of the state has it. */
  reads(kind: string, id: string, reader: string): void {
    this.#read.set(objectKey(kind, id), { kind, id, reader });
    // An entry of another provider has another process.
    this.#journal.keep(this.#key(kind, id), `read ${reader}`);
  }

  /**
   * The entry leaves the state, and its object stays.
   *
   * @param along entries within it that leave the state with it
   */
  leavesBehind(kind: string, id: string, state: Properties, along: readonly Content[] = []): void {
    for (const content of along) this.#claims.release(content, content.entry);
    this.#claims.release(this.#key(kind, id), entryOf(state));
  }

  /**
   * The object is proven gone.
   *
   * @param path the beginning of the ids of what lay within
   */
  isGone(kind: string, id: string, path?: string): void {
    const key = this.#key(kind, id);
    this.#claims.release(key);
    if (path === undefined) return;
    for (const { kind, address, id } of attempt(() => this.#claims.within(key.address, path)) ?? [])
      this.#claims.release({ kind, address, id });
    // Whatever a killed run created in it went with it.
    for (const creation of attempt(() => this.#journal.unanswered()) ?? [])
      if (creation.address === key.address && !isGoingOn(creation) && isForWithin(creation, path)) this.#journal.settle(creation);
  }

  /** Whether an object needs no more words: an entry of the state has it, or a message has named it. */
  isKnown(kind: string, id: string): boolean {
    return this.#shown.has(objectKey(kind, id)) || this.isHeld(kind, id);
  }

  /** A message names the object. */
  shown(kind: string, id: string): void {
    this.#shown.add(objectKey(kind, id));
  }

  /** The resource of that name is replaced in this run: what it says of its creation was said of its first one. */
  replaces(kind: string, name: string): void {
    this.#replaced.add(resourceKey(kind, name));
  }

  isReplaced(kind: string, name: string): boolean {
    return name !== "" && this.#replaced.has(resourceKey(kind, name));
  }

  /**
   * What earlier runs of this stack sent to this account, and what no state has shown since; told once. What still runs is left
   * out.
   */
  async untold(organization: string | undefined): Promise<Creation[]> {
    if (this.#told) return [];
    this.#told = true;
    const sent = this.#sentEarlier();
    if (sent.length === 0) return [];
    const mine = { organization, ...(await this.#stack()) };
    return sent.filter((creation) => isSameStack(creation, mine));
  }

  /** The same of stacks whose entries this one has now, as after `pulumi stack rename`: no run goes by their notes any more. */
  untoldOfFormer(): Creation[] {
    const former = this.#former.splice(0);
    return former.length === 0
      ? []
      : this.#sentEarlier().filter((creation) => former.some((each) => isSameStack(creation, each)));
  }

  #sentEarlier(): Creation[] {
    // An answer of a run that ended in order is in the state as a rule, and shown in a moment.
    const isOver = (creation: Creation) =>
      creation.ending === "in order" ? creation.answered === undefined : !isGoingOn(creation);
    const { address } = this.#account();
    return this.#journal
      .all()
      .filter((creation) => creation.address === address && isOver(creation))
      .filter(({ sends }) => sends.length > 0);
  }

  /** This run deletes the object, or is about to, before anything takes its place. */
  leaves(kind: string, id: string): void {
    this.#leaving.add(objectKey(kind, id));
  }

  isLeaving(kind: string, id: string): boolean {
    return this.#leaving.has(objectKey(kind, id));
  }

  /** Something else takes the object's place in this run. */
  supersedes(kind: string, id: string): void {
    this.#superseded.add(objectKey(kind, id));
  }

  /** The object is being deleted, or its entry only. */
  removes(kind: string, id: string, removal: Promise<unknown>): void {
    this.#removals.set(objectKey(kind, id), removal);
  }

  /** The state has the object. */
  seen(kind: string, id: string, state: Properties): void {
    this.shown(kind, id);
    this.#journal.seen(this.#key(kind, id), ownerOf(state)?.entry);
  }

  /**
   * Who else holds the object: another resource of this run, or one that an earlier run has shown to have it.
   *
   * @throws where that cannot be read
   */
  holder(kind: string, id: string, state: Properties): ObjectHolder | undefined {
    const mine = entryOf(state);
    const key = this.#key(kind, id);
    const ofThisRun = { isOfThisRun: true, isReader: false, isDoubted: false };
    for (const [entry, { name }] of this.#holders.get(objectKey(kind, id)) ?? [])
      if (entry !== mine) return { ...ofThisRun, who: `${resourceText(kind, name)} of this run` };
    const read = this.#read.get(objectKey(kind, id));
    if (read !== undefined) return { ...ofThisRun, who: `${resourceText(kind, read.reader)} of this run`, isReader: true };
    if (this.#journal.isHeldBeside(key, mine)) return { ...ofThisRun, who: "another resource of this run" };
    const claims = this.#claimsOf(key);
    const own = claims.find(({ entry }) => entry === mine);
    const others = claims.filter((claim) => claim.entry !== mine && !this.#isOfCutOff(claim, own));
    const claim = surest(others);
    return claim && { who: claimantText(claim), isOfThisRun: false, isReader: false, isDoubted: claim.isDoubted === true };
  }

  /**
   * Who in other stacks has an object, in words.
   *
   * @throws where that cannot be read
   */
  async holderElsewhere(kind: string, id: string, inputs: Properties): Promise<string | undefined> {
    const mine = await this.#keyOf(inputs);
    const claim = this.#claimsOf(this.#key(kind, id)).find((each) => each.isDoubted !== true && !isSameStack(each, mine));
    return claim && claimantText(claim);
  }

  /**
   * Which other resource, of whatever stack, has an object as far as runs have shown.
   *
   * @throws where that cannot be read
   */
  async claimant(kind: string, id: string, inputs: Properties): Promise<Claimant | undefined> {
    const mine = await this.#keyOf(inputs);
    const others = this.#claimsOf(this.#key(kind, id)).filter((claim) => !isSameResource(claim, mine));
    const claim = surest(others);
    return claim && { who: claimantText(claim), isOfThisStack: isSameStack(claim, mine) };
  }

  /** Whether it is of an entry that this stack does not have, as its run was cut off before the program was told of the object. */
  #isOfCutOff(claim: FiledClaim, own: FiledClaim | undefined): boolean {
    const { kind, id, entry } = claim;
    const isItsOwn = (each: Creation) => each.entry === entry && isAnsweredWith(each, kind, id) && !isGoingOn(each);
    return own !== undefined && isSameStack(claim, own) && this.#journal.all().some(isItsOwn);
  }

  /**
   * What others have that lies within the object: resources of other stacks, and those of this run that only read.
   *
   * @throws where that cannot be read
   */
  othersWithin(container: Container, state: Properties): OthersContent[] {
    const { own, claims } = this.#within(container, state);
    const read = [...this.#read.values()]
      .filter(({ id }) => liesWithin(id, container.path))
      .map(({ kind, id, reader }) => ({
        kind,
        text: `${labelOf(kind)} ${inLine(id)}, which ${resourceText(kind, reader)} of this run reads`,
      }));
    const claimed = claims
      .filter((claim) => own !== undefined && !isSameStack(claim, own))
      .map((claim) => ({
        kind: claim.kind,
        text: `${labelOf(claim.kind)} ${inLine(claim.id)}, which ${claimantText(claim)}, has`,
      }));
    return [...read, ...claimed];
  }

  /**
   * What the same stack has within the object.
   *
   * @throws where that cannot be read
   */
  ownWithin(container: Container, state: Properties): Content[] {
    const { own, claims } = this.#within(container, state);
    if (own === undefined || claims.length === 0) return [];
    // Another resource may hold the object: the entry goes all the same.
    const isReplaced = this.#declared.has(resourceKey(container.kind, own.name));
    const cutOff = new Set((attempt(() => this.#journal.all()) ?? []).filter(isCutOff).map(({ entry }) => entry));
    return claims
      .filter((claim) => isSameStack(claim, own))
      .map((claim) => {
        const { kind, id, address, entry, name, deletedWith } = claim;
        const isSuperseded = this.#superseded.has(objectKey(kind, id));
        const isDeclared = !isSuperseded && this.#isInProgram(claim);
        // What is not replaced along with the container stays in the state.
        const isDeleted = isSuperseded || !(isDeclared || isReplaced);
        return {
          ...{ kind, id, address, entry, name, isDeclared },
          isTaken: isDeleted && deletedWith !== undefined && deletedWith === own.name,
          saysWithWhat: deletedWith !== undefined,
          isCutOff: cutOff.has(entry),
          removal: this.#removals.get(objectKey(kind, id)),
        };
      });
  }

  #isInProgram({ kind, id, name }: Pick<Claim, "kind" | "id" | "name">): boolean {
    return this.#holders.has(objectKey(kind, id)) || this.#declared.has(resourceKey(kind, name));
  }

  #within({ kind, id, path }: Container, state: Properties) {
    const key = this.#key(kind, id);
    const said = { organization: organizationOf(state), name: nameOf(state) };
    const own =
      this.#ownClaim(key, state) ??
      // Without earlier notes there are the claims of this run.
      (this.#claimant && { ...key, ...this.#claimant, ...said });
    return { own, claims: own === undefined ? [] : readable(() => this.#claims.within(key.address, path)) };
  }

  /** Tells whether another resource than that of the arguments has an object, as far as runs have shown. It throws where that cannot be read. */
  async claimedBeside(kind: string, inputs: Properties): Promise<(id: string) => boolean> {
    const isOwn = await this.#ownClaims(inputs);
    return (id) => this.#claimsOf(this.#key(kind, id)).some((claim) => !isOwn(claim));
  }

  /**
   * Tells whether an object cannot be what is about to be created for the arguments, as somebody has had it before: the resource's own
   * earlier entry, too, unless what is created anew has the id of what was there.
   */
  async takenBefore({ kind, hasNaturalId = false }: Kept, inputs: Properties): Promise<(id: string) => boolean> {
    if (hasNaturalId) return this.claimedBeside(kind, inputs);
    return (id) => this.#claimsOf(this.#key(kind, id)).length > 0;
  }

  /** Whether runs have shown the resource of the arguments to have an object. */
  async isClaimed(kind: string, id: string, inputs: Properties): Promise<boolean> {
    const isOwn = await this.#ownClaims(inputs);
    return nameOf(inputs) !== "" && this.#claimsOf(this.#key(kind, id)).some(isOwn);
  }

  /** Whether the program of this run has an object, as far as it has run: manages it, or reads it. */
  isInUse(kind: string, id: string): boolean {
    const key = objectKey(kind, id);
    return this.#holders.has(key) || this.#read.has(key);
  }

  /** Whether anybody is known to have an object: in the program of this run, or in a state that an earlier run has shown. */
  isHad(kind: string, id: string): boolean {
    return this.isInUse(kind, id) || this.#claimsOf(this.#key(kind, id)).length > 0;
  }

  /** Whether runs have shown a resource of the same stack to have an object. */
  async isOfThisStack(kind: string, id: string, inputs: Properties): Promise<boolean> {
    const mine = await this.#keyOf(inputs);
    return this.#claimsOf(this.#key(kind, id)).some((claim) => isSameStack(claim, mine));
  }

  /** Ids of a kind that this run has met, that any state is known to have, or that an earlier run has deleted. */
  idsOf(kind: string): string[] {
    const met = idsOfKind(kind, [...this.#shown, ...this.#leaving, ...this.#holders.keys()]);
    const { address } = this.#account();
    const claimed = (attempt(() => this.#claims.all()) ?? []).filter((claim) => claim.kind === kind && claim.address === address);
    return [...met, ...claimed.map(({ id }) => id), ...(attempt(() => this.#journal.sentToDelete(kind, address)) ?? [])];
  }

  /** Ids of the objects of a kind that resources of this run hold. */
  heldOf(kind: string): string[] {
    return idsOfKind(kind, this.#holders.keys());
  }

  async #ownClaims(inputs: Properties): Promise<(claim: FiledClaim) => boolean> {
    const mine = await this.#keyOf(inputs);
    return (claim) => isSameResource(claim, mine);
  }

  /** A resource of this run was refused because of an object that exists: whoever deletes it for another entry would lose it. */
  wants(kind: string, id: string, name: string): void {
    this.#wanted.set(objectKey(kind, id), name);
  }

  /** Name of the resource that was refused because of an object. */
  wantedBy(kind: string, id: string): string | undefined {
    return this.#wanted.get(objectKey(kind, id));
  }

  /** Name of a resource of this run other than the named one that holds the object. */
  otherHolder(kind: string, id: string, name: string): string | undefined {
    return [...(this.#holders.get(objectKey(kind, id))?.values() ?? [])].find((holder) => holder.name !== name)?.name;
  }

  /** Name of the resource of this program that holds the object, where one is known. */
  declaredHolder(kind: string, id: string): string | undefined {
    const [holder] = this.#holders.get(objectKey(kind, id))?.values() ?? [];
    return holder?.name || undefined;
  }

  /**
   * Whether somebody is known to hold an object: a resource of this run, or the answer of an earlier creation.
   *
   * @param since milliseconds since the epoch: an object that was not there then, nobody can have held before
   * @param self name of the resource that asks: what its own entry says is about the predecessor of the same id
   */
  isHeld(kind: string, id: string, since = -Infinity, self = ""): boolean {
    const holders = [...(this.#holders.get(objectKey(kind, id))?.values() ?? [])];
    const isOther = ({ name }: Holder) => self === "" || name !== self;
    return holders.some((holder) => holder.since >= since && isOther(holder)) || this.#journal.isHeld(this.#key(kind, id), since);
  }

  /** Whether a state says at which address its object lives: one that was imported by hand does not, nor do those of earlier versions. */
  isBound(state: Properties): boolean {
    return ownerOf(state) !== undefined;
  }

  /** Where this run works, in words. */
  get here(): string {
    return accountText(this.#account());
  }

  /** Where else an object lives as its state says; undefined where it is here, or where the state does not say. */
  elsewhere(state: Properties): Elsewhere | undefined {
    const owner = ownerOf(state);
    const account = this.#account();
    if (owner === undefined || (owner.address === account.address && owner.login === account.login)) return undefined;
    return { there: accountText(owner), here: accountText(account), isOtherAddress: owner.address !== account.address };
  }

  /** The state of an object that was shown here, with the login brought up to date; at another address it may be another object. */
  atHome(state: Properties): Properties {
    const owner = ownerOf(state);
    if (owner === undefined || this.elsewhere(state)?.isOtherAddress === true) return {};
    return { [ownerKey]: ownerText({ entry: owner.entry, ...this.#account() }) };
  }

  async #keyOf(inputs: Properties) {
    const stack = await this.#stack();
    return { ...stack, organization: organizationOf(inputs), name: nameOf(inputs), address: this.#account().address };
  }

  async #claim(
    kind: string,
    id: string,
    entry: string,
    inputs: Properties,
    isDue: (claim: Claim) => boolean = () => true,
  ): Promise<void> {
    // Where the stack cannot be found out, a creation says so.
    const stack = await this.#stack().catch((): StackIdentity => ({}));
    this.#claimant = stack;
    const said = { organization: organizationOf(inputs), name: nameOf(inputs), deletedWith: deletedWithOf(inputs) };
    const claim = { ...this.#key(kind, id), ...stack, ...said, entry };
    if (!isDue(claim)) return;
    const before = this.#claims.make(claim);
    if (before === undefined || isSameStack(before, claim) || !isSameStack({ ...before, stack: claim.stack }, claim)) return;
    if (!this.#formerNames.has(before.stack)) this.#former.push(before);
    this.#formerNames.add(before.stack);
  }

  #claimsOf(object: ObjectKey): FiledClaim[] {
    return readable(() => this.#claims.of(object));
  }

  #ownClaim(object: ObjectKey, state: Properties): FiledClaim | undefined {
    return this.#claimsOf(object).find(({ entry }) => entry === entryOf(state));
  }

  #key(kind: string, id: string): ObjectKey {
    return { kind, id, address: this.#account().address };
  }

  #hold(kind: string, id: string, entry: string, name: string): void {
    const key = objectKey(kind, id);
    const holders = this.#holders.get(key) ?? new Map<string, Holder>();
    holders.set(entry, { name, since: this.#clock.now() });
    this.#holders.set(key, holders);
  }
}

/** What a later run then knows less of. */
const ignore = (): void => undefined;

const resourceKey = (kind: string, name: string): string => JSON.stringify([kind, name]);

function readable<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new ProviderError(
      `Could not read which other resources have it. ${messageOf(error)} Run \`pulumi preview\` in this stack and in all others that may have ` +
        `it, which writes the file of each anew, and run again. If that does not help, delete the file.`,
      error,
    );
  }
}

/** One that is not in doubt, where there is any. */
const surest = (claims: readonly FiledClaim[]): FiledClaim | undefined =>
  claims.find(({ isDoubted }) => isDoubted !== true) ?? claims[0];

/** Who has an object. Stack and project of another backend or organization can be called like those of whoever reads it. */
const claimantText = (claim: FiledClaim): string =>
  `${resourceText(claim.kind, claim.name)} of ${stackText(claim)}, last shown on ${dayOf(claim.at)}`;

function stackText({ organization, project, stack, backend }: StackIdentity): string {
  if (stack === undefined) return "an earlier run";
  const name = organization === undefined ? stack : `${organization}/${stack}`;
  return `stack ${name}${project === undefined ? "" : ` of project ${project}`}${backend === undefined ? "" : ` in ${inLine(backend)}`}`;
}

const accountText = ({ login, address }: Account): string => `${login} at ${address}`;
