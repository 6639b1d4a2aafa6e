import type { Ending, JournalOptions } from "./journal.js";
import { type JournalFile, parseJournalFile } from "./journal-file.js";
import { attempt } from "./journal-storage.js";
import { isEvidence, isOpen, noteLasts, type RecordedRequests, requestsIn } from "./recorded-requests.js";
import type { Sender, SenderState } from "./sender.js";

type FileState = SenderState | "elsewhere";

/** The file of another process, parsed once. */
export interface OtherFile extends RecordedRequests {
  /** Size in bytes. Files are append-only, so the same size means the same text. */
  readonly size: number;
  /** When it was last changed, in milliseconds since the epoch. */
  readonly changedAt: number;
  readonly contents: JournalFile;
  readonly state: FileState;
}

/** The states of a process that may still write to its file. */
export const mayGrow: readonly FileState[] = ["running", "unknown", "elsewhere"];

/** The files of other processes, read once: only a process that still runs adds to its file. */
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

  /** Reads new files, and again those of processes in these states. */
  refresh(states: readonly FileState[] = ["running"]): void {
    const known = this.#load();
    for (const name of this.#names()) {
      const { state } = known.get(name) ?? {};
      if (state === undefined || states.includes(state)) this.#read(name);
    }
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
    const { creations, deletions, updates } = this.#files?.get(file) ?? {};
    creations?.delete(number);
    deletions?.delete(number);
    updates?.delete(number);
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
    const read = this.#contents(name, files.get(name));
    if (read === undefined) {
      files.delete(name);
      return;
    }
    const { size, changedAt, contents } = read;
    const { sender, ended } = contents;
    const state = sender === undefined ? "ended" : this.#stateOf(sender);
    const now = this.#options.clock.now();
    files.set(name, { size, changedAt, contents, state, ...requestsIn(name, contents, endingOf(state, ended), now) });
    const isLeft = state !== "elsewhere" || changedAt < now - noteLasts || ended;
    if (state !== "running" && state !== "unknown" && isLeft) this.#removable.add(name);
  }

  /** Reads and parses a file only if it has grown: a run asks about another one that runs with each of its resources. */
  #contents(name: string, known: OtherFile | undefined): Pick<OtherFile, "size" | "changedAt" | "contents"> | undefined {
    if (known !== undefined && this.#options.storage.size(name) === known.size) return known;
    const text = this.contentsOf(name);
    const changedAt = this.#options.storage.changedAt(name);
    if (text === undefined || changedAt === undefined) return undefined;
    return { size: Buffer.byteLength(text), changedAt, contents: parseJournalFile(text) };
  }

  #stateOf(sender: Sender): FileState {
    const { self, stateOf } = this.#options;
    const state = stateOf(sender);
    const members = ["host", "boot", "pidSpace"] as const;
    const isElsewhere = members.some((member) => sender[member] !== undefined && sender[member] !== self[member]);
    return state === "unknown" && isElsewhere ? "elsewhere" : state;
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

function endingOf(state: FileState, ended: boolean): Ending {
  if (ended) return "normal";
  return state === "ended" ? "interrupted" : state;
}
