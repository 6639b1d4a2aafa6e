import type { RecordEvent } from "../journal/journal-file.js";
import type { Properties } from "../values/properties.js";
import type { ExpectedObject, Sources } from "./expected-objects.js";

/** What a removal does: the object is deleted, or only its entry leaves the state. */
export type Removal = "gone" | "left";

/** What identifies a record of a process. `object`: an object that a listing, a message or the state shows, whoever has it. */
export interface RecordKey extends Pick<RecordEvent, "kind" | "id" | "mark" | "name"> {
  readonly role: RecordEvent["role"] | "object";
}

/** What a run knows of an entry of the state. */
export interface EntryFacts extends Pick<RecordEvent, "stays" | "movesOn" | "takes"> {
  /** When this process last recorded that the entry has the object, in milliseconds since the epoch. */
  readonly heldSince?: number;
  /** Whether this run deletes the object, or is about to, before anything replaces it. */
  readonly isLeaving?: boolean;
  /** The deletion of the object, or of only the entry, once this run has started it. */
  readonly removal?: Promise<Removal>;
  /** Whether the entry left the state because its object is deleted with a container. */
  readonly isLeftToContainer?: boolean;
  /** What the ids of the container's contents begin with, if the entry left the state because nothing had declared that one so far. */
  readonly droppedFrom?: string;
  /** What the ids of the contents begin with, if this run has created the object. */
  readonly createdPath?: string;
  /** The latest comparison of a container. */
  readonly container?: {
    /** What the ids of its contents begin with. */
    readonly path: string;
    /** For messages. */
    readonly title: string;
    readonly isReplaced: boolean;
    /** Whether Pulumi does not delete it if it is replaced. */
    readonly isRetained: boolean;
  };
}

/** What a run knows of a resource of the program. Arguments may hold secrets, so they stay in the process. */
export interface DeclarationFacts extends Pick<RecordEvent, "place" | "isToCreate" | "adopts" | "refusedFor" | "registers"> {
  readonly isDeclared?: boolean;
  /** Whether the state retains the object (`retainOnDelete`). */
  readonly isRetained?: boolean;
  /** Whether this run replaces the resource: its creation arguments, such as `adopt`, were meant for its first object. */
  readonly isReplaced?: boolean;
  /** The object that this run deletes, and creates again, because it replaces what contains it. */
  readonly deletedFirst?: string;
  /** The declared object, if there is only one: it always exists, or its name exists only once, and its id then has an empty container. */
  readonly once?: Declarer | undefined;
  /** The arguments that are known. */
  readonly inputs?: Properties;
  /** The declared object, if its natural key is known. */
  readonly object?: DeclaredObject;
  /** The resource from which each unknown argument takes its value. */
  readonly sources?: Sources;
  readonly expected?: ExpectedObject;
  /** Existing objects of which a message has said that the resource gets them. */
  readonly announced?: readonly string[];
}

/** A resource of the program that declares an object of which there is only one. */
export interface Declarer {
  readonly id: string;
  /** Whether the state does not have the object for it. */
  readonly isNew: boolean;
}

/** An object that a resource of the program declares. */
export interface DeclaredObject {
  readonly naturalKey: string;
  /** Whether the state does not have it for the resource. */
  readonly isNew: boolean;
  readonly inputs: Properties;
}

export interface RunRecord extends RecordKey, EntryFacts, DeclarationFacts {}
