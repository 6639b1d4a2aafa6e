import { type Creation, evidenceLasts, isOpen, type JournalOptions, type NotedChange, noteLasts, silenceLasts } from "./noted.js";
import { type FiledNote, type JournalFile, parseJournalFile } from "./journal-file.js";
import { attempt } from "./journal-storage.js";
import type { SenderState } from "./sender.js";

/** The file of another process, parsed once. */
interface OtherFile {
  /** Size in bytes. Files are append-only, so the same size means the same text. */
  readonly size: number;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly changedAt: number;
  /** When its process last wrote to it, or was first seen to have done so if its clock is ahead; in milliseconds since the epoch. */
  readonly livedAt: number;
  /** Whether the next change is by this process. */
  isOwnChange?: true;
  readonly contents: JournalFile;
  readonly state: SenderState;
  /** Whether another provider process of this run writes it. An engine on another machine may have the same address. */
  readonly isOfThisRun: boolean;
  /** The requests that may matter to somebody, by their number. */
  readonly notes: Map<number, Creation | NotedChange>;
}

/** Whether a later run needs to know of a request. */
export const isEvidence = (note: FiledNote): boolean =>
  note.request !== "create" || isOpen(note) || (note.answered !== undefined && !note.recorded);

/** Whether a creation is open. If so, later runs need to know which objects have other holders. */
export const isAnyOpen = (files: Iterable<OtherFile>): boolean =>
  [...files].some(({ notes }) => [...notes.values()].some((note) => note.request === "create" && isOpen(note)));

/** Until when a person may want to know of a request, in milliseconds since the epoch. */
function endOf(note: FiledNote, ended: boolean): number {
  if (note.request === "create") return (note.sends.at(-1) ?? note.notedAt) + noteLasts;
  // After a full disk or a second Ctrl-C, Pulumi also ends a run normally, but without having written the state.
  return note.at + (note.request === "delete" && note.isDone && ended ? evidenceLasts : noteLasts);
}

/** The files of other processes, read once unless the process may still add to its file. */
export class OtherFiles {
  readonly #files = new Map<string, OtherFile>();
  readonly #unreadable = new Map<string, string>();
  /** Files that no process appends to any more. */
  readonly #removable = new Set<string>();
  #isTidy = false;

  /** @param own the file of this process */
  constructor(
    private readonly options: JournalOptions,
    private readonly own: string,
  ) {}

  /** Reads new files, and again those of processes that are not known to have ended. */
  all(): OtherFile[] {
    for (const name of this.options.storage.names())
      if (name !== this.own && this.#files.get(name)?.state !== "ended") this.#read(name);
    if (!this.#isTidy) this.#tidy();
    return [...this.#files.values()];
  }

  /** Existing files that could not be read, each with the reason. */
  unreadable(): string[] {
    this.all();
    return [...this.#unreadable.values()];
  }

  /** Forgets a request, and removes its file if no later run needs it. */
  forget({ file, number }: Creation | NotedChange): void {
    const known = this.#files.get(file);
    if (known !== undefined) {
      known.isOwnChange = true;
      known.notes.delete(number);
    }
    this.#tidy();
  }

  #read(name: string): void {
    const { clock, engine, stateOf } = this.options;
    const known = this.#files.get(name);
    const read = this.#contents(name, known);
    if (read === undefined) return void this.#files.delete(name);
    const { size, changedAt, contents } = read;
    const { sender, ended } = contents;
    const now = clock.now();
    const isSame = known !== undefined && (known.size === size || known.isOwnChange === true);
    // Growth that this process sees is a sign of life, whatever the clock of the file system says.
    const livedAt = isSame ? known.livedAt : known === undefined ? Math.min(changedAt, now) : now;
    const state = sender === undefined ? "ended" : stateOf(sender);
    const isRunning = state === "running" || (state === "unknown" && now - livedAt < silenceLasts);
    const isOfThisRun = state === "running" && contents.engine === engine;
    const ending = ended ? "normal" : isRunning ? "running" : "interrupted";
    const noted = { ending, pid: sender?.pid, isOfThisRun, file: name } as const;
    const young = [...contents.notes].filter(([, note]) => endOf(note, ended) > now);
    const notes = new Map(young.map(([number, note]) => [number, { ...note, ...noted, number }]));
    this.#files.set(name, { size, changedAt, livedAt, contents, state, isOfThisRun, notes });
    if (state === "ended" || (state === "unknown" && (ended || changedAt < now - noteLasts))) this.#removable.add(name);
  }

  /** Reads and parses a file only if it has grown: a run asks about another one that runs with each of its resources. */
  #contents(name: string, known: OtherFile | undefined): Pick<OtherFile, "size" | "changedAt" | "contents"> | undefined {
    const { storage } = this.options;
    if (known !== undefined && storage.size(name) === known.size) return known;
    this.#unreadable.delete(name);
    try {
      const text = storage.read(name);
      const changedAt = storage.changedAt(name);
      if (text === undefined || changedAt === undefined) return undefined;
      return { size: Buffer.byteLength(text), changedAt, contents: parseJournalFile(text) };
    } catch (error) {
      this.#unreadable.set(name, `${name}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Removes files that no later run needs. */
  #tidy(): void {
    this.#isTidy = true;
    const isNeeded = isAnyOpen(this.#files.values());
    for (const name of this.#removable) {
      const { notes, contents } = this.#files.get(name) ?? {};
      if ([...(notes?.values() ?? [])].some(isEvidence)) continue;
      if (isNeeded && (contents?.held.size ?? 0) > 0) continue;
      this.#removable.delete(name);
      this.#files.delete(name);
      attempt(() => this.options.storage.remove(name));
    }
  }
}
