import type { Creation, Noted, NotedChange } from "./noted.js";
import { event, head, parse, type RecordEvent } from "./journal-events.js";
import type { Sender } from "./sender.js";
import { addressedKey, objectKey } from "../values/object-keys.js";

/** What the lines of a file say of a request that is not over. */
export type FiledNote = Omit<Creation, keyof Noted> | Omit<NotedChange, keyof Noted>;

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
