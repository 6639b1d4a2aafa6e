import { type Clock, systemClock } from "../../sdk/values/clock.js";
import { addressedKey } from "../values/ids.js";
import { attempt, folderStorage } from "./journal-storage.js";
import {
  type CreationKey,
  eventText,
  headText,
  type JournalEvent,
  type Note,
  type ObjectKey,
  type RecordEvent,
  isSameResource,
} from "./journal-events.js";
import { stateOf, thisProcess, type SenderState } from "./sender.js";
import { randomUUID } from "node:crypto";
import { Claims } from "./claims.js";
import {
  type NotedCreation,
  isOpen,
  isTitled,
  journalFolder,
  type JournalOptions,
  type NotedChange,
  type SendingChange,
  type SendingCreation,
  parseJournalFile,
  evidenceLasts,
  noteLasts,
  silenceLasts,
  type FiledNote,
  type JournalFile,
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
  creations(): NotedCreation[] {
    return this.#creations()
      .filter(({ isOfThisRun, recorded }) => !isOfThisRun && !recorded)
      .sort((a, b) => a.notedAt - b.notedAt);
  }

  /** Those with a key. */
  creationsOf(key: CreationKey): NotedCreation[] {
    return this.creations().filter(
      (creation) => creation.kind === key.kind && isSameResource(creation, key) && isTitled(creation, key),
    );
  }

  /** Updates and deletions by other processes that no state is known to have. */
  changes(): NotedChange[] {
    return this.#notes().filter((note) => note.request !== "create");
  }

  #creations(files?: OtherFile[]): NotedCreation[] {
    return this.#notes(files).filter((note) => note.request === "create");
  }

  #notes(files = this.#others.all()): (NotedCreation | NotedChange)[] {
    return files.flatMap(({ notes }) => [...notes.values()]);
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
   * A state has the object, so the journal no longer needs to record who created it. The files of others need not be read anew: the state had it
   * before, and each resource of a stack is seen.
   *
   * @param entry the entry that has it; if the id holds a natural key, another entry may have had an earlier object with that id
   */
  seen(object: ObjectKey, entry?: string): void {
    const key = addressedKey(object);
    if (this.#held.has(key)) return;
    const alike = this.#creations(this.#others.known()).filter(
      ({ kind, address }) => kind === object.kind && address === object.address,
    );
    // While another creation of the kind is open, this proves that the open one did not create this object.
    if (alike.some(isOpen)) attempt(() => this.hold(object));
    const isEntry = (of: string | undefined) => entry === undefined || of === undefined || of === entry;
    for (const each of alike)
      if (each.answered !== undefined && addressedKey({ ...object, id: each.answered }) === key && isEntry(each.entry))
        this.settle(each);
  }

  /** Closes a note: its outcome is known. */
  settle(note: NotedCreation | NotedChange): void {
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

/** The file of another process, parsed once. */
interface OtherFile {
  /** Size in bytes. Files are append-only, so the same size means the same text. */
  readonly size: number;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly changedAt: number;
  /** When its process last wrote to it, or was first seen to have done so if its clock is ahead; in milliseconds since the epoch. */
  readonly livedAt: number;
  /** Whether the next change is by this process. */
  isOwnChange?: true;
  readonly contents: JournalFile;
  readonly state: SenderState;
  /** Whether another provider process of this run writes it. An engine on another machine may have the same address. */
  readonly isOfThisRun: boolean;
  /** The requests that may matter to somebody, by their number. */
  readonly notes: Map<number, NotedCreation | NotedChange>;
}

/** Whether a later run needs to know of a request. */
const isEvidence = (note: FiledNote): boolean =>
  note.request !== "create" || isOpen(note) || (note.answered !== undefined && !note.recorded);

/** Whether a creation is open. If so, later runs need to know which objects have other holders. */
const isAnyOpen = (files: Iterable<OtherFile>): boolean =>
  [...files].some(({ notes }) => [...notes.values()].some((note) => note.request === "create" && isOpen(note)));

/** Until when a person may want to know of a request, in milliseconds since the epoch. */
function endOf(note: FiledNote, ended: boolean): number {
  if (note.request === "create") return (note.sends.at(-1) ?? note.notedAt) + noteLasts;
  // After a full disk or a second Ctrl-C, Pulumi also ends a run normally, but without having written the state.
  return note.at + (note.request === "delete" && note.isDone && ended ? evidenceLasts : noteLasts);
}

/** The files of other processes, read once unless the process may still add to its file. */
class OtherFiles {
  readonly #files = new Map<string, OtherFile>();
  readonly #unreadable = new Map<string, string>();
  /** Files that no process appends to any more. */
  readonly #removable = new Set<string>();
  #isTidy = false;

  /** @param own the file of this process */
  constructor(
    private readonly options: JournalOptions,
    private readonly own: string,
  ) {}

  /** Reads new files, and again those of processes that are not known to have ended. */
  all(): OtherFile[] {
    for (const name of this.options.storage.names())
      if (name !== this.own && this.#files.get(name)?.state !== "ended") this.#read(name);
    if (!this.#isTidy) this.#tidy();
    return [...this.#files.values()];
  }

  /** As last read. */
  known(): OtherFile[] {
    return this.#isTidy ? [...this.#files.values()] : this.all();
  }

  /** Existing files that could not be read, each with the reason. */
  unreadable(): string[] {
    this.all();
    return [...this.#unreadable.values()];
  }

  /** Forgets a request, and removes its file if no later run needs it. */
  forget({ file, number }: NotedCreation | NotedChange): void {
    const known = this.#files.get(file);
    if (known !== undefined) {
      known.isOwnChange = true;
      known.notes.delete(number);
    }
    this.#tidy();
  }

  #read(name: string): void {
    const { clock, engine, stateOf } = this.options;
    const known = this.#files.get(name);
    const read = this.#contents(name, known);
    if (read === undefined) return void this.#files.delete(name);
    const { size, changedAt, contents } = read;
    const { sender, ended } = contents;
    const now = clock.now();
    const isSame = known !== undefined && (known.size === size || known.isOwnChange === true);
    // Growth that this process sees is a sign of life, whatever the clock of the file system says.
    const livedAt = isSame ? known.livedAt : known === undefined ? Math.min(changedAt, now) : now;
    const state = sender === undefined ? "ended" : stateOf(sender);
    const isRunning = state === "running" || (state === "unknown" && now - livedAt < silenceLasts);
    const isOfThisRun = state === "running" && contents.engine === engine;
    const ending = ended ? "normal" : isRunning ? "running" : "interrupted";
    const noted = { ending, pid: sender?.pid, isOfThisRun, file: name } as const;
    const young = [...contents.notes].filter(([, note]) => endOf(note, ended) > now);
    const notes = new Map(young.map(([number, note]) => [number, { ...note, ...noted, number }]));
    this.#files.set(name, { size, changedAt, livedAt, contents, state, isOfThisRun, notes });
    if (state === "ended" || (state === "unknown" && (ended || changedAt < now - noteLasts))) this.#removable.add(name);
  }

  /** Reads and parses a file only if it has grown: a run asks about another one that runs with each of its resources. */
  #contents(name: string, known: OtherFile | undefined): Pick<OtherFile, "size" | "changedAt" | "contents"> | undefined {
    const { storage } = this.options;
    if (known !== undefined && storage.size(name) === known.size) return known;
    this.#unreadable.delete(name);
    try {
      const text = storage.read(name);
      const changedAt = storage.changedAt(name);
      if (text === undefined || changedAt === undefined) return undefined;
      return { size: Buffer.byteLength(text), changedAt, contents: parseJournalFile(text) };
    } catch (error) {
      this.#unreadable.set(name, `${name}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Removes files that no later run needs. */
  #tidy(): void {
    this.#isTidy = true;
    const isNeeded = isAnyOpen(this.#files.values());
    for (const name of this.#removable) {
      const { notes, contents } = this.#files.get(name) ?? {};
      if ([...(notes?.values() ?? [])].some(isEvidence)) continue;
      if (isNeeded && (contents?.held.size ?? 0) > 0) continue;
      this.#removable.delete(name);
      this.#files.delete(name);
      attempt(() => this.options.storage.remove(name));
    }
  }
}
