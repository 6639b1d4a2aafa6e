import type { RecordEvent } from "../journal/journal-events.js";
import type { Properties } from "../values/properties.js";
import { z } from "zod";
import type { Source, Sources } from "../values/unknown-values.js";
import { canonicalId, nameIn, objectKey } from "../values/ids.js";

const sources = z.record(z.string(), z.object({ kind: z.string(), name: z.string() }));

/** The sources in a property, by argument; none if it is absent. */
export const readSources = (property: unknown): Sources => sources.safeParse(property).data ?? {};

/** An object that a resource declares and the state does not have for it. */
export interface ExpectedObject {
  /** The id that it will have, in which the resource stands for the name of a container that this run creates; absent if not known. */
  readonly place?: string | undefined;
  /** What the id will tell, by output. */
  readonly derived: Readonly<Record<string, string>>;
}

/** An object that this run creates, from which an argument takes its value. */
export interface NewSource extends Source {
  /** The value of the argument, or what stands for it. */
  readonly value: string;
}

/** What a removal does: the object is deleted, or only its entry leaves the state. */
export type RemovalOutcome = "gone" | "left";

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
  readonly removal?: Promise<RemovalOutcome>;
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

/** What a record is found by: an object that it is about, that it names, or whose name it has, or a path. */
type Topic = RecordKey["role"] | "name" | "place" | "adopts" | "refusedFor" | "registers" | "key" | "container" | "takes";

export const textOf = ({ role, kind, id, mark }: RecordKey): string => `${role} ${mark} ${objectKey(kind, id)}`;

const topicText = (topic: Topic, kind: string, id: string): string => `${topic} ${objectKey(kind, id)}`;

function topicsOf(record: RunRecord): string[] {
  const { role, kind, id, registers, takes } = record;
  const topics = [topicText(role, kind, "")];
  const add = (topic: Topic, of: string | undefined, about = kind): void => {
    if (of !== undefined) topics.push(topicText(topic, about, of));
  };
  if (id !== "") {
    add(role, id);
    add("name", nameIn(id));
  }
  add("place", record.expected?.place ?? record.place);
  add("adopts", record.adopts);
  for (const each of record.refusedFor ?? []) add("refusedFor", each);
  add("registers", registers === undefined ? undefined : nameIn(registers));
  add("key", record.object?.key);
  add("container", record.container?.path ?? record.createdPath, "");
  add("takes", takes, "");
  add("takes", takes === undefined ? undefined : "", "");
  return topics;
}

export class RecordIndex {
  readonly #records = new Map<string, RunRecord>();
  /** What each record is found by, and the other way round. */
  readonly #topics = new Map<string, readonly string[]>();
  readonly #byTopic = new Map<string, Set<string>>();

  constructor(records: readonly RunRecord[] = []) {
    for (const record of records) this.revise(record, record);
  }

  get(key: RecordKey): RunRecord | undefined {
    return this.#records.get(textOf(key));
  }

  /** Adds facts to a record. Returns all that is known then. */
  revise(key: RecordKey, facts: Partial<RunRecord>): RunRecord {
    const text = textOf(key);
    const record = { ...this.#records.get(text), ...key, ...facts };
    this.#records.set(text, record);
    const [before, topics] = [this.#topics.get(text) ?? [], topicsOf(record)];
    for (const topic of before) if (!topics.includes(topic)) this.#byTopic.get(topic)?.delete(text);
    for (const topic of topics)
      if (!before.includes(topic)) this.#byTopic.set(topic, (this.#byTopic.get(topic) ?? new Set()).add(text));
    this.#topics.set(text, topics);
    return record;
  }

  all(): RunRecord[] {
    return [...this.#records.values()];
  }

  /** @param ids of objects, or names, keys or paths; empty for all records of a role, or for whatever is replaced */
  find(topic: Topic, kind: string, ...ids: readonly string[]): RunRecord[] {
    const texts = ids.flatMap((id) => [...(this.#byTopic.get(topicText(topic, kind, id)) ?? [])]);
    return texts.map((text) => this.#records.get(text)!);
  }

  /** Ids of the objects in other containers that have the same name, in canonical spelling. `get` records do not count. */
  withSameName(kind: string, id: string): string[] {
    const records = this.find("name", kind, nameIn(id)).filter(({ role }) => role !== "get");
    return [...new Set(records.map((each) => canonicalId(each.id)))].filter((other) => other !== canonicalId(id));
  }
}

/** What other processes may know of a record; undefined if they need not know of it. */
export function publishedPart(record: RunRecord): Omit<RecordEvent, "event" | "address"> | undefined {
  const { role, kind, id, mark, name, stays, movesOn, takes, place, adopts, refusedFor, registers, order } = record;
  const isToCreate = place === undefined ? undefined : record.isToCreate;
  const object = record.object?.inputs === undefined ? record.object : undefined;
  const facts = { stays, movesOn, takes, place, isToCreate, adopts, refusedFor, registers, object, order };
  if (role === "object" || (role !== "get" && Object.values(facts).every((fact) => fact === undefined))) return undefined;
  return { role, kind, id, mark, name, ...facts };
}
