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

/** What tells a creation from others. */
export interface CreationKey extends StackIdentity, NotedTitle {
  readonly kind: string;
  /** Name of the resource in the program; empty where it is not known. */
  readonly name: string;
  /** The object in words, by its natural key; in a note, as it may be shown. */
  readonly title: string;
  /** Base address of the API. */
  readonly address: string;
}

/** What is noted of a creation before it is sent. */
export interface Note extends CreationKey {
  /** What tells the listing in which the object would be from others of the kind. */
  readonly scope: Readonly<Record<string, string | number>>;
  /** Ids of the objects that were there before anything was sent. */
  readonly before: readonly string[];
  /** Digests of arguments that no object shows as they were sent, by name; never of secrets. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/**
 * How the run that sent a creation ended:
 *
 * - `running`: it has not; its process still runs on this machine.
 * - `unknown`: a process of that number runs on this machine, and whether it is the one cannot be told here.
 * - `interrupted`: it was killed.
 * - `elsewhere`: it ran on another machine or in another container, and left no word that it ended.
 * - `in order`: Pulumi ended it after its last step.
 */
export type Ending = "running" | "unknown" | "interrupted" | "elsewhere" | "in order";

/** A creation of an earlier run that no state has shown since. */
export interface Creation extends Note {
  /** When it was noted, in milliseconds since the epoch. */
  readonly notedAt: number;
  /** Each time that it was sent, oldest first. */
  readonly sends: readonly Moment[];
  /** Id of the object, where the answer came and was handed to Pulumi. */
  readonly answered: string | undefined;
  /** The entry of a state that was to have the object; undefined in files of earlier versions. */
  readonly entry: string | undefined;
  /** Whether the program was told of the object, so that a state has had it. */
  readonly recorded: boolean;
  readonly ending: Ending;
  /** Number of the process that sent it, for a person who has to look for it. */
  readonly pid: number | undefined;
}

/** The creation that is being sent. */
export interface Sending {
  /**
   * It leaves right now.
   *
   * @throws where that cannot be written
   */
  sent(moment: Moment): void;
  /**
   * The object exists, and Pulumi is told so.
   *
   * @param entry the entry of a state that is to have it
   */
  answered(id: string, entry?: string): void;
  /** Nothing is left of it that a later run would have to know. */
  over(): void;
}

/** A deletion that an earlier run sent, and that no state is known to show. */
export interface Deletion {
  /** When it was last sent, in milliseconds since the epoch. */
  readonly at: number;
  /** Whether the object was proven gone, and Pulumi was told so. */
  readonly isDone: boolean;
  readonly ending: Ending;
  /** Number of the process that sent it, for a person who has to look for it. */
  readonly pid: number | undefined;
}

/** A change of an object that an earlier run sent, and that no state is known to show. */
export interface Update extends Omit<Deletion, "isDone"> {
  /** What the state said of its latest change by then. */
  readonly from: string | undefined;
}

/** The change that is being sent. What cannot be written here never keeps it from being sent. */
export interface SendingUpdate {
  /** It leaves right now. */
  sent(): void;
  /** It was answered, and Pulumi is told so. */
  done(): void;
  /** It had no effect, and never will. */
  over(): void;
}

/** The deletion that is being sent. What cannot be written here never keeps it from being sent. */
export interface SendingDeletion {
  /** It leaves right now. */
  sent(): void;
  /** The object is proven gone, and Pulumi is told so. */
  done(): void;
  /** It had no effect, and never will. */
  over(): void;
}

/** An object, by what every run calls it. */
export interface ObjectKey {
  readonly kind: string;
  readonly address: string;
  readonly id: string;
}

/**
 * What was sent and may not be in any state: written before a creation, an update or a deletion leaves, so that a run after an
 * interrupted one knows which objects it may have made, changed or deleted. It holds no secrets.
 */
export interface Journal {
  /** Creations of that key by earlier runs that can still be taken over, oldest first, as the files tell now. */
  left(key: CreationKey): Creation[];
  /** All creations of that key by earlier runs that are noted, oldest first. */
  sent(key: CreationKey): Creation[];
  /** Files that are there and could not be read when they were last looked at, with the reason. */
  unreadable(): string[];
  /**
   * Creations of an object of those words that were sent for another resource, of whatever run and stack, or for the same one by a run
   * beside this one, as the files tell now: also those that a state has. Words with secrets in them are taken for the same where they look the same.
   */
  rivals(key: CreationKey): Creation[];
  /** Creations by other runs that were sent, and of which no answer is known, as the files tell now. */
  unanswered(): Creation[];
  /** All creations by earlier runs, also those that are too old to be evidence for a run. */
  all(): Creation[];
  /**
   * @param durable outlasts a failure of the machine, not only of the process
   * @throws where it cannot be written
   */
  note(note: Note, durable: boolean): Sending;
  /**
   * A resource of this run holds an object that it did not create.
   *
   * @throws where it cannot be written
   */
  hold(object: ObjectKey): void;
  /** An entry of the state has an object, which is told to other provider processes of this run, and says nothing to later ones. */
  keep(object: ObjectKey, entry: string): void;
  /**
   * A state has the object: the journal no longer needs to know who created it.
   *
   * @param entry the entry of the state; with a natural key in the id, another entry may have had an earlier object of that id
   */
  seen(object: ObjectKey, entry?: string): void;
  /**
   * Whether some creation was answered with the object, or some resource held it, as far as the files tell.
   *
   * @param since milliseconds since the epoch: whoever held it before, held another object of that id
   */
  isHeld(object: ObjectKey, since?: number): boolean;
  /** Whether another provider process of this run created the object or holds it, for another entry of a state. */
  isHeldBeside(object: ObjectKey, entry?: string): boolean;
  /** What came of it is settled. */
  settle(sent: Creation | Deletion | Update): void;
  /**
   * The object of an entry of the state is to be changed.
   *
   * @param from what the state says of its latest change
   * @param durable outlasts a failure of the machine, not only of the process
   */
  changes(object: ObjectKey, entry: string, from: string | undefined, durable: boolean): SendingUpdate;
  /** Changes of the object of an entry by earlier runs, as far as the files told when they were read. */
  updates(object: ObjectKey, entry: string): Update[];
  /**
   * The object of an entry of the state is to be deleted.
   *
   * @param durable outlasts a failure of the machine, not only of the process
   */
  deletes(object: ObjectKey, entry: string, durable: boolean): SendingDeletion;
  /** Deletions of the object of an entry by earlier runs, as far as the files told when they were read. */
  deletions(object: ObjectKey, entry: string): Deletion[];
  /** Deletions of the object, for whatever entry, by other processes, as the files tell now. */
  deletionsNow(object: ObjectKey): Deletion[];
  /** Ids of the objects of a kind whose deletion earlier runs sent, in one spelling, as far as the files told when they were read. */
  sentToDelete(kind: string, address: string): string[];
  /**
   * Pulumi ends this run after its last step.
   *
   * @param isRecorded whether a state has all that was answered, though no program was told
   */
  endInOrder(isRecorded?: boolean): void;
}

const day = 24 * 60 * 60 * 1000;

/** How long a note is evidence for later runs, in milliseconds. After that, who created an object cannot be told. */
const evidenceLasts = day;
/** Whether a note is evidence for later runs at a moment, in milliseconds since the epoch. */
export const isRecent = ({ sends, notedAt }: Pick<Creation, "sends" | "notedAt">, now: number): boolean =>
  (sends.at(-1)?.at ?? notedAt) > now - evidenceLasts;

/**
 * Whether what a creation was to make lies within something. Ids of such objects begin with what their listing is of.
 *
 * @param path the beginning of the ids of what lies within
 */
export const isForWithin = ({ scope }: Pick<Note, "scope">, path: string): boolean =>
  liesWithin(joinId(...Object.values(scope), "-"), path);

/** How long it is kept for a person to be told of it, in milliseconds. */
const noteLasts = 30 * day;

/** Folder of the journal: `HOSTING_JOURNAL`, or `hosting` in Pulumi's own folder. */
export const journalFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment["HOSTING_JOURNAL"] || join(environment["PULUMI_HOME"] || join(homedir(), ".pulumi"), "hosting");

export interface JournalOptions {
  readonly storage: Storage;
  /** Tells the engine that runs this process from others. */
  readonly engine: string;
  readonly clock: Clock;
  /** This process. */
  readonly self: Sender;
  readonly stateOf: (sender: Sender) => SenderState;
}

/** Each process appends to a file of its own. Processes of the same `engine` are no earlier runs to one another. */
export const openJournal = (options: JournalOptions): Journal => new FileJournal(options);

/** Where the journal has it. */
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

/** The file of another process, with what is derived from it once. */
interface OtherFile {
  /** Length of its text: a file is only added to. */
  readonly length: number;
  readonly contents: JournalFile;
  readonly state: SenderState | "elsewhere";
  readonly creations: Map<number, Recorded>;
  readonly deletions: Map<number, RecordedDeletion>;
  readonly updates: Map<number, RecordedUpdate>;
}

/** Whether what came of it is open: it was sent, and no answer is known. */
const isOpen = ({ sends, answered }: Pick<Creation, "sends" | "answered">): boolean => sends.length > 0 && answered === undefined;

/** Whether a later run has to know of it. */
const isEvidence = (creation: Pick<Creation, "sends" | "answered" | "recorded">): boolean =>
  isOpen(creation) || (creation.answered !== undefined && !creation.recorded);

/** Whether the run that sent it has not ended, as far as is known. */
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
  /** When this process last wrote down that an object is held. */
  readonly #held = new Map<string, number>();
  /** What the creations of this process were answered with. */
  readonly #answered: Pick<ObjectKey, "kind" | "id">[] = [];
  readonly #unreadable = new Map<string, string>();
  /** What other processes wrote, read once: only one that still runs adds to its file. */
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
        // A run of the same resource goes on beside this one where its lock was removed too early.
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
    // While another creation of the kind is open, whatever a state has is known not to be what that one made.
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
    // The last line may have been cut off.
    attempt(() => this.#storage.append(file, `\n${eventText({ event: "over", number })}`, false));
    this.#tidy();
  }

  endInOrder(isRecorded = false): void {
    if (!this.#begun) return;
    attempt(() => {
      if (isRecorded) for (const { kind, id } of this.#answered) this.#append({ event: "recorded", kind, id }, false);
      // The program writes into the same file.
      const { creations, deletions, updates } = parseJournalFile(this.#storage.read(this.#file)?.text ?? "");
      const isSettled = ![...creations.values()].some(isEvidence) && deletions.size === 0 && updates.size === 0;
      if (isSettled && !this.#isNeeded()) return this.#storage.remove(this.#file);
      this.#append({ event: "ended" }, false);
    });
  }

  /** Whether some creation is open, so that it matters which objects are known to be others'. */
  #isNeeded(): boolean {
    this.#reread();
    return [...this.#load().values()].some(({ creations }) => [...creations.values()].some(isOpen));
  }

  /** Whether a file is that of another provider process of this run. */
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

  /** Looks again at what other processes of these states may have written since. */
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
    // Pulumi ends a run in order also after a full disk and after a second Ctrl-C, without having written the state.
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

  /** Files to which nobody adds any more. */
  readonly #removable = new Set<string>();

  /** Removes files that say nothing which a later run would have to know. */
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
