import { homedir } from "node:os";
import { join } from "node:path";
import { type Clock, systemClock } from "../../sdk/values/clock.js";
import { joinId } from "../values/id.js";
import { addressedKey, liesWithin } from "../values/object-keys.js";
import { attempt, folderStorage, type Storage } from "./journal-storage.js";
import {
  type CreationKey,
  eventText,
  headText,
  type JournalEvent,
  type Note,
  type ObjectKey,
  type RecordEvent,
} from "./journal-events.js";
import { type Sender, type SenderState, stateOf, thisProcess } from "./sender.js";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { parseJournalFile } from "./journal-file.js";
import { isSameResource } from "./stack-identity.js";
import { isAnyOpen, isEvidence, OtherFiles } from "./other-files.js";
import { Claims } from "./claims.js";

export type { CreationKey, Note, ObjectKey } from "./journal-events.js";

/**
 * How the process that sent a request ended:
 *
 * - `running`: it has not ended. If the operating system cannot tell, it counts as running while it keeps writing to its file.
 * - `interrupted`: it was killed.
 * - `normal`: Pulumi ended it after its last step.
 */
export type Ending = "running" | "interrupted" | "normal";

/** A request of another process, as its file shows it. */
export interface Noted {
  readonly ending: Ending;
  /** Pid of the process that sent it, for a person who has to find that process. */
  readonly pid: number | undefined;
  /** Whether a provider process of this run sent it. */
  readonly isOfThisRun: boolean;
  readonly file: string;
  /** Identifies it in its file. */
  readonly number: number;
}

/** A creation by another run that no state has shown since. */
export interface Creation extends Note, Noted {
  readonly request: "create";
  /** When the note was written, in milliseconds since the epoch. */
  readonly notedAt: number;
  /** When it was sent, in milliseconds since the epoch, oldest first. */
  readonly sends: readonly number[];
  /** Id of the object; undefined if no answer was passed to Pulumi. */
  readonly answered: string | undefined;
  /** The entry for which the object was created; undefined in files of earlier versions. */
  readonly entry: string | undefined;
  /** Whether Pulumi told the program of the object, which it does only after it has written the state. */
  readonly recorded: boolean;
}

/** An update or deletion of an entry's object that another process sent and that no state is known to have. */
export interface NotedChange extends ObjectKey, Noted {
  readonly request: "update" | "delete";
  /** Key of the object, because many are compared. */
  readonly object: string;
  readonly entry: string;
  /** When it was last sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether it was answered, or the object was proven gone, and the provider told Pulumi so. */
  readonly isDone: boolean;
}

/** A request that this process sends. */
interface Sending {
  /**
   * To be called right before each send.
   *
   * @throws if it cannot be written
   */
  sent(): void;
  /** No later run needs to know of it. */
  over(): void;
}

export interface SendingCreation extends Sending {
  /**
   * The object exists, and the provider passes it to Pulumi.
   *
   * @param entry the entry that will have it
   */
  answered(id: string, entry?: string): void;
}

export interface SendingChange extends Sending {
  /** It was answered, or the object is proven gone, and the provider tells Pulumi so. */
  done(): void;
}

/** How long a note is evidence for later runs, in milliseconds. After that, it no longer proves who created an object. */
export const evidenceLasts = 24 * 60 * 60 * 1000;

/** How long a note is kept so that a person can be told of it, in milliseconds. */
export const noteLasts = 30 * evidenceLasts;

/** How long the file of a process can stay unchanged before it counts as ended where the operating system cannot tell, in milliseconds. */
export const silenceLasts = 60_000;

/** Whether a note is still evidence at a moment, in milliseconds since the epoch. */
export const isRecent = ({ sends, notedAt }: Pick<Creation, "sends" | "notedAt">, now: number): boolean =>
  (sends.at(-1) ?? notedAt) > now - evidenceLasts;

/**
 * Whether a creation was for an object within a container. The ids of such objects begin with the scope of their listing.
 *
 * @param path the prefix of the ids of the container's contents
 */
export const isForWithin = ({ scope }: Pick<Note, "scope">, path: string): boolean =>
  liesWithin(joinId(...Object.values(scope), "-"), path);

/** Folder of the journal: `HOSTING_JOURNAL`, or `hosting` in Pulumi's own folder. */
export const journalFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment["HOSTING_JOURNAL"] || join(environment["PULUMI_HOME"] || join(homedir(), ".pulumi"), "hosting");

export interface JournalOptions {
  readonly storage: Storage;
  /** Identifies the engine that runs this process. */
  readonly engine: string;
  readonly clock: Clock;
  readonly self: Sender;
  readonly stateOf: (sender: Sender) => SenderState;
}

/** Whether the outcome of a creation is open: it was sent and has no known answer. */
export const isOpen = ({ sends, answered }: Pick<Creation, "sends" | "answered">): boolean =>
  sends.length > 0 && answered === undefined;

/** Whether a creation may still take effect: it has no answer, and the process that sent it has not ended. */
export const isUnderWay = ({ answered, ending }: Pick<Creation, "ending" | "answered">): boolean =>
  answered === undefined && ending === "running";

/** How a note names an object. It is compared with other titles, shown, and kept in plain text for weeks. */
type NotedTitle = Pick<CreationKey, "title" | "titleDigest">;

const digest = (salt: string, title: string): string =>
  `${salt}.${createHash("sha256").update(`${salt}.${title}`).digest("base64url")}`;

/**
 * @param title without secrets, safe to show
 * @param whole the title with its secrets
 */
export const notedTitle = (title: string, whole: string): NotedTitle =>
  title === whole ? { title } : { title, titleDigest: digest(randomBytes(12).toString("base64url"), whole) };

/** Whether a note is about the object with that whole title, or both notes are about the same title. */
export function isTitled({ title, titleDigest }: NotedTitle, other: NotedTitle): boolean {
  if (titleDigest === undefined || other.titleDigest !== undefined)
    return title === other.title && titleDigest === other.titleDigest;
  return digest(titleDigest.split(".")[0]!, other.title) === titleDigest;
}

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
