import { homedir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../sdk/values/clock.js";
import { joinId } from "../values/id.js";
import { liesWithin } from "../values/object-keys.js";
import type { RecordEvent, StackIdentity } from "./journal-file.js";
import type { Storage } from "./journal-storage.js";
import type { NotedTitle } from "./noted-title.js";
import type { Sender, SenderState } from "./sender.js";

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
  /** Digests of the arguments that the API does not show as they were sent, by name. Those of secrets are salted and slow to compute. */
  readonly fingerprints: Readonly<Record<string, string>>;
}

/**
 * How the process that sent a request ended:
 *
 * - `running`: it has not ended. If the operating system cannot tell, it counts as running while it keeps writing to its file.
 * - `interrupted`: it was killed.
 * - `normal`: Pulumi ended it after its last step.
 */
export type Ending = "running" | "interrupted" | "normal";

/** A creation by an earlier run that no state has shown since. */
export interface Creation extends Note {
  /** When the note was written, in milliseconds since the epoch. */
  readonly notedAt: number;
  /** When it was sent, in milliseconds since the epoch, oldest first. */
  readonly sends: readonly number[];
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
  sent(): void;
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

/** An update of an object that an earlier run sent and that no state is known to have. */
export type Update = Omit<Deletion, "isDone">;

/** An update that this process sends. A failure to write the journal never prevents the send. */
export interface SendingUpdate {
  /** To be called right before each send. */
  sent(): void;
  /** It was answered, and the provider tells Pulumi so. */
  done(): void;
  /** It had no effect and never will. */
  over(): void;
}

/** A deletion that this process sends. */
export interface SendingDeletion {
  /**
   * To be called right before each send.
   *
   * @throws if it cannot be written
   */
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
 * Requests that may not be in any state. Each creation, update and deletion is written here before it is sent, so that the run
 * after an interrupted one knows which objects may have been created, updated or deleted. Never holds secrets.
 */
export interface Journal {
  /** Creations with that key by earlier runs that can still be taken over, oldest first, read from the files now. */
  left(key: CreationKey): Creation[];
  /** All noted creations with that key by earlier runs, oldest first. */
  sent(key: CreationKey): Creation[];
  /** Existing files that could not be read the last time, each with the reason. */
  unreadable(): string[];
  /** Creations that other runs sent and that have no known answer, read from the files now. */
  unanswered(): Creation[];
  /** All creations by earlier runs, including those that are too old to be evidence. */
  all(): Creation[];
  /**
   * Makes sure that notes can be written.
   *
   * @throws if not
   */
  begin(): void;
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
  /**
   * Publishes a record to the other provider processes of this run.
   *
   * @throws if it cannot be written
   */
  publish(record: Omit<RecordEvent, "event">): void;
  /** The records of each other provider process of this run, read from the files now. A process that has told nothing more has the same list. */
  recordsOfRun(): readonly (readonly RecordEvent[])[];
  /** Whether another provider process of this run has deleted an object, read from the files now. */
  isDeletedInRun(object: ObjectKey): boolean;
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
  /** Closes a note: its outcome is known. */
  settle(sent: Creation | Deletion | Update): void;
  /**
   * Starts an update of an entry's object.
   *
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   */
  startUpdate(object: ObjectKey, entry: string, durable: boolean): SendingUpdate;
  /** Updates of an entry's object by earlier runs, as of the last read of the files. */
  updates(object: ObjectKey, entry: string): Update[];
  /**
   * Starts a deletion of an entry's object.
   *
   * @param durable whether its sends must survive a crash of the machine, not only of the process
   */
  startDeletion(object: ObjectKey, entry: string, durable: boolean): SendingDeletion;
  /** Deletions of an entry's object by earlier runs, as of the last read of the files. */
  deletions(object: ObjectKey, entry: string): Deletion[];
  /** Deletions of the object by other processes, for any entry, read from the files now. */
  deletionsNow(object: ObjectKey): Deletion[];
  /** Ids of the objects of a kind whose deletion earlier runs sent, in canonical spelling, as of the last read of the files. */
  sentToDelete(kind: string, address: string): string[];
  /** Shows other machines that this process has not ended. To be called more often than {@link silenceLasts}. */
  goesOn(): void;
  /**
   * Records that Pulumi ends this run after its last step.
   *
   * @param isRecorded whether a state has everything that was answered, although no program was told
   */
  endNormally(isRecorded?: boolean): void;
}

/** How long a note is evidence for later runs, in milliseconds. After that, it no longer proves who created an object. */
export const evidenceLasts = 24 * 60 * 60 * 1000;

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
  /** This process. */
  readonly self: Sender;
  readonly stateOf: (sender: Sender) => SenderState;
}

/** Whether a creation may still take effect: it has no answer, and the process that sent it has not ended. */
export const isUnderWay = ({ answered, ending }: Pick<Creation, "ending" | "answered">): boolean =>
  answered === undefined && ending === "running";
