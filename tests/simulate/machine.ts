import { type Sender, type SenderState, stateOf, type SystemSources, thisProcess } from "../../provider/journal/sender.js";
import { eventText, headOf } from "../../provider/journal/journal-events.js";
import type { Storage } from "../../provider/journal/journal-storage.js";
import type { Machine as Described } from "./history.js";
import type { Life } from "./points.js";
import type { VirtualTime } from "./time.js";

interface Process {
  readonly startedAt: number;
  readonly pidSpace: number;
  life: Life;
}

/** One machine: its clock, its processes, and the volume of its journal. */
export class Machine {
  /** How far its clock is ahead, in milliseconds. */
  offset = 0;
  readonly #processes = new Map<string, Process>();
  #boot = 1;
  #started = 0;

  constructor(
    private readonly described: Described,
    /** Of all its commands, unless it is a fresh one. */
    readonly shared: Volume,
  ) {}

  get isFresh(): boolean {
    return this.described.fresh === true;
  }

  /** What the next command finds. */
  volume(): Volume {
    return this.isFresh ? new Volume() : this.shared;
  }

  now(time: VirtualTime): number {
    return time.now() + this.offset;
  }

  /** Ends everything that runs; later processes get new ids. */
  boot(): void {
    for (const { life } of this.#processes.values()) life.end();
    this.#processes.clear();
    this.#boot += 1;
    this.#started = 0;
  }

  /**
   * A new process: what it says about itself, and what it can find out about others.
   *
   * @param run number of the command, whose processes are in one container
   */
  start(life: Life, run: number): { readonly self: Sender; readonly stateOf: (sender: Sender) => SenderState } {
    const { sort = "plain" } = this.described;
    const count = ++this.#started;
    const pidSpace = sort === "containers" ? run : 0;
    const pid = sort === "plain" || sort === "zombies" ? 1000 + count : this.#freePid(pidSpace);
    this.#processes.set(keyOf(pidSpace, pid), { startedAt: count, pidSpace, life });
    const sources = this.#sources(pid, pidSpace);
    return { self: thisProcess(sources), stateOf: (sender) => stateOf(sender, sources) };
  }

  #freePid(pidSpace: number): number {
    const isUsed = (pid: number): boolean => this.#processes.get(keyOf(pidSpace, pid))?.life.isOver === false;
    let pid = 17;
    while (isUsed(pid)) pid += 1;
    return pid;
  }

  /** What Linux reports about a process. */
  #sources(self: number, pidSpace: number): SystemSources {
    const find = (pid: number): Process => {
      const process = this.#processes.get(keyOf(pidSpace, pid));
      const isThere = process !== undefined && (!process.life.isOver || this.described.sort === "zombies");
      if (!isThere) throw Object.assign(new Error("no such process"), { code: "ESRCH" });
      return process;
    };
    return {
      platform: "linux",
      pid: self,
      host: () => this.described.host,
      signal: (pid) => void find(pid),
      readLink: () => `pid:[${4026531836 + pidSpace}]`,
      run: () => {
        throw new Error("there is no such command");
      },
      readFile: (path) => {
        if (path.endsWith("boot_id")) return `${this.described.host} ${this.#boot}\n`;
        const pid = Number(/\d+/.exec(path)?.[0]);
        const { startedAt, life } = find(pid);
        return `${pid} (node) ${[life.isOver ? "Z" : "S", ...Array<number>(18).fill(0), startedAt, 0].join(" ")}\n`;
      },
    };
  }
}

const keyOf = (pidSpace: number, pid: number): string => `${pidSpace} ${pid}`;

/** Storage of journals. All machines that share a volume see its files. */
export class Volume {
  readonly #files = new Map<string, { text: string; changedAt: number }>();
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  lose(): void {
    this.#files.clear();
  }

  spoil(): void {
    this.#isFull = true;
  }

  mend(): void {
    this.#isFull = false;
  }

  /** A program receives an object from its engine, and records that as the package's classes do. */
  tell(engine: string, kind: string, id: string, now: number): void {
    if (this.#isFull) return;
    for (const [name, { text }] of this.#files)
      if (headOf(text)?.engine === engine)
        this.#files.set(name, { text: text + eventText({ event: "recorded", kind, id }), changedAt: now });
  }

  /** The volume as a process sees it, which can be killed before, during and after each write. */
  seenBy(life: Life, now: () => number): Storage {
    return this.#folder(life, now, "");
  }

  #folder(life: Life, now: () => number, place: string): Storage {
    const append = (file: string, text: string): void => {
      const name = place + file;
      const before = this.#files.get(name)?.text ?? "";
      this.#files.set(name, { text: before + text, changedAt: now() });
    };
    const beginWriting = (): void => {
      life.passNow("before the journal is written");
      if (this.#isFull) throw Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
    };
    const paths = (): string[] =>
      [...this.#files.keys()].filter((name) => name.startsWith(place)).map((name) => name.slice(place.length));
    return {
      names: () => paths().filter((path) => !path.includes("/")),
      folders: () => [...new Set(paths().flatMap((path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : [])))],
      folder: (name) => this.#folder(life, now, `${place}${name}/`),
      path: (name) => place + name,
      read: (name) => this.#files.get(place + name)?.text,
      changedAt: (name) => this.#files.get(place + name)?.changedAt,
      size: (name) => {
        const file = this.#files.get(place + name);
        return file === undefined ? undefined : Buffer.byteLength(file.text);
      },
      append: (name, text) => {
        beginWriting();
        const half = text.length >> 1;
        append(name, text.slice(0, half));
        life.passNow("halfway through a line of the journal");
        append(name, text.slice(half));
        life.passNow("after the journal was written");
      },
      write: (name, text) => {
        beginWriting();
        this.#files.set(place + name, { text, changedAt: now() });
        life.passNow("after the journal was written");
      },
      remove: (name) => {
        life.passNow("before a file of the journal is removed");
        this.#files.delete(place + name);
        life.passNow("after a file of the journal was removed");
      },
      removeIfEmpty: () => undefined,
    };
  }
}
