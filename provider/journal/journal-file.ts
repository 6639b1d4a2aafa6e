import { z } from "zod";
import type { Creation, Noted, NotedChange } from "./journal.js";
import { type Sender, senderSchema } from "./sender.js";
import { stackMembers } from "./stack-identity.js";
import { addressedKey, objectKey } from "../values/object-keys.js";

/** The lines of a journal file: a head that names the writer, then one line for each event. Never holds secrets. */

const head = z.object({ sender: senderSchema, engine: z.string() });

const number = z.int();

/** Members that identify an object. */
export const objectMembers = { kind: z.string(), address: z.string(), id: z.string() };

const event = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("noted"),
    number,
    at: z.number(),
    kind: z.string(),
    name: z.string(),
    title: z.string(),
    titleDigest: z.string().optional(),
    address: z.string(),
    ...stackMembers,
    scope: z.record(z.string(), z.union([z.string(), z.number()])),
    before: z.array(z.string()),
    fingerprints: z.record(z.string(), z.string()),
  }),
  z.object({ event: z.literal("sent"), number, at: z.number() }),
  z.object({ event: z.literal("answered"), number, id: z.string(), entry: z.string().optional(), at: z.number() }),
  z.object({ event: z.enum(["updating", "deleting"]), number, ...objectMembers, entry: z.string(), at: z.number() }),
  z.object({ event: z.enum(["updated", "deleted"]), number }),
  z.object({ event: z.literal("over"), number }),
  z.object({ event: z.literal("recorded"), kind: z.string(), id: z.string() }),
  z.object({ event: z.literal("held"), ...objectMembers, at: z.number() }),
  z.object({
    event: z.literal("record"),
    role: z.enum(["entry", "get", "declaration"]),
    /** The object of the entry or `get`; for a declaration, the id is empty. */
    ...objectMembers,
    /** Mark of the entry; otherwise the name of the resource. */
    mark: z.string(),
    /** Name of the resource; empty if unknown. */
    name: z.string(),
    /** The program declares the entry's resource. */
    stays: z.boolean().optional(),
    /** The program declares a different object for the entry's resource: a new object replaces this one, or this one becomes it. */
    movesOn: z.enum(["replaced", "updated"]).optional(),
    /** This run replaces the object. It is what the ids of the contents begin with that are deleted with it; empty if there are none. */
    takes: z.string().optional(),
    /** The id of the declared object, which the state does not have, in a container that it names. */
    place: z.string().optional(),
    /** Whether this run is to create the declared object, and does not adopt it. */
    isToCreate: z.boolean().optional(),
    /** The object that the resource was told that it adopts. */
    adopts: z.string().optional(),
    /** Objects because of whose existence the resource was refused. */
    refusedFor: z.array(z.string()).optional(),
    /** The declared object, if its name exists only once. */
    registers: z.string().optional(),
    /** The declared object, if there is only one with its key, and whether the state does not have it for the resource. */
    object: z.object({ key: z.string(), isNew: z.boolean() }).optional(),
  }),
  z.object({ event: z.literal("ended") }),
]);

export type JournalEvent = z.output<typeof event>;
/**
 * What one provider process tells the others of its run of an entry, a `get` or a declaration. The last line of each counts; it means nothing to
 * later runs.
 */
export type RecordEvent = Extract<JournalEvent, { readonly event: "record" }>;

export const headText = (sender: Sender, engine: string): string => `${JSON.stringify({ sender, engine })}\n`;
export const eventText = (entry: JournalEvent): string => `${JSON.stringify(entry)}\n`;

/** What the lines of a file say of a request that is not over. */
export type FiledNote = Omit<Creation, keyof Noted> | Omit<NotedChange, keyof Noted>;

/** Who writes a file, and for which engine; undefined if its head cannot be parsed. */
export const headOf = (text: string): z.output<typeof head> | undefined => head.safeParse(parse(text.split("\n", 1)[0]!)).data;

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

/** Parses one line; undefined if it was cut off. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
