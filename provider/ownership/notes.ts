import type { Clock } from "../../sdk/values/clock.js";
import { dayOf } from "../../sdk/redaction/text.js";
import { attempt } from "../journal/journal-storage.js";
import type { RunRecords } from "../journal/journal.js";
import {
  type NotedCreation,
  isOpen,
  isRecent,
  type NotedChange,
  type SendingChange,
  type SendingCreation,
} from "../journal/noted.js";
import { messageOf } from "../values/errors.js";
import { resourceText } from "../values/phrases.js";
import type { Properties } from "../values/properties.js";
import { addressedKey } from "../values/ids.js";
import { listingLag } from "../values/poll.js";
import { isAnsweredWith, isCutOff } from "./results.js";
import { type Holders, stackText } from "./holders.js";
import { type Identity, entryOf } from "./identity.js";
import type { RunRecord } from "./run-record.js";
import type { RunResources } from "./run-resources.js";
import { type Note, isSameResource, isSameStack } from "../journal/journal-events.js";

/**
 * How long a deletion that a killed process sent may still take effect, in milliseconds. No source tells it, and waiting longer would hold
 * up every adoption of the object.
 */
const deletionLasts = 60_000;

/** A creation by another run that no state has shown since. */
interface UnseenCreation {
  readonly creation: NotedCreation;
  readonly isOfThisStack: boolean;
  /** Who sent it, for messages. */
  readonly who: string;
  /** When it was last sent, for messages. */
  readonly day: string;
}

/** Notes of creations, updates and deletions: those that earlier runs sent, and those that this run is about to send. */
export class Notes {
  #isAnnounced = false;

  constructor(
    private readonly identity: Identity,
    private readonly run: RunResources,
    private readonly holders: Holders,
    private readonly options: RunRecords & { readonly clock: Clock },
  ) {}

  /** Creations for a resource by earlier runs that can still be taken over, oldest first. */
  async earlier(inputs: Properties, kind: string, title: string): Promise<NotedCreation[]> {
    const sent = this.options.journal.creationsOf({ ...(await this.identity.resource(inputs)), kind, title });
    return sent.filter((creation) => isRecent(creation, this.options.clock.now()));
  }

  /**
   * To be called when an object whose id is its natural key exists: unanswered creations for it by earlier runs either created
   * that object or nothing, so they are settled.
   */
  async settleOrders(inputs: Properties, kind: string, title: string): Promise<void> {
    const sent = this.options.journal.creationsOf({ ...(await this.identity.resource(inputs)), kind, title });
    for (const creation of sent)
      if (creation.answered === undefined && creation.ending !== "running") this.options.journal.settle(creation);
  }

  /**
   * Notes a creation before it is sent.
   *
   * @throws if the journal cannot be written, or if Pulumi's engine cannot be asked for its stack
   */
  async note(
    inputs: Properties,
    of: Pick<Note, "kind" | "title" | "titleDigest" | "scope" | "before" | "fingerprints">,
    durable: boolean,
  ): Promise<SendingCreation> {
    return this.options.journal.note({ ...(await this.identity.resource(inputs)), ...of }, durable);
  }

  /**
   * Creations in this account by other runs whose objects are not known to be in any state: unanswered creations of any stack,
   * and for this stack also creations that were answered before their run was cut off. Claims show what other stacks have.
   *
   * @param state of the object for which this is asked
   */
  async unseen(kind: string, id: string, state: Properties): Promise<UnseenCreation[]> {
    const { address } = this.identity.account;
    const sent = this.options.journal
      .creations()
      .filter((creation) => creation.address === address && (isOpen(creation) || isCutOff(creation)));
    if (sent.length === 0) return [];
    // If no program runs, the entry's claim identifies the stack.
    const own = attempt(() => this.holders.ownClaim(this.identity.object(kind, id), state));
    const mine = own ?? (await this.identity.resource(state).catch(() => undefined));
    return sent
      .map((creation) => {
        const isOfThisStack = mine !== undefined && isSameStack(creation, mine);
        const of = isOfThisStack ? "this stack" : stackText(creation);
        const at = creation.sends.at(-1) ?? creation.notedAt;
        return { creation, isOfThisStack, who: `${resourceText(creation.kind, creation.name)} of ${of}`, day: dayOf(at) };
      })
      .filter(({ creation, isOfThisStack }) => isOfThisStack || creation.answered === undefined)
      .filter(
        ({ creation }) => creation.answered === undefined || this.run.removalOf(creation.kind, creation.answered) === undefined,
      );
  }

  /** Begins this process's file. Returns why notes cannot be written; undefined if they can. */
  openJournal(): string | undefined {
    try {
      this.options.journal.begin();
      return undefined;
    } catch (error) {
      return messageOf(error);
    }
  }

  /** Why a file with notes of other runs cannot be read; undefined if all can. */
  unreadable(): string | undefined {
    return this.options.journal.unreadable()[0];
  }

  settle(note: NotedCreation | NotedChange): void {
    this.options.journal.settle(note);
  }

  /** Settles a cut-off creation whose object does not exist, and removes the claim of its entry, which is in no state. */
  forgets(creation: NotedCreation): void {
    const { kind, address, answered, entry } = creation;
    if (answered !== undefined && entry !== undefined) this.options.claims.release({ kind, address, id: answered }, entry);
    this.options.journal.settle(creation);
  }

  /** Starts an update or a deletion of an entry's object. The note is written when it is sent. */
  start(
    request: NotedChange["request"],
    { kind, costly = false }: { readonly kind: string; readonly costly?: boolean },
    id: string,
    state: Properties,
  ): SendingChange {
    return this.options.journal.change(request, this.identity.object(kind, id), entryOf(state), costly);
  }

  /**
   * Updates and deletions of an object that other processes sent and that are not known to be in any state.
   *
   * @param state of the entry for which they were sent; undefined for any entry
   */
  changes(kind: string, id: string, state?: Properties): NotedChange[] {
    const object = addressedKey(this.identity.object(kind, id));
    const entry = state && entryOf(state);
    return this.options.journal.changes().filter((each) => each.object === object && (entry ?? each.entry) === each.entry);
  }

  deletions(kind: string, id: string, state?: Properties): NotedChange[] {
    return this.changes(kind, id, state).filter(({ request }) => request === "delete");
  }

  openUpdates(kind: string, id: string, state: Properties): NotedChange[] {
    return this.changes(kind, id, state).filter(({ request }) => request === "update");
  }

  /** Whether an earlier run deleted an entry's object and found it gone, so that no later lookup has to prove that. */
  isDeleted(kind: string, id: string, state: Properties): boolean {
    return this.deletions(kind, id, state).some(({ isDone }) => isDone);
  }

  /** Whether another process of this run has deleted an object. */
  isDeletedBeside(kind: string, id: string): boolean {
    return this.deletions(kind, id).some(({ isDone, isOfThisRun }) => isDone && isOfThisRun);
  }

  /** A deletion of an object that another process has sent or may still send again. */
  deletionUnderWay(kind: string, id: string): NotedChange | undefined {
    return this.deletions(kind, id).find(({ isDone, ending }) => !isDone && ending === "running");
  }

  /**
   * How long a listing does not prove that an object exists, in milliseconds: another process has deleted it, or was killed while
   * it did.
   */
  unsettledFor(kind: string, id: string): number {
    const now = this.options.clock.now();
    const pauses = this.deletions(kind, id).map(({ isDone, at }) => (isDone ? listingLag : at + deletionLasts - now));
    return Math.max(0, ...pauses);
  }

  /** Notes that objects were deleted with their container. Without these notes, later runs only know less. */
  deletedWithContainer(contents: readonly Pick<RunRecord, "kind" | "id" | "mark">[]): void {
    for (const { kind, id, mark } of contents)
      attempt(() => {
        const deletion = this.options.journal.change("delete", this.identity.object(kind, id), mark, false);
        deletion.sent();
        deletion.done();
      });
  }

  /**
   * Creations that earlier runs of this stack sent to this account and that no state has shown since, except those of runs that
   * still run. Returns them only once.
   */
  async takeUntold(organization: string | undefined): Promise<NotedCreation[]> {
    if (this.#isAnnounced) return [];
    this.#isAnnounced = true;
    // If the run ended normally, its answer is usually in the state, and this run will show it in a moment.
    const isOver = ({ ending, answered }: NotedCreation) =>
      ending === "normal" ? answered === undefined : ending === "interrupted";
    const { address } = this.identity;
    const sent = this.options.journal
      .creations()
      .filter((creation) => creation.address === address && creation.sends.length > 0 && isOver(creation));
    if (sent.length === 0) return [];
    const mine = { organization, ...(await this.identity.stack()) };
    return sent.filter((creation) => isSameStack(creation, mine));
  }

  /** Creations by earlier runs that gave the object to the same resource but were cut off before a state had it. */
  async cutOff(kind: string, id: string, inputs: Properties): Promise<NotedCreation[]> {
    const mine = await this.identity.resource(inputs);
    return this.options.journal.creations().filter((each) => isAnsweredWith(each, kind, id) && isSameResource(each, mine));
  }
}
