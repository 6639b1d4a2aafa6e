import { z } from "zod";
import { type Sender, senderSchema } from "./sender.js";
import { addressedKey, objectKey } from "../values/object-keys.js";

/** The lines of a journal file: a head that names the writer, then one line for each event. Never holds secrets. */

/** A stack and its backend. What cannot be determined is undefined. */
export interface StackIdentity {
  readonly project?: string | undefined;
  readonly stack?: string | undefined;
  /** Address of the backend without a login. */
  readonly backend?: string | undefined;
  /** Absent if the backend has no organizations. */
  readonly organization?: string | undefined;
}

const stackMembers = ["project", "stack", "backend", "organization"] as const;

/** Whether both are the same stack. */
export const isSameStack = (a: StackIdentity, b: StackIdentity): boolean =>
  stackMembers.every((member) => a[member] === b[member]);

/** A resource of a stack in an account. */
export interface ResourceIdentity extends StackIdentity {
  /** Base address of the API. */
  readonly address: string;
  /** Name in the program. */
  readonly name: string;
}

export const isSameResource = (a: ResourceIdentity, b: ResourceIdentity): boolean =>
  a.address === b.address && a.name === b.name && isSameStack(a, b);

const head = z.object({ sender: senderSchema, engine: z.string() });

const event = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("noted"),
    number: z.int(),
    at: z.number(),
    kind: z.string(),
    name: z.string(),
    title: z.string(),
    titleDigest: z.string().optional(),
    address: z.string(),
    project: z.string().optional(),
    stack: z.string().optional(),
    backend: z.string().optional(),
    organization: z.string().optional(),
    scope: z.record(z.string(), z.union([z.string(), z.number()])),
    before: z.array(z.string()),
    fingerprints: z.record(z.string(), z.string()),
  }),
  z.object({ event: z.literal("sent"), number: z.int(), at: z.number() }),
  z.object({ event: z.literal("answered"), number: z.int(), id: z.string(), entry: z.string().optional(), at: z.number() }),
  z.object({
    event: z.literal("deleting"),
    number: z.int(),
    kind: z.string(),
    address: z.string(),
    id: z.string(),
    entry: z.string(),
    at: z.number(),
  }),
  z.object({ event: z.literal("deleted"), number: z.int() }),
  z.object({
    event: z.literal("updating"),
    number: z.int(),
    kind: z.string(),
    address: z.string(),
    id: z.string(),
    entry: z.string(),
    at: z.number(),
  }),
  z.object({ event: z.literal("updated"), number: z.int() }),
  z.object({ event: z.literal("over"), number: z.int() }),
  z.object({ event: z.literal("recorded"), kind: z.string(), id: z.string() }),
  z.object({
    event: z.literal("held"),
    kind: z.string(),
    address: z.string(),
    id: z.string(),
    entry: z.string().optional(),
    at: z.number(),
  }),
  z.object({
    event: z.literal("record"),
    role: z.enum(["entry", "get", "declaration"]),
    kind: z.string(),
    address: z.string(),
    /** The object of the entry or `get`; otherwise empty. */
    id: z.string(),
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
export type NotedEvent = Extract<JournalEvent, { readonly event: "noted" }>;
export type DeletingEvent = Extract<JournalEvent, { readonly event: "deleting" }>;
export type UpdatingEvent = Extract<JournalEvent, { readonly event: "updating" }>;
export type HeldEvent = Extract<JournalEvent, { readonly event: "held" }>;
/**
 * What one provider process tells the others of its run of an entry, a `get` or a declaration. The last line of each counts; it means nothing to
 * later runs.
 */
export type RecordEvent = Extract<JournalEvent, { readonly event: "record" }>;

export const headText = (sender: Sender, engine: string): string => `${JSON.stringify({ sender, engine })}\n`;
export const eventText = (entry: JournalEvent): string => `${JSON.stringify(entry)}\n`;

export interface CreationEvents {
  readonly noted: NotedEvent;
  /** When it was sent, in milliseconds since the epoch, oldest first. */
  readonly sends: readonly number[];
  readonly answered: string | undefined;
  /** The entry for which the object was created. */
  readonly entry: string | undefined;
  /** Whether Pulumi told the program of the object, which it does only after it has written the state. */
  readonly recorded: boolean;
}

export interface DeletionEvents {
  /** The latest send. */
  readonly deleting: DeletingEvent;
  /** Whether the object was proven gone. */
  readonly isDone: boolean;
}

export interface UpdateEvents {
  /** The latest send. */
  readonly updating: UpdatingEvent;
  /** Whether it was answered. */
  readonly isDone: boolean;
}

/** Who writes a file, and for which engine; undefined if its head cannot be parsed. */
export const headOf = (text: string): z.output<typeof head> | undefined => head.safeParse(parse(text.split("\n", 1)[0]!)).data;

/** Contents of the journal file of one process. */
export interface JournalFile {
  readonly sender: Sender | undefined;
  readonly engine: string | undefined;
  /** Whether Pulumi ended the run after its last step. */
  readonly ended: boolean;
  /** Creations that are not over, by number. */
  readonly creations: ReadonlyMap<number, CreationEvents>;
  /** Deletions that are not settled, by number. */
  readonly deletions: ReadonlyMap<number, DeletionEvents>;
  /** Updates that are not settled, by number. */
  readonly updates: ReadonlyMap<number, UpdateEvents>;
  /** What the process tells the others of its run, each record as it was last written. */
  readonly records: readonly RecordEvent[];
  /**
   * Objects that have a holder: those that a resource adopted or took over, and those that creations were answered with, over or
   * not.
   */
  readonly held: readonly HeldEvent[];
}

/** Skips lines that are cut off or come from another version. */
export function parseJournalFile(text: string): JournalFile {
  const [first, ...rest] = text.split("\n").map(parse);
  const { data } = head.safeParse(first);
  const creations = new Map<number, CreationEvents>();
  const deletions = new Map<number, DeletionEvents>();
  const updates = new Map<number, UpdateEvents>();
  const held: HeldEvent[] = [];
  const records = new Map<string, RecordEvent>();
  const recorded = new Set<string>();
  let ended = false;
  for (const line of rest) {
    const { data: entry } = event.safeParse(line);
    if (entry === undefined) continue;
    if (entry.event === "noted")
      creations.set(entry.number, { noted: entry, sends: [], answered: undefined, entry: undefined, recorded: false });
    else if (entry.event === "held") held.push(entry);
    else if (entry.event === "record") records.set(`${entry.role} ${entry.mark} ${addressedKey(entry)}`, entry);
    else if (entry.event === "ended") ended = true;
    else if (entry.event === "deleting") deletions.set(entry.number, { deleting: entry, isDone: false });
    else if (entry.event === "deleted") {
      const known = deletions.get(entry.number);
      if (known !== undefined) deletions.set(entry.number, { ...known, isDone: true });
    } else if (entry.event === "updating") updates.set(entry.number, { updating: entry, isDone: false });
    else if (entry.event === "updated") {
      const known = updates.get(entry.number);
      if (known !== undefined) updates.set(entry.number, { ...known, isDone: true });
    } else if (entry.event === "over") {
      creations.delete(entry.number);
      deletions.delete(entry.number);
      updates.delete(entry.number);
    } else if (entry.event === "recorded") {
      const object = objectKey(entry.kind, entry.id);
      recorded.add(object);
      // The state has every change that was answered before this.
      for (const [number, { updating, isDone }] of updates)
        if (isDone && objectKey(updating.kind, updating.id) === object) updates.delete(number);
    } else {
      const known = creations.get(entry.number);
      if (known === undefined) continue;
      if (entry.event === "sent") creations.set(entry.number, { ...known, sends: [...known.sends, entry.at] });
      else {
        creations.set(entry.number, { ...known, answered: entry.id, entry: entry.entry });
        const { kind, address } = known.noted;
        held.push({ event: "held", kind, address, id: entry.id, entry: entry.entry, at: entry.at });
      }
    }
  }
  for (const [number, creation] of creations) {
    const { noted, answered: id } = creation;
    if (id !== undefined && recorded.has(objectKey(noted.kind, id))) creations.set(number, { ...creation, recorded: true });
  }
  return {
    sender: data?.sender,
    engine: data?.engine,
    ended,
    creations,
    deletions,
    updates,
    records: [...records.values()],
    held,
  };
}

/** Parses one line; undefined if it was cut off. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
