import type { RecordEvent } from "../journal/journal-events.js";
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
    readonly title: string;
    readonly isReplaced: boolean;
    /** Whether Pulumi does not delete it if it is replaced. */
    readonly isRetained: boolean;
  };
}

/** What a run knows of a resource of the program. Arguments may hold secrets, so they stay in the process. */
export interface DeclarationFacts extends Pick<
  RecordEvent,
  "place" | "isToCreate" | "adopts" | "refusedFor" | "registers" | "order"
> {
  readonly isDeclared?: boolean;
  /** Whether the state retains the object (`retainOnDelete`). */
  readonly isRetained?: boolean;
  /** Whether this run replaces the resource: its creation arguments, such as `adopt`, were meant for its first object. */
  readonly isReplaced?: boolean;
  /** The object that this run deletes, and creates again, because it replaces what contains it. */
  readonly deletedFirst?: string;
  /** The arguments that are known. */
  readonly inputs?: Properties;
  readonly object?: DeclaredObject | undefined;
  /** The resource from which each unknown argument takes its value. */
  readonly sources?: Sources;
  readonly expected?: ExpectedObject;
  /** Existing objects of which a message has said that the resource gets them. */
  readonly announced?: readonly string[];
}

/** What a resource of the program declares, as far as the run has checked it. An alias or a replacement adds none. */
export interface DeclaredObject {
  /** Its id as far as that is known, if there is only one; otherwise its natural key. */
  readonly key: string;
  /** Whether the state does not have it for the resource. */
  readonly isNew: boolean;
  /** Undefined if there is only one object with the key. */
  readonly inputs?: Properties | undefined;
}

export interface RunRecord extends RecordKey, EntryFacts, DeclarationFacts {}
