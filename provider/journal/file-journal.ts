import { randomUUID } from "node:crypto";
import { addressedKey, idsAt } from "../values/object-keys.js";
import {
  type Creation,
  type CreationKey,
  type Deletion,
  isRecent,
  type Journal,
  type JournalOptions,
  type Note,
  type ObjectKey,
  type Sending,
  type SendingDeletion,
  type SendingUpdate,
  type Update,
} from "./journal.js";
import {
  eventText,
  headText,
  isSameResource,
  type JournalEvent,
  type JournalFile,
  parseJournalFile,
  type RecordEvent,
} from "./journal-file.js";
import { attempt } from "./journal-storage.js";
import { isTitled } from "./noted-title.js";
import { type OtherFile, OtherFiles } from "./other-files.js";
import { isEvidence, isOpen, type RecordedCreation, type RecordedDeletion, type RecordedUpdate } from "./recorded-requests.js";

/** Each process appends to its own file. Processes with the same `engine` belong to the same run. */
export const openJournal = (options: JournalOptions): Journal => new FileJournal(options);

class FileJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #file = `${randomUUID()}.jsonl`;
  readonly #others: OtherFiles;
  #begun = false;
  /** Whether the last line may be cut off. */
  #isCut = false;
  #count = 0;
  /** When this process last recorded that an object is held. */
  readonly #held = new Map<string, number>();
  /** Objects that the creations and updates of this process were answered with. */
  readonly #answered: Pick<ObjectKey, "kind" | "id">[] = [];

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#others = new OtherFiles(options, this.#file);
  }

  left(key: CreationKey): Creation[] {
    return this.sent(key).filter((creation) => isRecent(creation, this.#now()));
  }

  sent(key: CreationKey): Creation[] {
    return this.all().filter(
      (creation) => creation.kind === key.kind && isSameResource(creation, key) && isTitled(creation, key),
    );
  }

  all(): RecordedCreation[] {
    this.#others.refresh();
    return this.#ofOtherRuns()
      .filter(({ recorded }) => !recorded)
      .sort((a, b) => a.notedAt - b.notedAt);
  }

  unreadable(): string[] {
    return this.#others.unreadable();
  }

  unanswered(): RecordedCreation[] {
    this.#others.refresh();
    return this.#ofOtherRuns().filter(isOpen);
  }

  #ofOtherRuns(): RecordedCreation[] {
    return this.#others
      .all()
      .filter((file) => !this.#isOfThisRun(file))
      .flatMap(({ creations }) => [...creations.values()]);
  }

  begin(): void {
    if (!this.#begun) this.#options.storage.append(this.#file, headText(this.#options.self, this.#options.engine), false);
    this.#begun = true;
  }

  note(note: Note, durable: boolean): Sending {
    const number = ++this.#count;
    this.#append(
      {
        event: "noted",
        number,
        at: this.#now(),
        ...note,
        scope: { ...note.scope },
        before: [...note.before],
        fingerprints: { ...note.fingerprints },
      },
      false,
    );
    return {
      sent: () => this.#append({ event: "sent", number, at: this.#now() }, durable),
      answered: (id, entry) => {
        const at = this.#now();
        this.#held.set(addressedKey({ ...note, id }), at);
        this.#answered.push({ kind: note.kind, id });
        attempt(() => this.#append({ event: "answered", number, id, entry, at }, false));
      },
      over: () => attempt(() => this.#append({ event: "over", number }, false)),
    };
  }

  publish(record: Omit<RecordEvent, "event">): void {
    this.#append({ event: "record", ...record }, false);
  }

  hold({ kind, address, id }: ObjectKey): void {
    const at = this.#now();
    this.#held.set(addressedKey({ kind, address, id }), at);
    this.#append({ event: "held", kind, address, id, at }, false);
  }

  seen(object: ObjectKey, entry?: string): void {
    if (this.#held.has(addressedKey(object))) return;
    const others = this.#others.all();
    // While another creation of the kind is open, this proves that the open one did not create this object.
    if (others.some(({ creations }) => [...creations.values()].some((each) => isOpen(each) && isAlike(each, object))))
      attempt(() => this.hold(object));
    for (const { creations } of others)
      for (const creation of creations.values())
        if (isAnswer(creation, object) && isEntry(creation, entry)) this.settle(creation);
  }

  isHeld(object: ObjectKey, since = -Infinity): boolean {
    this.#others.refresh();
    const text = addressedKey(object);
    const own = this.#held.get(text) ?? -Infinity;
    return (own >= since && own > -Infinity) || this.#others.all().some(({ contents }) => holds(contents, text, since));
  }

  recordsOfRun(): (readonly RecordEvent[])[] {
    this.#others.refresh();
    return this.#others
      .all()
      .filter((file) => this.#isOfThisRun(file))
      .map(({ contents }) => contents.records);
  }

  isDeletedInRun(object: ObjectKey): boolean {
    this.#others.refresh();
    const text = addressedKey(object);
    const isIt = (each: RecordedDeletion) => each.isDone && each.object === text;
    return this.#others.all().some((file) => this.#isOfThisRun(file) && [...file.deletions.values()].some(isIt));
  }

  startDeletion({ kind, address, id }: ObjectKey, entry: string, durable: boolean): SendingDeletion {
    const number = ++this.#count;
    return {
      sent: () => this.#append({ event: "deleting", number, kind, address, id, entry, at: this.#now() }, durable),
      done: () => attempt(() => this.#append({ event: "deleted", number }, false)),
      over: () => attempt(() => this.#append({ event: "over", number }, false)),
    };
  }

  deletions(object: ObjectKey, entry: string): RecordedDeletion[] {
    return this.#deletionsOf(object).filter((each) => each.entry === entry);
  }

  deletionsNow(object: ObjectKey): RecordedDeletion[] {
    this.#others.refresh();
    return this.#deletionsOf(object);
  }

  sentToDelete(kind: string, address: string): string[] {
    const objects = this.#others.all().flatMap(({ deletions }) => [...deletions.values()].map(({ object }) => object));
    return idsAt({ kind, address }, objects);
  }

  startUpdate({ kind, address, id }: ObjectKey, entry: string, durable: boolean): SendingUpdate {
    const number = ++this.#count;
    const append = (event: JournalEvent, lasts = false) => attempt(() => this.#append(event, lasts));
    return {
      sent: () => append({ event: "updating", number, kind, address, id, entry, at: this.#now() }, durable),
      done: () => {
        this.#answered.push({ kind, id });
        append({ event: "updated", number });
      },
      over: () => append({ event: "over", number }),
    };
  }

  updates(object: ObjectKey, entry: string): RecordedUpdate[] {
    const text = addressedKey(object);
    return this.#others
      .all()
      .flatMap(({ updates }) => [...updates.values()])
      .filter((each) => each.object === text && each.entry === entry);
  }

  #deletionsOf(object: ObjectKey): RecordedDeletion[] {
    const text = addressedKey(object);
    return this.#others
      .all()
      .flatMap(({ deletions }) => [...deletions.values()])
      .filter((each) => each.object === text);
  }

  settle(sent: Creation | Deletion | Update): void {
    const recorded = sent as RecordedCreation | RecordedDeletion | RecordedUpdate;
    const { file, number } = recorded;
    // The last line may be cut off, so start a new one.
    attempt(() => this.#options.storage.append(file, `\n${eventText({ event: "over", number })}`, false));
    this.#others.forget(recorded);
  }

  goesOn(): void {
    // An empty line changes the file by the clock of its file system, as every other line does.
    if (this.#begun) attempt(() => this.#options.storage.append(this.#file, "\n", false));
  }

  endNormally(isRecorded = false): void {
    if (!this.#begun) return;
    attempt(() => {
      if (isRecorded) for (const { kind, id } of this.#answered) this.#append({ event: "recorded", kind, id }, false);
      // The program writes to the same file.
      const { creations, deletions, updates } = parseJournalFile(this.#options.storage.read(this.#file) ?? "");
      const isSettled = ![...creations.values()].some(isEvidence) && deletions.size === 0 && updates.size === 0;
      if (isSettled && !this.#isNeeded()) return this.#options.storage.remove(this.#file);
      this.#append({ event: "ended" }, false);
    });
    this.#begun = false;
  }

  /** Whether a creation is open. If so, later runs need to know which objects have other holders. */
  #isNeeded(): boolean {
    this.#others.reread();
    return this.#others.all().some(({ creations }) => [...creations.values()].some(isOpen));
  }

  /** Whether a file belongs to another provider process of this run. An engine on another machine may have the same address. */
  #isOfThisRun({ contents, state }: OtherFile): boolean {
    return state === "running" && contents.engine === this.#options.engine;
  }

  #now(): number {
    return this.#options.clock.now();
  }

  #append(entry: JournalEvent, durable: boolean): void {
    this.begin();
    const start = this.#isCut ? "\n" : "";
    this.#isCut = true;
    this.#options.storage.append(this.#file, start + eventText(entry), durable);
    this.#isCut = false;
  }
}

const isEntry = (creation: Creation, entry: string | undefined): boolean =>
  entry === undefined || creation.entry === undefined || creation.entry === entry;

const isAnswer = ({ kind, address, answered }: Creation, object: ObjectKey): boolean =>
  answered !== undefined && addressedKey({ kind, address, id: answered }) === addressedKey(object);

const isAlike = (creation: Creation, { kind, address }: ObjectKey): boolean =>
  creation.kind === kind && creation.address === address;

const holds = ({ held }: JournalFile, text: string, since = -Infinity): boolean =>
  held.some((object) => object.at >= since && addressedKey(object) === text);
