import { randomUUID } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, unlinkSync, writeSync } from "node:fs";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Clock } from "../sdk/clock.js";

/** A stack, as far as the engine tells; what it does not tell is undefined. */
export interface StackName {
  readonly project?: string | undefined;
  readonly stack?: string | undefined;
}

/** What tells a creation from others. */
export interface CreationKey extends StackName {
  readonly kind: string;
  /** Name of the resource in the program; empty where it is not known. */
  readonly name: string;
  /** The object in words, by its natural key. */
  readonly title: string;
  /** Base address of the interface. */
  readonly address: string;
}

/** What is noted of a creation before it is sent. */
export interface Note extends CreationKey {
  /** Ids of the objects that were what the arguments declare before anything was sent. */
  readonly before: readonly string[];
}

/** A creation that was sent, and that no state has shown since. */
export interface Creation extends Note {
  /** Milliseconds since the epoch. */
  readonly sentAt: number;
  /** Id of the object, where the answer came and was handed to Pulumi. */
  readonly answered: string | undefined;
  /** Whether the process that sent it still runs, on this machine. */
  readonly underWay: boolean;
}

/** The creation that is being sent. */
export interface Sending {
  /** The object exists, and Pulumi is told so. */
  answered(id: string): void;
  /** Nothing is left of it that a later run would have to know. */
  over(): void;
}

/**
 * What was sent and may not be in any state: written before a creation leaves, so that a run after an interrupted one knows
 * which objects are its own. It holds no secrets.
 */
export interface Journal {
  /** Creations of that key by earlier runs, oldest first, as the files tell now. */
  left(key: CreationKey): Creation[];
  /** All creations by earlier runs. */
  all(): Creation[];
  /**
   * @param durable outlasts a failure of the machine, not only of the process
   * @throws where it cannot be written
   */
  send(note: Note, durable: boolean): Sending;
  /** A state has the object, so that the journal needs to know of it no more. */
  seen(kind: string, id: string): void;
  /** What came of a creation is settled. */
  settle(creation: Creation): void;
}

/** Later, whoever made an object of that key cannot be told. */
const evidenceLasts = 24 * 60 * 60 * 1000;

const head = z.object({ host: z.string(), pid: z.int().positive(), engine: z.string() });
const line = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("sent"),
    number: z.int(),
    at: z.iso.datetime(),
    kind: z.string(),
    title: z.string(),
    name: z.string(),
    address: z.string(),
    project: z.string().optional(),
    stack: z.string().optional(),
    before: z.array(z.string()),
  }),
  z.object({ event: z.literal("answered"), number: z.int(), id: z.string() }),
  z.object({ event: z.literal("over"), number: z.int() }),
]);
type Line = z.output<typeof line>;

interface Recorded extends Creation {
  readonly file: string;
  readonly number: number;
}

/** Folder of the journal: `HOSTING_JOURNAL`, or `hosting` in Pulumi's own folder. */
export const journalFolder = (environment: Readonly<Record<string, string | undefined>>): string =>
  environment["HOSTING_JOURNAL"] || join(environment["PULUMI_HOME"] || join(homedir(), ".pulumi"), "hosting");

export interface JournalOptions {
  readonly folder: string;
  /** Tells the engine that runs this process from others. */
  readonly engine: string;
  readonly clock: Clock;
  /** Number of this process. */
  readonly pid: number;
}

/**
 * The journal in a folder. Each process appends to a file of its own; a file without open creations is removed. Processes of
 * the same `engine` are no earlier runs to one another.
 */
export const openJournal = (options: JournalOptions): Journal => new FileJournal(options);

class FileJournal implements Journal {
  readonly #folder: string;
  readonly #engine: string;
  readonly #clock: Clock;
  readonly #pid: number;
  readonly #file = `${randomUUID()}.jsonl`;
  #descriptor: number | undefined;
  #count = 0;
  #open = 0;
  /** What the files of other processes hold, read once: only a process that still runs adds to its own. */
  #others: Map<string, Contents> | undefined;
  /** Their creations by the object that each made. */
  readonly #made = new Map<string, Recorded[]>();

  constructor({ folder, engine, clock, pid }: JournalOptions) {
    this.#folder = folder;
    this.#engine = engine;
    this.#clock = clock;
    this.#pid = pid;
  }

  left(key: CreationKey): Creation[] {
    const members = ["kind", "name", "title", "address", "project", "stack"] as const;
    return this.all().filter((creation) => members.every((member) => creation[member] === key[member]));
  }

  all(): Recorded[] {
    for (const [file, { underWay }] of this.#load()) if (underWay) this.#read(file);
    return [...this.#load().values()]
      .filter(({ engine, underWay }) => !(underWay && engine === this.#engine))
      .flatMap(({ creations }) => [...creations.values()])
      .sort((a, b) => a.sentAt - b.sentAt);
  }

  send(note: Note, durable: boolean): Sending {
    const number = ++this.#count;
    const at = new Date(this.#clock.now()).toISOString();
    this.#append({ event: "sent", number, at, ...note, before: [...note.before] });
    if (durable) fsyncSync(this.#descriptor!);
    this.#open += 1;
    return {
      answered: (id) => attempt(() => this.#append({ event: "answered", number, id })),
      over: () => attempt(() => this.#close(number)),
    };
  }

  seen(kind: string, id: string): void {
    this.#load();
    for (const creation of this.#made.get(keyOf(kind, id)) ?? []) this.settle(creation);
    this.#made.delete(keyOf(kind, id));
  }

  settle(creation: Creation): void {
    const { file, number } = creation as Recorded;
    const contents = this.#load().get(file);
    contents?.creations.delete(number);
    attempt(() => {
      if (contents?.creations.size === 0 && contents.removable) return unlinkSync(join(this.#folder, file));
      const descriptor = openSync(join(this.#folder, file), "a", 0o600);
      try {
        // The last line may have been cut off.
        writeSync(descriptor, `\n${textOf({ event: "over", number })}`);
      } finally {
        closeSync(descriptor);
      }
    });
  }

  #load(): Map<string, Contents> {
    if (this.#others !== undefined) return this.#others;
    this.#others = new Map();
    for (const file of jsonLinesIn(this.#folder)) if (file !== this.#file) this.#read(file);
    return this.#others;
  }

  #read(file: string): void {
    const contents = read(this.#folder, file, this.#clock.now() - evidenceLasts);
    if (contents === undefined) {
      this.#others!.delete(file);
      return;
    }
    this.#others!.set(file, contents);
    if (contents.creations.size === 0 && contents.removable) attempt(() => unlinkSync(join(this.#folder, file)));
    for (const creation of contents.creations.values()) {
      if (creation.answered === undefined) continue;
      const key = keyOf(creation.kind, creation.answered);
      this.#made.set(key, [...(this.#made.get(key) ?? []), creation]);
    }
  }

  #append(entry: Line): void {
    if (this.#descriptor === undefined) {
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      this.#descriptor = openSync(join(this.#folder, this.#file), "a", 0o600);
      writeSync(this.#descriptor, textOf({ host: hostname(), pid: this.#pid, engine: this.#engine }));
    }
    writeSync(this.#descriptor, textOf(entry));
  }

  #close(number: number): void {
    this.#append({ event: "over", number });
    this.#open -= 1;
    if (this.#open > 0) return;
    closeSync(this.#descriptor!);
    this.#descriptor = undefined;
    unlinkSync(join(this.#folder, this.#file));
  }
}

/** What the file of a process holds. */
interface Contents {
  readonly engine: string | undefined;
  readonly underWay: boolean;
  /** Whether nobody adds to it any more. */
  readonly removable: boolean;
  /** Its open creations by number. */
  readonly creations: Map<number, Recorded>;
}

function jsonLinesIn(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  } catch {
    return [];
  }
}

const keyOf = (kind: string, id: string): string => JSON.stringify([kind, id]);

const textOf = (entry: Line | z.input<typeof head>): string => `${JSON.stringify(entry)}\n`;

/** What a full disk keeps from being noted is found out by the next run from the object's natural key. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    return;
  }
}

/** Lines that were cut off or are of another version are passed over, as are creations older than `since`. */
function read(folder: string, file: string, since: number): Contents | undefined {
  let lines: unknown[];
  let changedAt: number;
  try {
    lines = readFileSync(join(folder, file), "utf8").split("\n").map(parse);
    changedAt = statSync(join(folder, file)).mtimeMs;
  } catch {
    return undefined;
  }
  const { data: sender } = head.safeParse(lines[0]);
  const underWay = sender !== undefined && isRunning(sender);
  const creations = new Map<number, Recorded>();
  for (const { success, data } of lines.slice(1).map((each) => line.safeParse(each))) {
    if (!success) continue;
    const known = creations.get(data.number);
    if (data.event === "over") creations.delete(data.number);
    else if (data.event === "sent") {
      const { event: _, at, ...creation } = data;
      const sentAt = Date.parse(at);
      if (sentAt > since) creations.set(data.number, { ...creation, file, underWay, sentAt, answered: undefined });
    } else if (known !== undefined) creations.set(data.number, { ...known, answered: data.id });
  }
  // Of a process on another machine, which shares the folder, nobody knows whether it still runs.
  const removable = (sender === undefined || sender.host === hostname() || changedAt < since) && !underWay;
  return { engine: sender?.engine, underWay, removable, creations };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isRunning({ host, pid }: z.output<typeof head>): boolean {
  if (host !== hostname()) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
