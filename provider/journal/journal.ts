import { randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../sdk/values/clock.js";
import { joinId } from "../values/id.js";
import {
  eventText,
  headText,
  type JournalEvent,
  type JournalFile,
  type Moment,
  isSameResource,
  parseJournalFile,
  type StackIdentity,
} from "./journal-file.js";
import { attempt, type Storage } from "./journal-storage.js";
import { isTitled, type NotedTitle } from "./noted-title.js";
import type { Sender, SenderState } from "./sender.js";
import { addressedKey, idsAt, liesWithin } from "../values/object-keys.js";

/** What identifies a creation. */
export interface CreationKey extends StackIdentity, NotedTitle {
  readonly kind: string;
  /** Name of the resource in the program; empty if unknown. */
  readonly name: string;
  /** The object's title; in a note, without secrets. */
  readonly title: string;
  /** Base address of the API. */
  readonly address: string;
}

/** A creation, noted before it is sent. */
export interface Note extends CreationKey {
  /** Identifies the listing that would contain the object, among the listings of its kind. */
  readonly scope: Readonly<Record<string, string | number>>;
  /** Ids of the objects that existed before the creation was sent. */
  readonly before: readonly string[];
  /** Digests of the arguments that the API does not show as they were sent, by name; never of secrets. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/**
 * How the run that sent a creation ended:
 *
 * - `running`: it has not ended; its process still runs on this machine.
 * - `unknown`: a process with its pid runs on this machine, but it cannot be told whether it is the same process.
 * - `interrupted`: it was killed.
 * - `elsewhere`: it ran on another machine or in another container, and did not record that it ended.
 * - `in order`: Pulumi ended it after its last step.
 */
export type Ending = "running" | "unknown" | "interrupted" | "elsewhere" | "in order";

/** A creation by an earlier run that no state has shown since. */
export interface Creation extends Note {
  /** When the note was written, in milliseconds since the epoch. */
  readonly notedAt: number;
  /** All sends, oldest first. */
  readonly sends: readonly Moment[];
  /** Id of the object; undefined if no answer was passed to Pulumi. */
  readonly answered: string | undefined;
  /** The entry for which the object was created; undefined in files of earlier versions. */
  readonly entry: string | undefined;
  /** Whether Pulumi told the program of the object, which proves that a state has had it. */
  readonly recorded: boolean;
  readonly ending: Ending;
  /** Pid of the process that sent it, for a person who has to find that process. */
  readonly pid: number | undefined;
}

/** A creation that this process sends. */
export interface Sending {
  /**
   * To be called right before each send.
   *
   * @throws if it cannot be written
   */
  sent(moment: Moment): void;
  /**
   * The object exists, and the provider passes it to Pulumi.
   *
   * @param entry the entry that will have it
   */
  answered(id: string, entry?: string): void;
  /** No later run needs to know of the creation. */
  over(): void;
}

/** A deletion that an earlier run sent and that is not known to be in any state. */
export interface Deletion {
  /** When it was last sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether the object was proven gone and the provider told Pulumi so. */
  readonly isDone: boolean;
  readonly ending: Ending;
  /** Pid of the process that sent it, for a person who has to find that process. */
  readonly pid: number | undefined;
}

/** A change of an object that an earlier run sent and that is not known to be in any state. */
export interface Update extends Omit<Deletion, "isDone"> {
  /** Mark of the latest change in the state at that time. */
  readonly from: string | undefined;
}

/** A change that this process sends. A failure to write the journal never prevents the send. */
export interface SendingUpdate {
  /** To be called right before each send. */
  sent(): void;
  /** It was answered, and the provider tells Pulumi so. */
  done(): void;
  /** It had no effect and never will. */
  over(): void;
}

/** A deletion that this process sends. A failure to write the journal never prevents the send. */
export interface SendingDeletion {
  /** To be called right before each send. */
  sent(): void;
  /** The object is proven gone, and the provider tells Pulumi so. */
  done(): void;
  /** It had no effect and never will. */
  over(): void;
}

/** Identifies an object for every run. */
export interface ObjectKey {
  readonly kind: string;
  readonly address: string;
  readonly id: string;
}

/**
 * Requests that may not be in any state. Each creation, change and deletion is written here before it is sent, so that the run
 * after an interrupted one knows which objects may have been created, changed or deleted. Never holds secrets.
 */
export interface Journal {
  /** Creations with that key by earlier runs that can still be taken over, oldest first, read from the files now. */
  left(key: CreationKey): Creation[];
  /** All noted creations with that key by earlier runs, oldest first. */
  sent(key: CreationKey): Creation[];
  /** Existing files that could not be read the last time, each with the reason. */
  unreadable(): string[];
  /**
   * Creations of an object with that title for another resource of any run and stack, or for the same resource by a concurrent
   * run, read from the files now. Includes creations whose object a state already has. Titles with secrets count as equal if they
   * look equal.
   */
  rivals(key: CreationKey): Creation[];
  /** Creations that other runs sent and that have no known answer, read from the files now. */
  unanswered(): Creation[];
  /** All creations by earlier runs, including those that are too old to be evidence. */
  all(): Creation[];
  /**
   * Writes a note for a creation.
   *
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   * @throws if it cannot be written
   */
  note(note: Note, durable: boolean): Sending;
  /**
   * Records that a resource of this run holds an object that it did not create.
   *
   * @throws if it cannot be written
   */
  hold(object: ObjectKey): void;
  /** Tells other provider processes of this run that an entry has an object. It means nothing to later runs. */
  keep(object: ObjectKey, entry: string): void;
  /**
   * A state has the object, so the journal no longer needs to record who created it.
   *
   * @param entry the entry that has it; if the id holds a natural key, another entry may have had an earlier object with that id
   */
  seen(object: ObjectKey, entry?: string): void;
  /**
   * Whether the files show that a creation was answered with the object or that a resource held it.
   *
   * @param since milliseconds since the epoch: an earlier holder had a different object with that id
   */
  isHeld(object: ObjectKey, since?: number): boolean;
  /** Whether another provider process of this run created the object or holds it, for another entry. */
  isHeldBeside(object: ObjectKey, entry?: string): boolean;
  /** Closes a note: its outcome is known. */
  settle(sent: Creation | Deletion | Update): void;
  /**
   * Starts a change of an entry's object.
   *
   * @param from mark of the latest change in the state
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   */
  changes(object: ObjectKey, entry: string, from: string | undefined, durable: boolean): SendingUpdate;
  /** Changes of an entry's object by earlier runs, as of the last read of the files. */
  updates(object: ObjectKey, entry: string): Update[];
  /**
   * Starts a deletion of an entry's object.
   *
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   */
  deletes(object: ObjectKey, entry: string, durable: boolean): SendingDeletion;
  /** Deletions of an entry's object by earlier runs, as of the last read of the files. */
  deletions(object: ObjectKey, entry: string): Deletion[];
  /** Deletions of the object by other processes, for any entry, read from the files now. */
  deletionsNow(object: ObjectKey): Deletion[];
  /** Ids of the objects of a kind whose deletion earlier runs sent, in canonical spelling, as of the last read of the files. */
  sentToDelete(kind: string, address: string): string[];
  /**
   * Records that Pulumi ends this run after its last step.
   *
   * @param isRecorded whether a state has everything that was answered, although no program was told
   */
  endInOrder(isRecorded?: boolean): void;
}

const day = 24 * 60 * 60 * 1000;

/** How long a note is evidence for later runs, in milliseconds. After that, it no longer proves who created an object. */
const evidenceLasts = day;
/** Whether a note is still evidence at a moment, in milliseconds since the epoch. */
export const isRecent = ({ sends, notedAt }: Pick<Creation, "sends" | "notedAt">, now: number): boolean =>
  (sends.at(-1)?.at ?? notedAt) > now - evidenceLasts;

/**
 * Whether a creation was for an object within a container. The ids of such objects begin with the scope of their listing.
 *
 * @param path the prefix of the ids of the container's contents
 */
export const isForWithin = ({ scope }: Pick<Note, "scope">, path: string): boolean =>
  liesWithin(joinId(...Object.values(scope), "-"), path);

/** How long a note is kept so that a person can be told of it, in milliseconds. */
const noteLasts = 30 * day;

/** Folder of the journal: `HOSTING_JOURNAL`, or `hosting` in Pulumi's own folder. */
export const journalFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment["HOSTING_JOURNAL"] || join(environment["PULUMI_HOME"] || join(homedir(), ".pulumi"), "hosting");

export interface JournalOptions {
  readonly storage: Storage;
  /** Identifies the engine that runs this process. */
  readonly engine: string;
  readonly clock: Clock;
  /** This process. */
  readonly self: Sender;
  readonly stateOf: (sender: Sender) => SenderState;
}

/** Each process appends to its own file. Processes with the same `engine` belong to the same run. */
export const openJournal = (options: JournalOptions): Journal => new FileJournal(options);

/** Position in the journal. */
interface Place {
  readonly file: string;
  readonly number: number;
}

interface Recorded extends Creation, Place {}

interface RecordedDeletion extends Deletion, Place {
  readonly object: string;
  readonly entry: string;
}

interface RecordedUpdate extends Update, Place {
  readonly object: string;
  readonly entry: string;
}

/** The file of another process, parsed once. */
interface OtherFile {
  /** Length of its text. Files are append-only, so the same length means the same text. */
  readonly length: number;
  readonly contents: JournalFile;
  readonly state: SenderState | "elsewhere";
  readonly creations: Map<number, Recorded>;
  readonly deletions: Map<number, RecordedDeletion>;
  readonly updates: Map<number, RecordedUpdate>;
}

/** Whether the outcome is open: it was sent and has no known answer. */
const isOpen = ({ sends, answered }: Pick<Creation, "sends" | "answered">): boolean => sends.length > 0 && answered === undefined;

/** Whether a later run needs to know of the creation. */
const isEvidence = (creation: Pick<Creation, "sends" | "answered" | "recorded">): boolean =>
  isOpen(creation) || (creation.answered !== undefined && !creation.recorded);

/** Whether the run that sent it may still be running. */
export const isGoingOn = ({ ending }: { readonly ending: Ending }): boolean => ending === "running" || ending === "unknown";

class FileJournal implements Journal {
  readonly #storage: Storage;
  readonly #engine: string;
  readonly #clock: Clock;
  readonly #self: Sender;
  readonly #stateOf: (sender: Sender) => SenderState;
  readonly #file = `${randomUUID()}.jsonl`;
  #begun = false;
  #count = 0;
  /** When this process last recorded that an object is held. */
  readonly #held = new Map<string, number>();
  /** Objects that the creations of this process were answered with. */
  readonly #answered: Pick<ObjectKey, "kind" | "id">[] = [];
  readonly #unreadable = new Map<string, string>();
  /** Files of other processes, read once: only a process that still runs adds to its file. */
  #others: Map<string, OtherFile> | undefined;

  constructor({ storage, engine, clock, self, stateOf }: JournalOptions) {
    this.#storage = storage;
    this.#engine = engine;
    this.#clock = clock;
    this.#self = self;
    this.#stateOf = stateOf;
  }

  left(key: CreationKey): Creation[] {
    return this.sent(key).filter((creation) => isRecent(creation, this.#clock.now()));
  }

  sent(key: CreationKey): Creation[] {
    return this.all().filter(
      (creation) => creation.kind === key.kind && isSameResource(creation, key) && isTitled(creation, key),
    );
  }

  all(): Recorded[] {
    this.#refresh();
    return this.#ofOtherRuns()
      .filter(({ recorded }) => !recorded)
      .sort((a, b) => a.notedAt - b.notedAt);
  }

  unreadable(): string[] {
    this.#load();
    return [...this.#unreadable.values()];
  }

  rivals(key: CreationKey): Recorded[] {
    this.#refresh(["running", "unknown", "elsewhere"]);
    const others = [...this.#load().values()].flatMap(({ creations }) => [...creations.values()]);
    const own = parseJournalFile(this.#contentsOf(this.#file)?.text ?? "");
    return [...others, ...this.#creationsIn(this.#file, own, "running").values()].filter(
      (creation) =>
        creation.sends.length > 0 &&
        creation.kind === key.kind &&
        creation.address === key.address &&
        (creation.title === key.title || isTitled(creation, key) || isTitled(key, creation)) &&
        // Two runs of the same stack can overlap if its lock was removed too early.
        (!isSameResource(creation, key) || (creation.file !== this.#file && isGoingOn(creation))),
    );
  }

  unanswered(): Recorded[] {
    this.#refresh(["running", "unknown", "elsewhere"]);
    return this.#ofOtherRuns().filter(isOpen);
  }

  #ofOtherRuns(): Recorded[] {
    return [...this.#load().values()].filter((file) => !this.#isBeside(file)).flatMap(({ creations }) => [...creations.values()]);
  }

  note(note: Note, durable: boolean): Sending {
    const number = ++this.#count;
    this.#append(
      {
        event: "noted",
        number,
        at: this.#clock.now(),
        ...note,
        scope: { ...note.scope },
        before: [...note.before],
        fingerprints: { ...note.fingerprints },
      },
      false,
    );
    return {
      sent: ({ at, provider }) => this.#append({ event: "sent", number, at, provider }, durable),
      answered: (id, entry) => {
        const at = this.#clock.now();
        this.#held.set(addressedKey({ ...note, id }), at);
        this.#answered.push({ kind: note.kind, id });
        attempt(() => this.#append({ event: "answered", number, id, entry, at }, false));
      },
      over: () => attempt(() => this.#append({ event: "over", number }, false)),
    };
  }

  keep({ kind, address, id }: ObjectKey, entry: string): void {
    attempt(() => this.#append({ event: "kept", kind, address, id, entry }, false));
  }

  hold({ kind, address, id }: ObjectKey): void {
    const at = this.#clock.now();
    this.#held.set(addressedKey({ kind, address, id }), at);
    this.#append({ event: "held", kind, address, id, at }, false);
  }

  seen(object: ObjectKey, entry?: string): void {
    if (this.#held.has(addressedKey(object))) return;
    const others = [...this.#load().values()];
    // While another creation of the kind is open, this proves that the open one did not create this object.
    if (others.some(({ creations }) => [...creations.values()].some((each) => isOpen(each) && isAlike(each, object))))
      attempt(() => this.hold(object));
    for (const { creations } of others)
      for (const creation of creations.values())
        if (isAnswer(creation, object) && isEntry(creation, entry)) this.settle(creation);
  }

  isHeld(object: ObjectKey, since = -Infinity): boolean {
    this.#refresh();
    const text = addressedKey(object);
    const own = this.#held.get(text) ?? -Infinity;
    return own >= since && own > -Infinity
      ? true
      : [...this.#load().values()].some(({ contents }) => holds(contents, text, since));
  }

  isHeldBeside(object: ObjectKey, entry?: string): boolean {
    this.#refresh();
    const text = addressedKey(object);
    const isOther = (other?: string) => entry === undefined || other !== entry;
    return [...this.#load().values()]
      .filter((file) => this.#isBeside(file))
      .some(
        ({ contents: { held, kept } }) =>
          held.some((each) => addressedKey(each) === text && isOther(each.entry)) || [...(kept.get(text) ?? [])].some(isOther),
      );
  }

  deletes({ kind, address, id }: ObjectKey, entry: string, durable: boolean): SendingDeletion {
    const number = ++this.#count;
    const append = (event: JournalEvent, lasts = false) => attempt(() => this.#append(event, lasts));
    return {
      sent: () => append({ event: "deleting", number, kind, address, id, entry, at: this.#clock.now() }, durable),
      done: () => append({ event: "deleted", number }),
      over: () => append({ event: "over", number }),
    };
  }

  deletions(object: ObjectKey, entry: string): RecordedDeletion[] {
    return this.#deletionsOf(object).filter((each) => each.entry === entry);
  }

  deletionsNow(object: ObjectKey): RecordedDeletion[] {
    this.#refresh(["running", "unknown", "elsewhere"]);
    return this.#deletionsOf(object);
  }

  sentToDelete(kind: string, address: string): string[] {
    const objects = [...this.#load().values()].flatMap(({ deletions }) => [...deletions.values()].map(({ object }) => object));
    return idsAt({ kind, address }, objects);
  }

  changes({ kind, address, id }: ObjectKey, entry: string, from: string | undefined, durable: boolean): SendingUpdate {
    const number = ++this.#count;
    const append = (event: JournalEvent, lasts = false) => attempt(() => this.#append(event, lasts));
    return {
      sent: () => append({ event: "updating", number, kind, address, id, entry, from, at: this.#clock.now() }, durable),
      done: () => append({ event: "updated", number }),
      over: () => append({ event: "over", number }),
    };
  }

  updates(object: ObjectKey, entry: string): RecordedUpdate[] {
    const text = addressedKey(object);
    return [...this.#load().values()]
      .flatMap(({ updates }) => [...updates.values()])
      .filter((each) => each.object === text && each.entry === entry);
  }

  #deletionsOf(object: ObjectKey): RecordedDeletion[] {
    const text = addressedKey(object);
    return [...this.#load().values()].flatMap(({ deletions }) => [...deletions.values()]).filter((each) => each.object === text);
  }

  settle(sent: Creation | Deletion | Update): void {
    const { file, number } = sent as Recorded | RecordedDeletion | RecordedUpdate;
    const { creations, deletions, updates } = this.#others?.get(file) ?? {};
    creations?.delete(number);
    deletions?.delete(number);
    updates?.delete(number);
    // The last line may be cut off, so start a new one.
    attempt(() => this.#storage.append(file, `\n${eventText({ event: "over", number })}`, false));
    this.#tidy();
  }

  endInOrder(isRecorded = false): void {
    if (!this.#begun) return;
    attempt(() => {
      if (isRecorded) for (const { kind, id } of this.#answered) this.#append({ event: "recorded", kind, id }, false);
      // The program writes to the same file.
      const { creations, deletions, updates } = parseJournalFile(this.#storage.read(this.#file)?.text ?? "");
      const isSettled = ![...creations.values()].some(isEvidence) && deletions.size === 0 && updates.size === 0;
      if (isSettled && !this.#isNeeded()) return this.#storage.remove(this.#file);
      this.#append({ event: "ended" }, false);
    });
  }

  /** Whether a creation is open. If so, later runs need to know which objects have other holders. */
  #isNeeded(): boolean {
    this.#reread();
    return [...this.#load().values()].some(({ creations }) => [...creations.values()].some(isOpen));
  }

  /** Whether a file belongs to another provider process of this run. */
  #isBeside({ contents, state }: OtherFile): boolean {
    return state === "running" && contents.engine === this.#engine;
  }

  #load(): Map<string, OtherFile> {
    if (this.#others !== undefined) return this.#others;
    this.#others = new Map();
    this.#reread();
    this.#tidy();
    return this.#others;
  }

  /** Reads again the files of other processes in these states, which may have grown. */
  #refresh(states: readonly OtherFile["state"][] = ["running"]): void {
    const known = this.#load();
    for (const name of this.#storage.names()) {
      const { state } = known.get(name) ?? {};
      if (name !== this.#file && (state === undefined || states.includes(state))) this.#read(name);
    }
  }

  #reread(): void {
    for (const name of this.#storage.names()) if (name !== this.#file) this.#read(name);
  }

  #read(name: string): void {
    const others = (this.#others ??= new Map<string, OtherFile>());
    const found = this.#contentsOf(name);
    if (found === undefined) {
      others.delete(name);
      return;
    }
    const known = others.get(name);
    const { length } = found.text;
    const contents = known?.length === length ? known.contents : parseJournalFile(found.text);
    const { sender, ended } = contents;
    const state = sender === undefined ? "ended" : this.#placeOf(sender);
    const now = this.#clock.now();
    const since = now - noteLasts;
    const ending = endingOf(state, ended);
    const creations = this.#creationsIn(name, contents, ending);
    // After a full disk or a second Ctrl-C, Pulumi also ends a run in order, but without having written the state.
    const isOld = (at: number, isDone: boolean) => at <= now - (isDone && ended ? evidenceLasts : noteLasts);
    const sent = { ending, pid: sender?.pid, file: name };
    const deletions = new Map<number, RecordedDeletion>();
    for (const [number, { deleting, isDone }] of contents.deletions) {
      const { at, entry } = deleting;
      if (!isOld(at, isDone)) deletions.set(number, { ...sent, number, at, isDone, object: addressedKey(deleting), entry });
    }
    const updates = new Map<number, RecordedUpdate>();
    for (const [number, { updating, isDone }] of contents.updates) {
      const { at, entry, from } = updating;
      if (!isOld(at, isDone)) updates.set(number, { ...sent, number, at, object: addressedKey(updating), entry, from });
    }
    const isOver = state !== "running" && state !== "unknown" && (state !== "elsewhere" || found.changedAt < since || ended);
    others.set(name, { length, contents, state, creations, deletions, updates });
    if (isOver) this.#removable.add(name);
  }

  #creationsIn(file: string, { sender, creations }: JournalFile, ending: Ending): Map<number, Recorded> {
    const since = this.#clock.now() - noteLasts;
    const found = new Map<number, Recorded>();
    for (const [number, { noted, sends, answered, entry, recorded }] of creations) {
      const { event: _, number: __, at: notedAt, ...note } = noted;
      if ((sends.at(-1)?.at ?? notedAt) <= since) continue;
      found.set(number, { ...note, notedAt, sends, answered, entry, recorded, ending, pid: sender?.pid, file, number });
    }
    return found;
  }

  #contentsOf(name: string): ReturnType<Storage["read"]> {
    this.#unreadable.delete(name);
    try {
      return this.#storage.read(name);
    } catch (error) {
      this.#unreadable.set(name, `${name}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  #placeOf(sender: Sender): SenderState | "elsewhere" {
    const state = this.#stateOf(sender);
    const members = ["host", "boot", "pidSpace"] as const;
    const isElsewhere = members.some((member) => sender[member] !== undefined && sender[member] !== this.#self[member]);
    return state === "unknown" && isElsewhere ? "elsewhere" : state;
  }

  /** Files that no process appends to any more. */
  readonly #removable = new Set<string>();

  /** Removes files that no later run needs. */
  #tidy(): void {
    const others = this.#others ?? new Map<string, OtherFile>();
    const isNeeded = [...others.values()].some(({ creations }) => [...creations.values()].some(isOpen));
    for (const name of this.#removable) {
      const { creations, deletions, updates, contents } = others.get(name) ?? {};
      if ([...(creations?.values() ?? [])].some(isEvidence)) continue;
      if ((deletions?.size ?? 0) > 0 || (updates?.size ?? 0) > 0) continue;
      if (isNeeded && (contents?.held.length ?? 0) > 0) continue;
      this.#removable.delete(name);
      others.delete(name);
      attempt(() => this.#storage.remove(name));
    }
  }

  #append(entry: JournalEvent, durable: boolean): void {
    if (!this.#begun) this.#storage.append(this.#file, headText(this.#self, this.#engine), false);
    this.#begun = true;
    this.#storage.append(this.#file, eventText(entry), durable);
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

function endingOf(state: SenderState | "elsewhere", ended: boolean): Ending {
  if (ended) return "in order";
  return state === "ended" ? "interrupted" : state;
}
