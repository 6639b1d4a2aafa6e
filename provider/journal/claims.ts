import { createHash } from "node:crypto";
import { z } from "zod";
import type { JournalOptions, ObjectKey } from "./journal.js";
import { isSameResource, parse, type StackIdentity } from "./journal-file.js";
import { attempt, type Storage } from "./journal-storage.js";
import { type Sender, senderSchema } from "./sender.js";
import { addressedKey, spelling } from "../values/object-keys.js";

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
   * Claims to an object, as the files tell now, the latest last.
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
   * @returns its claim so far
   * @throws where it cannot be written
   */
  make(claim: Claim): FiledClaim | undefined;
  /** The entry has the object no more; without an entry: the object is gone. */
  release(object: ObjectKey, entry?: string): void;
}

const day = 24 * 60 * 60 * 1000;

/** How long a claim counts that no run has shown, in milliseconds: the state that had it may be thrown away. */
const claimLasts = 30 * day;
/** How old a claim is when a run writes it anew, in milliseconds. */
const renewedAfter = day;

const text = z.string();

/** What a file holds. */
const filed = z.object({
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
});

const digest = (text: string, length: number): string => createHash("sha256").update(text).digest("hex").slice(0, length);

/** The beginning of the names of folders of what lies within something. */
const placeOf = (address: string, path: readonly string[]): string =>
  path.map((part, index) => `${digest(index === 0 ? `${address} ${part}` : part, 8)}-`).join("");

/** The folder of an object, by a name that tells what it lies in. */
const folderOf = (object: ObjectKey): string =>
  `${placeOf(object.address, spelling(object.id).slice(0, -1))}${digest(addressedKey(object), 24)}`;

const fileOf = (entry: string): string => `${digest(entry, 16)}.jsonl`;

export const openClaims = (options: JournalOptions): Claims => new FileClaims(options);

/**
 * A folder for each object, and in it a file for each entry that has it. No two processes write one file, save for the same entry; each
 * file is written whole or not at all. So neither a full disk nor a kill leaves a part of a claim, and none gets lost where several
 * are made at once. Damage comes from elsewhere, and of a file that cannot be understood nobody knows whose claim it was.
 */
class FileClaims implements Claims {
  readonly #options: JournalOptions;
  #isTidy = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  of(object: ObjectKey): FiledClaim[] {
    return this.#in(folderOf(object)).sort((a, b) => a.at - b.at);
  }

  all(): FiledClaim[] {
    const { storage } = this.#options;
    return storage.folders().flatMap((folder) => this.#readable(storage.folder(folder)));
  }

  within(address: string, path: string): FiledClaim[] {
    const place = placeOf(address, spelling(path));
    const folders = this.#options.storage.folders().filter((name) => name.startsWith(place));
    return folders.flatMap((folder) => this.#in(folder));
  }

  isFresh(claim: Claim): boolean {
    const own = attempt(() => this.#read(this.#folderOf(claim), fileOf(claim.entry)));
    const isKnown =
      own !== undefined && own.isDoubted !== true && own.deletedWith === claim.deletedWith && isSameResource(own, claim);
    return isKnown && this.#options.clock.now() - own.at < renewedAfter;
  }

  make(claim: Claim): FiledClaim | undefined {
    const { self, clock } = this.#options;
    const folder = this.#folderOf(claim);
    const file = fileOf(claim.entry);
    const isRenewal = folder.names().includes(file);
    const isEarlier = (each: FiledClaim) =>
      each.entry !== claim.entry && claim.stack !== undefined && each.isDoubted !== true && isSameResource(each, claim);
    const earlier = this.#readable(folder);
    for (const each of earlier.filter(isEarlier)) write(folder, { ...each, isDoubted: true });
    write(folder, { at: clock.now(), sender: self, ...claim });
    // A renewal comes once a day at most.
    if (isRenewal) this.#tidy();
    return earlier.find(({ entry }) => entry === claim.entry);
  }

  release(object: ObjectKey, entry?: string): void {
    const folder = this.#folderOf(object);
    for (const name of entry === undefined ? folder.names() : [fileOf(entry)]) attempt(() => folder.remove(name));
    folder.removeIfEmpty();
  }

  #folderOf(object: ObjectKey): Storage {
    return this.#options.storage.folder(folderOf(object));
  }

  #in(folder: string): FiledClaim[] {
    const place = this.#options.storage.folder(folder);
    return place.names().flatMap((name) => this.#read(place, name) ?? []);
  }

  #readable(folder: Storage): FiledClaim[] {
    return folder.names().flatMap((name) => attempt(() => this.#read(folder, name)) ?? []);
  }

  /**
   * A claim that counts.
   *
   * @throws where its file is damaged, which may be anybody's claim, or cannot be read
   */
  #read(folder: Storage, name: string): FiledClaim | undefined {
    const file = folder.read(name);
    if (file === undefined) return undefined;
    const now = this.#options.clock.now();
    const { data } = filed.safeParse(parse(file.text));
    if (data !== undefined) return now - data.at < claimLasts ? data : undefined;
    if (now - file.changedAt < claimLasts) throw new Error(`The file ${folder.path(name)} is damaged.`);
    return undefined;
  }

  /** Once a process, as each file has to be read. */
  #tidy(): void {
    if (this.#isTidy) return;
    this.#isTidy = true;
    const { storage } = this.#options;
    for (const folder of storage.folders().map((name) => storage.folder(name))) {
      for (const name of folder.names())
        attempt(() => {
          if (this.#read(folder, name) === undefined) folder.remove(name);
        });
      folder.removeIfEmpty();
    }
  }
}

const write = (folder: Storage, claim: FiledClaim): void => folder.write(fileOf(claim.entry), `${JSON.stringify(claim)}\n`);
