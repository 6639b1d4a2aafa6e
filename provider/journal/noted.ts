import { homedir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../sdk/values/clock.js";
import { liesWithin, joinId, addressedKey, objectKey } from "../values/ids.js";
import type { Storage } from "./journal-storage.js";
import { type CreationKey, type Note, type ObjectKey, event, head, parse, type RecordEvent } from "./journal-events.js";
import type { Sender, SenderState } from "./sender.js";
import { createHash, randomBytes } from "node:crypto";

/**
 * How the process that sent a request ended:
 *
 * - `running`: it has not ended. If the operating system cannot tell, it counts as running while it keeps writing to its file.
 * - `interrupted`: it was killed.
 * - `normal`: Pulumi ended it after its last step.
 */
type Ending = "running" | "interrupted" | "normal";

/** A request of another process, as its file shows it. */
interface Noted {
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
export interface NotedCreation extends Note, Noted {
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
export const isRecent = ({ sends, notedAt }: Pick<NotedCreation, "sends" | "notedAt">, now: number): boolean =>
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
export const isOpen = ({ sends, answered }: Pick<NotedCreation, "sends" | "answered">): boolean =>
  sends.length > 0 && answered === undefined;

/** Whether a creation may still take effect: it has no answer, and the process that sent it has not ended. */
export const isUnderWay = ({ answered, ending }: Pick<NotedCreation, "ending" | "answered">): boolean =>
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

/** What the lines of a file say of a request that is not over. */
export type FiledNote = Omit<NotedCreation, keyof Noted> | Omit<NotedChange, keyof Noted>;

/** Contents of the journal file of one process. */
export interface JournalFile {
  readonly sender: Sender | undefined;
  readonly engine: string | undefined;
  /** Whether Pulumi ended the run after its last step. */
  readonly ended: boolean;
  /** Requests that are not over, by number. */
  readonly notes: ReadonlyMap<number, FiledNote>;
  /** What the process tells the others of its run, each record as it was last written. */
  readonly records: readonly RecordEvent[];
  /**
   * Objects that have a holder, and when it had each last: those that a resource adopted or took over, and those that creations were
   * answered with, over or not.
   */
  readonly held: ReadonlyMap<string, number>;
}

/** Skips lines that are cut off or come from another version. */
export function parseJournalFile(text: string): JournalFile {
  const [first, ...rest] = text.split("\n").map(parse);
  const { data } = head.safeParse(first);
  const notes = new Map<number, FiledNote>();
  const held = new Map<string, number>();
  const records = new Map<string, RecordEvent>();
  const recorded = new Set<string>();
  const hold = (object: string, at: number) => held.set(object, Math.max(at, held.get(object) ?? at));
  let ended = false;
  for (const line of rest) {
    const { data: entry } = event.safeParse(line);
    if (entry === undefined) continue;
    if (entry.event === "noted") {
      const { event: _, number, at: notedAt, ...note } = entry;
      const facts = { sends: [], answered: undefined, entry: undefined, recorded: false };
      notes.set(number, { request: "create", ...note, notedAt, ...facts });
    } else if (entry.event === "updating" || entry.event === "deleting") {
      const { event, number, ...note } = entry;
      const request = event === "updating" ? "update" : "delete";
      notes.set(number, { request, ...note, object: addressedKey(note), isDone: false });
    } else if (entry.event === "over") notes.delete(entry.number);
    else if (entry.event === "held") hold(addressedKey(entry), entry.at);
    else if (entry.event === "record") records.set(`${entry.role} ${entry.mark} ${addressedKey(entry)}`, entry);
    else if (entry.event === "ended") ended = true;
    else if (entry.event === "recorded") {
      const object = objectKey(entry.kind, entry.id);
      recorded.add(object);
      // The state has every update that was answered before this.
      for (const [number, note] of notes)
        if (note.request === "update" && note.isDone && objectKey(note.kind, note.id) === object) notes.delete(number);
    } else {
      const known = notes.get(entry.number);
      if (known === undefined) continue;
      if (known.request !== "create") notes.set(entry.number, { ...known, isDone: true });
      else if (entry.event === "sent") notes.set(entry.number, { ...known, sends: [...known.sends, entry.at] });
      else if (entry.event === "answered") {
        notes.set(entry.number, { ...known, answered: entry.id, entry: entry.entry });
        hold(addressedKey({ ...known, id: entry.id }), entry.at);
      }
    }
  }
  for (const [number, note] of notes)
    if (note.request === "create" && note.answered !== undefined && recorded.has(objectKey(note.kind, note.answered)))
      notes.set(number, { ...note, recorded: true });
  return { sender: data?.sender, engine: data?.engine, ended, notes, records: [...records.values()], held };
}
