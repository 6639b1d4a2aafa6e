import { type Clock, systemClock } from "../../sdk/values/clock.js";
import { addressedKey } from "../values/object-keys.js";
import { attempt, folderStorage } from "./journal-storage.js";
import {
  type CreationKey,
  eventText,
  headText,
  type JournalEvent,
  type Note,
  type ObjectKey,
  type RecordEvent,
} from "./journal-events.js";
import { stateOf, thisProcess } from "./sender.js";
import { randomUUID } from "node:crypto";
import { parseJournalFile } from "./journal-file.js";
import { isSameResource } from "./stack-identity.js";
import { isAnyOpen, isEvidence, OtherFiles } from "./other-files.js";
import { Claims } from "./claims.js";
import {
  type Creation,
  isOpen,
  isTitled,
  journalFolder,
  type JournalOptions,
  type NotedChange,
  type SendingChange,
  type SendingCreation,
} from "./noted.js";

/**
 * Requests that may not be in any state. Each creation, update and deletion is written here before it is sent, so that the run
 * after an interrupted one knows which objects may have been created, updated or deleted. Never holds secrets. Each process appends
 * to its own file, and each question reads the files of the others anew. Processes with the same `engine` belong to the same run.
 */
export class Journal {
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

  constructor(private readonly options: JournalOptions) {
    this.#others = new OtherFiles(options, this.#file);
  }

  /** Creations by other runs that no state has shown, oldest first, including those that are too old to be evidence. */
  creations(): Creation[] {
    return this.#creations()
      .filter(({ isOfThisRun, recorded }) => !isOfThisRun && !recorded)
      .sort((a, b) => a.notedAt - b.notedAt);
  }

  /** Those with a key. */
  creationsOf(key: CreationKey): Creation[] {
    return this.creations().filter(
      (creation) => creation.kind === key.kind && isSameResource(creation, key) && isTitled(creation, key),
    );
  }

  /** Updates and deletions by other processes that no state is known to have. */
  changes(): NotedChange[] {
    return this.#notes().filter((note) => note.request !== "create");
  }

  #creations(): Creation[] {
    return this.#notes().filter((note) => note.request === "create");
  }

  #notes(): (Creation | NotedChange)[] {
    return this.#others.all().flatMap(({ notes }) => [...notes.values()]);
  }

  /** Existing files that could not be read, each with the reason. */
  unreadable(): string[] {
    return this.#others.unreadable();
  }

  /**
   * Makes sure that notes can be written.
   *
   * @throws if not
   */
  begin(): void {
    if (!this.#begun) this.options.storage.append(this.#file, headText(this.options.self, this.options.engine), false);
    this.#begun = true;
  }

  /**
   * Writes a note for a creation.
   *
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   * @throws if it cannot be written
   */
  note(note: Note, durable: boolean): SendingCreation {
    const number = ++this.#count;
    this.#append({ event: "noted", number, at: this.#now(), ...note });
    return {
      sent: () => this.#append({ event: "sent", number, at: this.#now() }, durable),
      answered: (id, entry) => {
        const at = this.#now();
        this.#held.set(addressedKey({ ...note, id }), at);
        this.#answered.push({ kind: note.kind, id });
        attempt(() => this.#append({ event: "answered", number, id, entry, at }));
      },
      over: () => attempt(() => this.#append({ event: "over", number })),
    };
  }

  /**
   * Starts an update or a deletion of an entry's object. The note is written when it is sent.
   *
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   */
  change(request: NotedChange["request"], object: ObjectKey, entry: string, durable: boolean): SendingChange {
    const number = ++this.#count;
    const [sending, done] = request === "update" ? (["updating", "updated"] as const) : (["deleting", "deleted"] as const);
    const { kind, address, id } = object;
    return {
      sent: () => this.#append({ event: sending, number, kind, address, id, entry, at: this.#now() }, durable),
      done: () => {
        if (request === "update") this.#answered.push({ kind, id });
        attempt(() => this.#append({ event: done, number }));
      },
      over: () => attempt(() => this.#append({ event: "over", number })),
    };
  }

  /**
   * Publishes a record to the other provider processes of this run.
   *
   * @throws if it cannot be written
   */
  publish(record: Omit<RecordEvent, "event">): void {
    this.#append({ event: "record", ...record });
  }

  /** The records of each other provider process of this run. A process that has told nothing more has the same list. */
  recordsOfRun(): (readonly RecordEvent[])[] {
    return this.#others.all().flatMap(({ isOfThisRun, contents }) => (isOfThisRun ? [contents.records] : []));
  }

  /**
   * Records that a resource of this run holds an object that it did not create.
   *
   * @throws if it cannot be written
   */
  hold({ kind, address, id }: ObjectKey): void {
    const at = this.#now();
    this.#held.set(addressedKey({ kind, address, id }), at);
    this.#append({ event: "held", kind, address, id, at });
  }

  /**
   * Whether the files show that a creation was answered with the object or that a resource held it.
   *
   * @param since milliseconds since the epoch: an earlier holder had a different object with that id
   */
  isHeld(object: ObjectKey, since = -Infinity): boolean {
    const key = addressedKey(object);
    const all = [this.#held, ...this.#others.all().map(({ contents }) => contents.held)];
    return all.some((held) => (held.get(key) ?? NaN) >= since);
  }

  /**
   * A state has the object, so the journal no longer needs to record who created it.
   *
   * @param entry the entry that has it; if the id holds a natural key, another entry may have had an earlier object with that id
   */
  seen(object: ObjectKey, entry?: string): void {
    const key = addressedKey(object);
    if (this.#held.has(key)) return;
    const alike = this.#creations().filter(({ kind, address }) => kind === object.kind && address === object.address);
    // While another creation of the kind is open, this proves that the open one did not create this object.
    if (alike.some(isOpen)) attempt(() => this.hold(object));
    const isEntry = (of: string | undefined) => entry === undefined || of === undefined || of === entry;
    for (const each of alike)
      if (each.answered !== undefined && addressedKey({ ...object, id: each.answered }) === key && isEntry(each.entry))
        this.settle(each);
  }

  /** Closes a note: its outcome is known. */
  settle(note: Creation | NotedChange): void {
    // The last line may be cut off, so start a new one.
    attempt(() => this.options.storage.append(note.file, `\n${eventText({ event: "over", number: note.number })}`, false));
    this.#others.forget(note);
  }

  /** Shows other machines that this process has not ended. To be called more often than `silenceLasts`. */
  goesOn(): void {
    // An empty line changes the file by the clock of its file system, as every other line does.
    if (this.#begun) attempt(() => this.options.storage.append(this.#file, "\n", false));
  }

  /**
   * Records that Pulumi ends this run after its last step.
   *
   * @param isRecorded whether a state has everything that was answered, although no program was told
   */
  endNormally(isRecorded = false): void {
    if (!this.#begun) return;
    attempt(() => {
      if (isRecorded) for (const { kind, id } of this.#answered) this.#append({ event: "recorded", kind, id });
      // The program writes to the same file.
      const { notes } = parseJournalFile(this.options.storage.read(this.#file) ?? "");
      const isSettled = ![...notes.values()].some(isEvidence);
      if (isSettled && !isAnyOpen(this.#others.all())) return this.options.storage.remove(this.#file);
      this.#append({ event: "ended" });
    });
    this.#begun = false;
  }

  #now(): number {
    return this.options.clock.now();
  }

  #append(entry: JournalEvent, durable = false): void {
    this.begin();
    const start = this.#isCut ? "\n" : "";
    this.#isCut = true;
    this.options.storage.append(this.#file, start + eventText(entry), durable);
    this.#isCut = false;
  }
}

/** What a run leaves for later runs, apart from the state. */
export interface RunRecords {
  readonly journal: Journal;
  readonly claims: Claims;
}

/** The claims are in a folder below the files of the journal. */
export const runRecords = (options: JournalOptions): RunRecords => ({
  journal: new Journal(options),
  claims: new Claims({ ...options, storage: options.storage.folder("claims") }),
});

/** The records of this machine. @param engine identifies the engine that runs this process */
export const openRunRecords = (environment: NodeJS.ProcessEnv, engine: string, clock: Clock = systemClock): RunRecords =>
  runRecords({ storage: folderStorage(journalFolder(environment)), engine, clock, self: thisProcess(), stateOf });
