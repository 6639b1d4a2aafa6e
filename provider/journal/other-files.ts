import { type JournalOptions, silenceLasts } from "./journal.js";
import { type JournalFile, parseJournalFile } from "./journal-file.js";
import { attempt } from "./journal-storage.js";
import { isEvidence, isOpen, noteLasts, type RecordedRequests, requestsIn } from "./recorded-requests.js";
import type { SenderState } from "./sender.js";

/** The file of another process, parsed once. */
export interface OtherFile extends RecordedRequests {
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
}

/** The files of other processes, read once unless the process may still add to its file. */
export class OtherFiles {
  readonly #options: JournalOptions;
  readonly #own: string;
  #files: Map<string, OtherFile> | undefined;
  readonly #unreadable = new Map<string, string>();
  /** Files that no process appends to any more. */
  readonly #removable = new Set<string>();

  /** @param own the file of this process */
  constructor(options: JournalOptions, own: string) {
    this.#options = options;
    this.#own = own;
  }

  /** As of the last read. */
  all(): OtherFile[] {
    return [...this.#load().values()];
  }

  /** Existing files that could not be read the last time, each with the reason. */
  unreadable(): string[] {
    this.#load();
    return [...this.#unreadable.values()];
  }

  /** Reads new files, and again those of processes that are not known to have ended. */
  refresh(): void {
    const known = this.#load();
    for (const name of this.#names()) if (known.get(name)?.state !== "ended") this.#read(name);
  }

  /** Reads all files again. */
  reread(): void {
    for (const name of this.#names()) this.#read(name);
  }

  contentsOf(name: string): string | undefined {
    this.#unreadable.delete(name);
    try {
      return this.#options.storage.read(name);
    } catch (error) {
      this.#unreadable.set(name, `${name}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }

  /** Forgets a request, and removes its file if no later run needs it. */
  forget({ file, number }: { readonly file: string; readonly number: number }): void {
    const known = this.#files?.get(file);
    if (known !== undefined) {
      known.isOwnChange = true;
      for (const requests of [known.creations, known.deletions, known.updates]) requests.delete(number);
    }
    this.#tidy();
  }

  #names(): string[] {
    return this.#options.storage.names().filter((name) => name !== this.#own);
  }

  #load(): Map<string, OtherFile> {
    if (this.#files !== undefined) return this.#files;
    this.#files = new Map();
    this.reread();
    this.#tidy();
    return this.#files;
  }

  #read(name: string): void {
    const files = (this.#files ??= new Map<string, OtherFile>());
    const known = files.get(name);
    const read = this.#contents(name, known);
    if (read === undefined) {
      files.delete(name);
      return;
    }
    const { size, changedAt, contents } = read;
    const { sender, ended } = contents;
    const now = this.#options.clock.now();
    const isSame = known !== undefined && (known.size === size || known.isOwnChange === true);
    // Growth that this process sees is a sign of life, whatever the clock of the file system says.
    const livedAt = isSame ? known.livedAt : known === undefined ? Math.min(changedAt, now) : now;
    const state = sender === undefined ? "ended" : this.#options.stateOf(sender);
    const isRunning = state === "running" || (state === "unknown" && now - livedAt < silenceLasts);
    const ending = ended ? "normal" : isRunning ? "running" : "interrupted";
    files.set(name, { size, changedAt, livedAt, contents, state, ...requestsIn(name, contents, ending, now) });
    if (state === "ended" || (state === "unknown" && (ended || changedAt < now - noteLasts))) this.#removable.add(name);
  }

  /** Reads and parses a file only if it has grown: a run asks about another one that runs with each of its resources. */
  #contents(name: string, known: OtherFile | undefined): Pick<OtherFile, "size" | "changedAt" | "contents"> | undefined {
    if (known !== undefined && this.#options.storage.size(name) === known.size) return known;
    const text = this.contentsOf(name);
    const changedAt = this.#options.storage.changedAt(name);
    if (text === undefined || changedAt === undefined) return undefined;
    return { size: Buffer.byteLength(text), changedAt, contents: parseJournalFile(text) };
  }

  /** Removes files that no later run needs. */
  #tidy(): void {
    const files = this.#files ?? new Map<string, OtherFile>();
    const isNeeded = [...files.values()].some(({ creations }) => [...creations.values()].some(isOpen));
    for (const name of this.#removable) {
      const { creations, deletions, updates, contents } = files.get(name) ?? {};
      if ([...(creations?.values() ?? [])].some(isEvidence)) continue;
      if ((deletions?.size ?? 0) > 0 || (updates?.size ?? 0) > 0) continue;
      if (isNeeded && (contents?.held.length ?? 0) > 0) continue;
      this.#removable.delete(name);
      files.delete(name);
      attempt(() => this.#options.storage.remove(name));
    }
  }
}
