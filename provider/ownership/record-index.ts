import type { RecordEvent } from "../journal/journal-events.js";
import { canonicalId, nameIn, objectKey } from "../values/object-keys.js";
import type { RecordKey, RunRecord } from "./run-record.js";

/** What a record is found by: an object that it is about, that it names, or whose name it has, or a path. */
type Topic = RecordKey["role"] | "name" | "place" | "adopts" | "refusedFor" | "registers" | "key" | "container" | "takes";

export const textOf = ({ role, kind, id, mark }: RecordKey): string => `${role} ${mark} ${objectKey(kind, id)}`;

const topicText = (topic: Topic, kind: string, id: string): string => `${topic} ${objectKey(kind, id)}`;

function topicsOf(record: RunRecord): string[] {
  const { role, kind, id, registers, takes } = record;
  const topics: readonly (readonly [topic: Topic, id: string | undefined, kind?: string])[] = [
    [role, ""],
    [role, id],
    ["name", id === "" ? undefined : nameIn(id)],
    ["place", record.expected?.place ?? record.place],
    ["adopts", record.adopts],
    ...(record.refusedFor ?? []).map((each) => ["refusedFor", each] as const),
    ["registers", registers === undefined ? undefined : nameIn(registers)],
    ["key", record.object?.key],
    ["container", record.container?.path ?? record.createdPath, ""],
    ["takes", takes, ""],
    ["takes", takes === undefined ? undefined : "", ""],
  ];
  return topics.flatMap(([topic, of, about = kind]) => (of === undefined ? [] : topicText(topic, about, of)));
}

export class RecordIndex {
  readonly #records = new Map<string, RunRecord>();
  readonly #byTopic = new Map<string, Map<string, RunRecord>>();

  constructor(records: readonly RunRecord[] = []) {
    for (const record of records) this.set(record);
  }

  get(key: RecordKey): RunRecord | undefined {
    return this.#records.get(textOf(key));
  }

  set(record: RunRecord): void {
    const text = textOf(record);
    const before = this.#records.get(text);
    const topics = new Set(topicsOf(record));
    for (const topic of before === undefined ? [] : topicsOf(before))
      if (!topics.has(topic)) this.#byTopic.get(topic)?.delete(text);
    for (const topic of topics) {
      const records = this.#byTopic.get(topic) ?? new Map<string, RunRecord>();
      this.#byTopic.set(topic, records.set(text, record));
    }
    this.#records.set(text, record);
  }

  all(): RunRecord[] {
    return [...this.#records.values()];
  }

  /** @param ids of objects, or names, keys or paths; empty for all records of a role, or for whatever is replaced */
  find(topic: Topic, kind: string, ...ids: readonly string[]): RunRecord[] {
    return ids.flatMap((id) => [...(this.#byTopic.get(topicText(topic, kind, id))?.values() ?? [])]);
  }

  /** Ids of the objects in other containers that have the same name, in canonical spelling. `get` records do not count. */
  namesakes(kind: string, id: string): string[] {
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
