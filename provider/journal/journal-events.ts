import { z } from "zod";
import { type Sender, senderSchema } from "./sender.js";

const text = z.string();

/** Members of a line or a file that identify a stack. */
export const stackMembers = {
  project: text.optional(),
  stack: text.optional(),
  /** Address of the backend without a login. */
  backend: text.optional(),
  /** Absent if the backend has no organizations. */
  organization: text.optional(),
};

/** A stack and its backend. What cannot be determined is undefined. */
export interface StackIdentity extends Readonly<z.output<z.ZodObject<typeof stackMembers>>> {}

const memberNames = Object.keys(stackMembers) as (keyof StackIdentity)[];

export const isSameStack = (a: StackIdentity, b: StackIdentity): boolean =>
  memberNames.every((member) => a[member] === b[member]);

/** Whether a stack could be one of which not all is known. */
export const mayBe = (a: StackIdentity, b: StackIdentity): boolean =>
  memberNames.every((member) => b[member] === undefined || a[member] === b[member]);

/** A resource of a stack in an account. */
interface ResourceIdentity extends StackIdentity {
  /** Base address of the API. */
  readonly address: string;
  /** Name in the program. */
  readonly name: string;
}

export const isSameResource = (a: ResourceIdentity, b: ResourceIdentity): boolean =>
  a.address === b.address && a.name === b.name && isSameStack(a, b);

/** The lines of a journal file: a head that names the writer, then one line for each event. Never holds secrets. */

export const head = z.object({ sender: senderSchema, engine: z.string() });

const number = z.int();

const amount = z.object({ currency: z.string(), net: z.number(), once: z.number(), isMost: z.boolean() });

/** Members that identify an object. */
export const objectMembers = { kind: z.string(), address: z.string(), id: z.string() };

/** Members that identify a creation. */
const creationMembers = {
  kind: z.string(),
  /** Name of the resource in the program; empty if unknown. */
  name: z.string(),
  /** The object's title; in a note, without secrets. */
  title: z.string(),
  /** Salt and digest of the whole title, if it holds a value that the program has marked as secret. */
  titleDigest: z.string().optional(),
  /** Base address of the API. */
  address: z.string(),
  ...stackMembers,
};

/** Members of the note of a creation. */
const noteMembers = {
  ...creationMembers,
  /** Identifies the listing that would contain the object, among the listings of its kind. */
  scope: z.record(z.string(), z.union([z.string(), z.number()])),
  /** Ids of the objects that existed before the creation was sent. */
  before: z.array(z.string()).readonly(),
  /** Digests of the arguments that the API does not show as they were sent, by name. Empty for secrets. */
  fingerprints: z.record(z.string(), z.string()),
};

type Members<T extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<T>>>;

/** Identifies an object for every run. */
export type ObjectKey = Members<typeof objectMembers>;
/** What identifies a creation. */
export type CreationKey = Members<typeof creationMembers>;
/** A creation, noted before it is sent. */
export type Note = Members<typeof noteMembers>;

export const event = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("noted"),
    number,
    at: z.number(),
    ...noteMembers,
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
    /** What the resource orders in this run; without an amount if the price is not known. */
    order: z.object({ amount: amount.optional() }).optional(),
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

/** Who writes a file, and for which engine; undefined if its head cannot be parsed. */
export const headOf = (text: string): z.output<typeof head> | undefined => head.safeParse(parse(text.split("\n", 1)[0]!)).data;

/** Parses one line; undefined if it was cut off. */
export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
