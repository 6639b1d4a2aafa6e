import { createHash } from "node:crypto";
import { z } from "zod";
import type { JournalOptions } from "./noted.js";
import { objectMembers, parse, type ObjectKey, isSameResource, stackMembers } from "./journal-events.js";
import { attempt, type Storage } from "./journal-storage.js";
import { senderSchema } from "./sender.js";
import { addressedKey, spelling } from "../values/ids.js";

const day = 24 * 60 * 60 * 1000;

/** How long a claim counts after its last confirmation, in milliseconds: its state may have been thrown away since. */
const claimLasts = 30 * day;
/** Age at which a run renews a claim, in milliseconds. */
const renewedAfter = day;

/** A claim as stored in its file: states that an entry has an object. */
const filed = z.object({
  ...objectMembers,
  ...stackMembers,
  entry: z.string(),
  /** Name of the resource. */
  name: z.string(),
  /** Name of the resource that `deletedWith` names. */
  deletedWith: z.string().optional(),
  /** Whether the program retains the object (`retainOnDelete`). */
  isRetained: z.boolean().optional(),
  /** When a run last confirmed it, in milliseconds since the epoch. */
  at: z.number(),
  /** The process that confirmed it. */
  sender: senderSchema,
  /**
   * Whether a newer entry of the same resource has claimed the object. Usually the state has dropped the older entry without
   * telling the provider. It may also have moved to another stack, or its stack may have been renamed.
   */
  isDoubted: z.boolean().optional(),
});

export type FiledClaim = Readonly<z.output<typeof filed>>;
export type Claim = Omit<FiledClaim, "at" | "sender" | "isDoubted">;

const digest = (text: string, length: number): string => createHash("sha256").update(text).digest("hex").slice(0, length);

/** Prefix of the folder names of everything within an object. */
const placeOf = (address: string, path: readonly string[]): string =>
  path.map((part, index) => `${digest(index === 0 ? `${address} ${part}` : part, 8)}-`).join("");

/** Folder name of an object. Its prefix names the containers, so that contents can be found without reading files. */
const folderOf = (object: ObjectKey): string =>
  `${placeOf(object.address, spelling(object.id).slice(0, -1))}${digest(addressedKey(object), 24)}`;

const fileOf = (entry: string): string => `${digest(entry, 16)}.jsonl`;

/**
 * Which entries have an object. The API does not say, and a run sees only its own state. The object is deleted only for the last
 * entry that has it. After a killed run, nobody knows whether the state has its entry, so its claim counts: an object kept for an
 * entry that does not exist can be deleted later, but a deleted object is lost.
 *
 * A folder for each object, and in it a file for each entry that has it. Two processes write the same file only for the same
 * entry, and each file is written whole or not at all. So a full disk or a kill never leaves a partial claim, and concurrent
 * claims are not lost. Any damage comes from elsewhere, and nobody can tell whose claim a damaged file was.
 */
export class Claims {
  #isTidy = false;

  constructor(private readonly options: JournalOptions) {}

  /**
   * Claims to an object, oldest first.
   *
   * @throws if they cannot be read
   */
  of(object: ObjectKey): FiledClaim[] {
    return this.#in(folderOf(object)).sort((a, b) => a.at - b.at);
  }

  /** Readable claims to all objects. */
  all(): FiledClaim[] {
    const { storage } = this.options;
    return storage.folders().flatMap((folder) => this.#readable(storage.folder(folder)));
  }

  /**
   * Claims to the contents of an object.
   *
   * @param path the prefix of their ids, up to a slash
   * @throws if they cannot be read
   */
  within(address: string, path: string): FiledClaim[] {
    const place = placeOf(address, spelling(path));
    const folders = this.options.storage.folders().filter((name) => name.startsWith(place));
    return folders.flatMap((folder) => this.#in(folder));
  }

  /** Whether one of the claims to the object is the same one, and recent, so that it need not be renewed. */
  isFresh(claim: Claim, filed: readonly FiledClaim[]): boolean {
    const own = filed.find(({ entry }) => entry === claim.entry);
    const isKnown =
      own !== undefined &&
      own.isDoubted !== true &&
      own.deletedWith === claim.deletedWith &&
      own.isRetained === claim.isRetained &&
      isSameResource(own, claim);
    return isKnown && this.options.clock.now() - own.at < renewedAfter;
  }

  /**
   * Records that an entry has the object.
   *
   * @throws if the claim cannot be written
   */
  make(claim: Claim): void {
    const { self, clock } = this.options;
    const folder = this.#folderOf(claim);
    const file = fileOf(claim.entry);
    const names = folder.names();
    const isEarlier = (each: FiledClaim) =>
      each.entry !== claim.entry && claim.stack !== undefined && each.isDoubted !== true && isSameResource(each, claim);
    for (const each of this.#readable(folder, names).filter(isEarlier)) write(folder, { ...each, isDoubted: true });
    write(folder, { at: clock.now(), sender: self, ...claim });
    // A renewal happens at most once a day, so this costs little.
    if (names.includes(file)) this.#tidy();
  }

  /** Removes the entry's claim; without an entry, all claims, because the object is gone. */
  release(object: ObjectKey, entry?: string): void {
    const folder = this.#folderOf(object);
    const names = entry === undefined ? folder.names() : [fileOf(entry)];
    for (const name of names) attempt(() => folder.remove(name));
    if (names.length > 0) folder.removeIfEmpty();
  }

  #folderOf(object: ObjectKey): Storage {
    return this.options.storage.folder(folderOf(object));
  }

  #in(folder: string): FiledClaim[] {
    const place = this.options.storage.folder(folder);
    return place.names().flatMap((name) => this.#read(place, name) ?? []);
  }

  #readable(folder: Storage, names = folder.names()): FiledClaim[] {
    return names.flatMap((name) => attempt(() => this.#read(folder, name)) ?? []);
  }

  /**
   * The claim in a file; undefined if there is none or if it has expired.
   *
   * @throws if the file is unreadable or damaged: it may be anybody's claim
   */
  #read(folder: Storage, name: string): FiledClaim | undefined {
    const text = folder.read(name);
    if (text === undefined) return undefined;
    const now = this.options.clock.now();
    const { data } = filed.safeParse(parse(text));
    if (data !== undefined) return now - data.at < claimLasts ? data : undefined;
    if (now - (folder.changedAt(name) ?? now) < claimLasts) throw new Error(`The file ${folder.path(name)} is damaged.`);
    return undefined;
  }

  /** Runs once in each process, because it reads every file. */
  #tidy(): void {
    if (this.#isTidy) return;
    this.#isTidy = true;
    const { storage } = this.options;
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
