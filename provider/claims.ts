import { createHash } from "node:crypto";
import { z } from "zod";
import type { JournalOptions, ObjectKey } from "./journal.js";
import { isSameResource, parse, type StackIdentity } from "./journal-file.js";
import { attempt } from "./journal-storage.js";
import { type Sender, senderSchema } from "./sender.js";
import { objectKey, spelling } from "./spelling.js";

/** An entry of some state that has an object. */
export interface Claim extends ObjectKey, StackIdentity {
  readonly entry: string;
  /** Of the resource. */
  readonly name: string;
  /** Name of the resource with which it is deleted, by `deletedWith`. */
  readonly deletedWith?: string | undefined;
}

/** A claim as its file has it. */
export interface FiledClaim extends Claim {
  /** When a run has shown it last, in milliseconds since the epoch. */
  readonly at: number;
  /** The process of that run. */
  readonly sender: Sender;
  /**
   * Whether an entry of the same resource has claimed the object since. As a rule the state has let go of the earlier one without a
   * word; or that has moved to another stack, or its stack has another name now.
   */
  readonly isDoubted?: boolean | undefined;
}

/**
 * Which entries have an object: nothing at the provider tells, and a run sees what is in its own state only. It is deleted for the last
 * one that has it. Of a run that was killed nobody knows whether the state has its entry: an object that is left for an entry that
 * does not exist can be deleted later, one that was deleted is lost.
 */
export interface Claims {
  /**
   * Claims to an object, as the files tell now.
   *
   * @throws where they cannot be read
   */
  of(object: ObjectKey): FiledClaim[];
  /** Those to all objects. */
  all(): FiledClaim[];
  /**
   * Those to what lies within an object.
   *
   * @param path the beginning of their ids, up to a slash
   * @throws where they cannot be read
   */
  within(address: string, path: string): FiledClaim[];
  /** Whether such a claim was made lately, so that it need not be written again. */
  isFresh(claim: Claim): boolean;
  /**
   * An entry has the object.
   *
   * @throws where it cannot be written
   */
  make(claim: Claim): void;
  /** The entry has the object no more; without an entry: the object is gone. */
  release(object: ObjectKey, entry?: string): void;
}

const day = 24 * 60 * 60 * 1000;

/** How long a claim counts that no run has shown, in milliseconds: the state that had it may be thrown away. */
const claimLasts = 30 * day;
/** How old a claim is when a run writes it anew, in milliseconds. */
const renewedAfter = day;
/** Characters of a file that is written anew, without what no longer counts. */
const longestFile = 8_000;

const text = z.string();

const line = z.discriminatedUnion("event", [
  z.object({
    event: z.literal("claimed"),
    at: z.number(),
    sender: senderSchema,
    isDoubted: z.boolean().optional(),
    kind: text,
    address: text,
    id: text,
    entry: text,
    name: text,
    deletedWith: text.optional(),
    project: text.optional(),
    stack: text.optional(),
    backend: text.optional(),
    organization: text.optional(),
  }),
  z.object({ event: z.literal("released"), address: text, entry: text.optional() }),
]);

type Line = z.output<typeof line>;
type Claimed = Extract<Line, { readonly event: "claimed" }>;

const lineText = (entry: Line): string => `${JSON.stringify(entry)}\n`;

const digest = (text: string, length: number): string => createHash("sha256").update(text).digest("hex").slice(0, length);

/** The beginning of the names of files of what lies within something. */
const placeOf = (path: readonly string[]): string => path.map((part) => `${digest(part, 8)}-`).join("");

/** The file of an object, by a name that tells what it lies in. */
function claimsFile(kind: string, id: string): string {
  return `${placeOf(spelling(id).slice(0, -1))}${digest(objectKey(kind, id), 24)}.jsonl`;
}

interface Contents {
  readonly claims: readonly Claimed[];
  /**
   * Whether the beginning cannot be understood: it may have been anybody's claim. A file begins whole, and a line that was cut off
   * after that is a claim that was never made.
   */
  readonly isDamaged: boolean;
}

function contentsOf(text: string): Contents {
  let claims: Claimed[] = [];
  const lines = text.split("\n").filter((each) => each !== "");
  const read = lines.map((each) => line.safeParse(parse(each)));
  for (const { data } of read) {
    if (data?.event === "claimed") {
      const { address, entry } = data;
      claims = [...claims.filter((claim) => claim.address !== address || claim.entry !== entry), data];
    } else if (data?.event === "released") {
      const { address, entry } = data;
      claims = claims.filter((claim) => claim.address !== address || (entry !== undefined && claim.entry !== entry));
    }
  }
  return { claims, isDamaged: read[0]?.success !== true };
}

export const openClaims = (options: JournalOptions): Claims => new FileClaims(options);

class FileClaims implements Claims {
  readonly #options: JournalOptions;
  #isTidy = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  of({ kind, address, id }: ObjectKey): FiledClaim[] {
    return this.#at(address, this.#read(claimsFile(kind, id)));
  }

  all(): FiledClaim[] {
    return this.#options.storage.names().flatMap((name) => this.#readable(name).filter((claim) => this.#counts(claim)));
  }

  within(address: string, path: string): FiledClaim[] {
    const place = placeOf(spelling(path));
    const names = this.#options.storage.names().filter((name) => name.startsWith(place));
    return this.#at(
      address,
      names.flatMap((name) => this.#read(name)),
    );
  }

  isFresh(claim: Claim): boolean {
    const own = attempt(() => this.of(claim))?.find(({ entry }) => entry === claim.entry);
    const isKnown =
      own !== undefined && own.isDoubted !== true && own.deletedWith === claim.deletedWith && isSameResource(own, claim);
    return isKnown && this.#options.clock.now() - own.at < renewedAfter;
  }

  make(claim: Claim): void {
    const { storage, self, clock } = this.#options;
    const name = claimsFile(claim.kind, claim.id);
    const text = storage.read(name)?.text;
    const { claims, isDamaged } = contentsOf(text ?? "");
    const present = claims.filter((each) => this.#counts(each));
    const others = present.filter(({ address, entry }) => address !== claim.address || entry !== claim.entry);
    const isEarlier = (each: Claimed) => claim.stack !== undefined && each.isDoubted !== true && isSameResource(each, claim);
    const doubted = others.filter(isEarlier).map((each) => ({ ...each, isDoubted: true }));
    const own: Claimed = { event: "claimed", at: clock.now(), sender: self, ...claim };
    const isWorn = text !== undefined && !isDamaged && (present.length === 0 || text.length > longestFile);
    const kept = others.filter((each) => !isEarlier(each));
    const isWritten =
      (text === undefined || isWorn) && storage.create(name, [...kept, ...doubted, own].map(lineText).join(""), isWorn);
    // What is damaged stays so, also where nothing is left of it.
    const mark = text?.trim() === "" ? "damaged" : "";
    if (!isWritten) storage.append(name, `${mark}\n${[...doubted, own].map(lineText).join("")}`, false);
    // A renewal comes once a day at most.
    if (others.length < present.length) this.#tidy();
  }

  release({ kind, address, id }: ObjectKey, entry?: string): void {
    const { storage } = this.#options;
    const name = claimsFile(kind, id);
    const { claims: present, isDamaged } = contentsOf(attempt(() => storage.read(name))?.text ?? "");
    const isEnded = (claim: Claimed) => claim.address === address && (entry === undefined || claim.entry === entry);
    attempt(() => {
      // Whose claim a damaged line was matters no more once the object is gone.
      if (
        entry === undefined
          ? present.every(isEnded)
          : !isDamaged && present.every((claim) => isEnded(claim) || !this.#counts(claim))
      )
        storage.remove(name);
      else if (present.some(isEnded)) storage.append(name, `\n${lineText({ event: "released", address, entry })}`, false);
    });
  }

  #read(name: string): readonly Claimed[] {
    const file = this.#options.storage.read(name);
    if (file === undefined) return [];
    const { claims, isDamaged } = contentsOf(file.text);
    if (isDamaged && this.#options.clock.now() - file.changedAt < claimLasts) throw new Error(`The file ${name} is damaged.`);
    return claims;
  }

  #readable(name: string): readonly Claimed[] {
    return contentsOf(attempt(() => this.#options.storage.read(name))?.text ?? "").claims;
  }

  #at(address: string, claims: readonly Claimed[]): Claimed[] {
    return claims.filter((claim) => claim.address === address && this.#counts(claim));
  }

  #counts({ at }: Claimed): boolean {
    return this.#options.clock.now() - at < claimLasts;
  }

  /** Once a process, as each file has to be read. */
  #tidy(): void {
    if (this.#isTidy) return;
    this.#isTidy = true;
    const { storage } = this.#options;
    for (const name of storage.names())
      attempt(() => {
        if (!this.#read(name).some((claim) => this.#counts(claim))) storage.remove(name);
      });
  }
}
