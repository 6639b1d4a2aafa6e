import { createHash } from "node:crypto";
import { z } from "zod";
import type { JournalOptions, ObjectKey } from "./journal.js";
import { eventText, headOf, headText, type StackIdentity } from "./journal-file.js";
import { suffixes } from "./journal-storage.js";

/** An entry of some state that has an object which another entry had before, or may have beside it. */
export interface Claim extends ObjectKey, StackIdentity {
  readonly entry: string;
  /** Of the resource. */
  readonly name: string;
}

/**
 * Who has an object that was taken over: nothing at the provider tells, and the state of one run shows what is in it only. An object
 * has claims from its first adoption on; it is deleted for the last one who has it. One file a claim.
 */
export interface Claims {
  /** Claims to an object that may be in a state, as the files tell now. */
  of(object: ObjectKey): Claim[];
  /**
   * An entry has the object, in the place of earlier ones of the same resource.
   *
   * @param isInState whether a state is known to have the entry; otherwise the claim ends with its run, unless the program is told of it
   */
  make(claim: Claim, isInState: boolean): void;
  /** The entry has the object no more; without an entry: the object is gone. */
  release(object: ObjectKey, entry?: string): void;
}

const day = 24 * 60 * 60 * 1000;

/** How long a claim counts that no run has renewed, in milliseconds: the state that had it may be thrown away. */
const claimLasts = 30 * day;
/** How old a claim is when a run writes it anew, in milliseconds. */
const renewedAfter = day;

const text = z.string();

const claimed = z.object({
  event: z.literal("claimed"),
  at: z.number(),
  isInState: z.boolean(),
  kind: text,
  address: text,
  id: text,
  entry: text,
  name: text,
  project: text.optional(),
  stack: text.optional(),
  backend: text.optional(),
  organization: text.optional(),
});

export const openClaims = (options: JournalOptions): Claims => new FileClaims(options);

class FileClaims implements Claims {
  readonly #options: JournalOptions;
  #isTidy = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  of(object: ObjectKey): Claim[] {
    return this.#read(object)
      .filter(({ counts }) => counts)
      .map(({ claim }) => claim);
  }

  make(claim: Claim, isInState: boolean): void {
    const { storage, self, engine, clock } = this.#options;
    const present = this.#read(claim);
    const own = present.find(({ claim: { entry } }) => entry === claim.entry);
    if (own !== undefined && own.isInState === isInState && clock.now() - own.at < renewedAfter) return;
    attempt(() => {
      this.#tidy();
      for (const { name, claim: other } of present)
        if (other.entry === claim.entry || isOneResource(other, claim)) storage.remove(name);
      const line = { event: "claimed" as const, at: clock.now(), isInState, ...claim };
      storage.append(fileOf(claim), `${headText(self, engine)}${JSON.stringify(line)}\n`, false);
    });
  }

  release(object: ObjectKey, entry?: string): void {
    for (const { name, claim } of this.#read(object))
      if (entry === undefined || claim.entry === entry) attempt(() => this.#options.storage.remove(name));
  }

  #read(object: ObjectKey) {
    const { storage } = this.#options;
    const beginning = beginningOf(object);
    return storage.names().flatMap((name) => (name.startsWith(beginning) ? this.#parse(name) : []));
  }

  #parse(name: string) {
    const { storage, clock, stateOf } = this.#options;
    const contents = storage.read(name)?.text ?? "";
    const [, line = "", ...later] = contents.split("\n");
    const { data } = claimed.safeParse(parse(line));
    if (data === undefined) return [];
    const { at, isInState, event: _, ...claim } = data;
    const sender = headOf(contents)?.sender;
    const isRecorded = later.includes(eventText({ event: "recorded", kind: claim.kind, id: claim.id }).trimEnd());
    const mayBe = isInState || isRecorded || (sender !== undefined && stateOf(sender) !== "ended");
    return [{ name, claim, at, isInState, counts: mayBe && clock.now() - at < claimLasts }];
  }

  /** Once a process: claims are few, and each has to be read. */
  #tidy(): void {
    if (this.#isTidy) return;
    this.#isTidy = true;
    const { storage } = this.#options;
    for (const name of storage.names()) if (this.#parse(name).every(({ counts }) => !counts)) storage.remove(name);
  }
}

const isOneResource = (a: Claim, b: Claim): boolean =>
  a.stack !== undefined &&
  (["project", "stack", "backend", "organization", "name"] as const).every((member) => a[member] === b[member]);

const digest = (parts: readonly string[]): string =>
  createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);

const beginningOf = ({ kind, address, id }: ObjectKey): string => `${digest([kind, address, id])}.`;

const fileOf = (claim: Claim): string => `${beginningOf(claim)}${digest([claim.entry])}${suffixes.claim}`;

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** Where nothing can be written, later runs know less of who has an object. */
function attempt(step: () => void): void {
  try {
    step();
  } catch {
    return;
  }
}
