import type { Clock } from "../../sdk/values/clock.js";
import { callTimeout } from "../../sdk/values/call-timeout.js";
import { dayOf } from "../../sdk/redaction/text.js";
import type { Claims } from "../journal/claims.js";
import { attempt } from "../journal/journal-storage.js";
import { isSameResource, isSameStack, type StackIdentity } from "../journal/journal-file.js";
import {
  type Creation,
  type Deletion,
  isGoingOn,
  type Journal,
  type Note,
  type Sending,
  type SendingDeletion,
  type SendingUpdate,
  type Update,
} from "../journal/journal.js";
import { resourceText } from "../values/labels.js";
import type { NotedTitle } from "../journal/noted-title.js";
import type { Properties } from "../values/properties.js";
import type { Records } from "../journal/records.js";
import { changeKey } from "../values/reserved-properties.js";
import { listingLag } from "../values/poll.js";
import { isAnsweredWith, isCutOff } from "./cut-off.js";
import { type Holders, stackText } from "./holders.js";
import type { Identity } from "./identity.js";
import { changeOf, entryOf, newMark } from "./owner.js";
import type { RunMemory } from "./run-memory.js";

/** A creation of another run that no state has shown since. */
export interface Unshown {
  readonly creation: Creation;
  readonly isOfThisStack: boolean;
  /** Who sent it and when, in words. */
  readonly who: string;
}

/** How long the request of a process that was killed may still take effect, in milliseconds. */
const orphanLasts = 60_000;

/** What earlier runs sent, and what this run notes before it sends: creations, changes and deletions. */
export class Notes {
  readonly #identity: Identity;
  readonly #run: RunMemory;
  readonly #holders: Holders;
  readonly #journal: Journal;
  readonly #claims: Claims;
  readonly #clock: Clock;
  /** Stacks that had entries of this one, which nobody has been told of. */
  readonly #former: StackIdentity[] = [];
  readonly #formerNames = new Set<string | undefined>();
  #told = false;
  /** What this run says of changes: a preview writes no state. */
  readonly #changes = new Set<string>();

  constructor(identity: Identity, run: RunMemory, holders: Holders, { journal, claims }: Records, clock: Clock) {
    this.#identity = identity;
    this.#run = run;
    this.#holders = holders;
    this.#journal = journal;
    this.#claims = claims;
    this.#clock = clock;
  }

  /** Creations of a resource by earlier runs that no state has shown since, oldest first. */
  async earlier(inputs: Properties, kind: string, title: string): Promise<Creation[]> {
    return this.#journal.left({ ...(await this.#identity.resource(inputs)), kind, title });
  }

  /**
   * The object of a resource whose ids are made of its natural key exists: whatever earlier runs sent for it without an answer made that,
   * or nothing.
   */
  async settleOrders(inputs: Properties, kind: string, title: string): Promise<void> {
    const sent = this.#journal.sent({ ...(await this.#identity.resource(inputs)), kind, title });
    for (const creation of sent) if (creation.answered === undefined && !isGoingOn(creation)) this.#journal.settle(creation);
  }

  /** Creations of an object of that title that were sent for another resource, of whatever run and stack. */
  async rivals(inputs: Properties, kind: string, title: NotedTitle): Promise<Creation[]> {
    return this.#journal.rivals({ ...(await this.#identity.resource(inputs)), kind, ...title });
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
    return this.#journal.note({ ...(await this.#identity.resource(inputs)), ...of }, durable);
  }

  /**
   * Creations in this account by other runs that no state is known to have: of whatever stack those that were sent and have no answer,
   * of this one also those that were answered before their run was cut off. What others got their claims tell.
   *
   * @param state of the object on whose behalf this is asked
   */
  async unshown(kind: string, id: string, state: Properties): Promise<Unshown[]> {
    const { address } = this.#identity.account;
    const sent = [...this.#journal.unanswered(), ...this.#journal.all().filter(isCutOff)].filter(
      (creation) => creation.address === address,
    );
    if (sent.length === 0) return [];
    // Where no program runs, the claim of the entry tells of which stack it is.
    const own = attempt(() => this.#holders.ownClaim(this.#identity.object(kind, id), state));
    const mine = own ?? (await this.#identity.resource(state).catch(() => undefined));
    return sent
      .map((creation) => {
        const isOfThisStack = mine !== undefined && isSameStack(creation, mine);
        const of = isOfThisStack ? "this stack" : stackText(creation);
        const at = creation.sends.at(-1)?.at ?? creation.notedAt;
        return { creation, isOfThisStack, who: `${resourceText(creation.kind, creation.name)} of ${of} sent on ${dayOf(at)}` };
      })
      .filter(({ creation, isOfThisStack }) => isOfThisStack || creation.answered === undefined)
      .filter(
        ({ creation }) => creation.answered === undefined || this.#run.removalOf(creation.kind, creation.answered) === undefined,
      );
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
    return this.#journal.deletes(this.#identity.object(kind, id), entryOf(state), durable);
  }

  /** Deletions of the object of an entry that earlier runs sent, and that no state is known to show. */
  deletions(kind: string, id: string, state: Properties): Deletion[] {
    return this.#journal.deletions(this.#identity.object(kind, id), entryOf(state));
  }

  /** The object of an entry is to be changed, which is noted once that is sent. */
  changes(kind: string, id: string, state: Properties, durable: boolean): SendingUpdate {
    return this.#journal.changes(this.#identity.object(kind, id), entryOf(state), changeOf(state), durable);
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
    const updates = this.#journal.updates(this.#identity.object(kind, id), entryOf(state));
    if (mark !== undefined && this.#changes.has(mark)) return [];
    for (const update of updates) if (update.from !== mark) this.#journal.settle(update);
    return updates.filter(({ from }) => from === mark);
  }

  /** The deletion of an object that another process has sent, or is about to send again. */
  deletionUnderWay(kind: string, id: string): Deletion | undefined {
    return this.#journal.deletionsNow(this.#identity.object(kind, id)).find(({ isDone, ending, at }) => {
      if (isDone || ending === "in order" || ending === "interrupted") return false;
      // Whether that process still runs may never be told, but its call ends. Before it sends again, it notes that, and looks for holders.
      return ending === "running" || this.#clock.now() - at < callTimeout;
    });
  }

  /**
   * How long nobody can tell whether an object is there as it is shown, since another process has deleted it or was killed in that, in
   * milliseconds.
   */
  unsettledFor(kind: string, id: string): number {
    const now = this.#clock.now();
    const deletions = this.#journal.deletionsNow(this.#identity.object(kind, id));
    const pauses = deletions.map(({ isDone, at }) => (isDone ? listingLag : Math.max(0, at + orphanLasts - now)));
    return Math.max(0, ...pauses);
  }

  /** Whether another process has sent the deletion of an object, as far as the journal still tells. */
  isDeletedElsewhere(kind: string, id: string): boolean {
    return this.#journal.deletionsNow(this.#identity.object(kind, id)).length > 0;
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
    const mine = { organization, ...(await this.#identity.stack()) };
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
    const { address } = this.#identity.account;
    return this.#journal
      .all()
      .filter((creation) => creation.address === address && isOver(creation))
      .filter(({ sends }) => sends.length > 0);
  }

  /** What the same resource was to have of earlier runs that were cut off before a state had it. */
  async cutOff(kind: string, id: string, inputs: Properties): Promise<Creation[]> {
    const mine = await this.#identity.resource(inputs);
    return this.#journal.all().filter((each) => isAnsweredWith(each, kind, id) && isSameResource(each, mine));
  }

  /** A stack that the claims of this one's entries name had another name. */
  wasCalled(before: StackIdentity): void {
    if (!this.#formerNames.has(before.stack)) this.#former.push(before);
    this.#formerNames.add(before.stack);
  }
}
