import { z } from "zod";
import type { JournalFile, KeptObject } from "../journal/journal-file.js";
import { attempt } from "../journal/journal-storage.js";
import type { Journal, ObjectKey } from "../journal/journal.js";
import { addressedKey, canonicalId, liesWithin, nameIn } from "../values/object-keys.js";
import type { Source } from "./expected-objects.js";
import type { Identity } from "./identity.js";

/**
 * What a process can tell of an object, apart from an entry that has it, with the name of the resource:
 *
 * - `read`: the program reads the object without managing it.
 * - `wants`: the resource was refused because the object exists.
 * - `declares`: the program declares the object, whose name exists only once; the state does not have it.
 * - `once`: the program declares the object, of which there is only one; in place of the name, a {@link Declarer} as JSON.
 * - `adopts`: the resource was told that it adopts the object.
 * - `replaces`: this run replaces the object; in place of the name, what the ids of the contents begin with that are deleted with it.
 * - `places`: the program declares the object, which the state does not have, in a container that it names.
 * - `gives-up`: the program declares a different object for the resource that has the object, so it is replaced.
 * - `changes`: the same, and the object is updated.
 */
type Topic = "read" | "wants" | "declares" | "once" | "adopts" | "replaces" | "places" | "gives-up" | "changes";

/** An entry's mark is one word or begins with `name`, so it is never one of these. */
const topicText = (topic: Topic, name: string): string => `${topic} ${name}`;
const isTopic = (text: string): boolean => /^(?:read|wants|declares|once|adopts|replaces|places|gives-up|changes) /.test(text);

/** A resource that has an object, although the program declares a different one for it. */
export interface Giver {
  readonly name: string;
  /** Whether a new object replaces this one; otherwise this one is updated. */
  readonly isReplaced: boolean;
}

/** An object that the program declares, whose name exists only once. */
export interface DeclaredName {
  readonly id: string;
  /** The resource; undefined if unknown. */
  readonly name: string | undefined;
}

/** A resource of the program that declares an object of which there is only one. */
export interface Declarer {
  /** Name of the resource. */
  readonly name: string;
  /** Whether the state does not have the object for it. */
  readonly isNew: boolean;
  /** Digests of the declared values, by member. The digest of a value that cannot be compared is empty. */
  readonly members: Readonly<Record<string, string>>;
}

const declarer = z.object({ name: z.string(), isNew: z.boolean(), members: z.record(z.string(), z.string()) });

/** An object that the program only reads, and the name of the resource that reads it. */
export interface Read extends Pick<ObjectKey, "kind" | "id"> {
  readonly reader: string;
}

/**
 * What the provider processes of one run tell each other. Each explicit `Provider` of a program has its own process, and an
 * object of one of them may lie in an object of another. Everything goes through their journal files, and means nothing to later
 * runs.
 */
export class OtherProcesses {
  readonly #identity: Identity;
  readonly #journal: Journal;

  constructor(identity: Identity, journal: Journal) {
    this.#identity = identity;
    this.#journal = journal;
  }

  /** Tells the other processes that the program declares an entry's resource. */
  keeps(kind: string, id: string, entry: string): void {
    this.#tell(kind, id, entry);
  }

  /** Tells the other processes that the program reads an object without managing it. */
  reads(kind: string, id: string, reader: string): void {
    this.#tell(kind, id, topicText("read", reader));
  }

  /** Tells the other processes that a resource was refused because an object exists. */
  wants(kind: string, id: string, name: string): void {
    this.#tell(kind, id, topicText("wants", name));
  }

  /** Tells the other processes that the program declares an object whose name exists only once. */
  declares(kind: string, id: string, name: string): void {
    this.#tell(kind, id, topicText("declares", name));
  }

  /** Tells the other processes of a resource that declares an object of which there is only one. */
  declaresOnce(kind: string, id: string, told: Declarer): void {
    this.#tell(kind, id, topicText("once", JSON.stringify(told)));
  }

  /** Tells the other processes which resource adopts an object. */
  adopts(kind: string, id: string, name: string): void {
    this.#tell(kind, id, topicText("adopts", name));
  }

  /** Tells the other processes that the program declares a different object for the resource that has an object. */
  givesUp(kind: string, id: string, { name, isReplaced }: Giver): void {
    this.#tell(kind, id, topicText(isReplaced ? "gives-up" : "changes", name));
  }

  /**
   * Tells the other processes that another object replaces this one.
   *
   * @param path what the ids of the contents begin with that are deleted with it; empty if there are none
   */
  supersedes(kind: string, id: string, path: string): void {
    this.#tell(kind, id, topicText("replaces", path));
  }

  /** Tells the other processes that the program declares an object, which the state does not have, in a container that it names. */
  places(kind: string, id: string, name: string): void {
    this.#tell(kind, id, topicText("places", name));
  }

  /** Whether another process has an object for another entry, or created or adopted it. */
  isHeld(kind: string, id: string, entry?: string): boolean {
    const text = addressedKey(this.#identity.object(kind, id));
    const isOther = (other?: string) => entry === undefined || other !== entry;
    return this.#files().some(
      ({ held, kept }) =>
        held.some((each) => addressedKey(each) === text && isOther(each.entry)) ||
        [...(kept.get(text)?.by ?? [])].some((by) => !isTopic(by) && isOther(by)),
    );
  }

  /** Whether the program declares, in another process, a resource that has an object, and does not replace it. */
  isDeclared(kind: string, id: string): boolean {
    const text = addressedKey(this.#identity.object(kind, id));
    // Without an entry, the process has only seen that the object exists.
    const isEntered = ({ held, kept }: Told) =>
      held.some((each) => each.entry !== undefined && addressedKey(each) === text) ||
      [...(kept.get(text)?.by ?? [])].some((by) => !isTopic(by));
    return !this.isSuperseded(kind, id) && this.#files().some(isEntered);
  }

  isSuperseded(kind: string, id: string): boolean {
    return this.#named("replaces", kind, id) !== undefined;
  }

  /** Whether the run has other processes. */
  get exist(): boolean {
    return this.#files().length > 0;
  }

  /** Whether another process replaces any object. */
  replaceAny(): boolean {
    return this.#files().some(({ kept }) => [...kept.values()].some(({ by }) => namesIn("replaces", by).length > 0));
  }

  /** The container of an object that another process replaces and deletes. */
  replacedAround(id: string): Pick<ObjectKey, "kind" | "id"> | undefined {
    return this.#kept().find(({ by }) => namesIn("replaces", by).some((path) => path !== "" && liesWithin(id, path)));
  }

  /** Resources of other processes that declare new objects in a container that they name. */
  placedWithin(path: string): Source[] {
    return this.#kept()
      .filter(({ id }) => liesWithin(id, path))
      .flatMap(({ kind, by }) => namesIn("places", by).map((name) => ({ kind, name })));
  }

  /** The resource of another process for which this run is to create an object, unless it has done so. */
  creatorOf(kind: string, id: string): string | undefined {
    return this.adoptersOf(kind, id).length > 0 || this.isHeld(kind, id) ? undefined : this.#named("places", kind, id);
  }

  /** Name of a resource of another process that reads an object. */
  readerOf(kind: string, id: string): string | undefined {
    return this.#named("read", kind, id);
  }

  /** Objects in a container that the program reads in other processes. */
  readWithin(path: string): Read[] {
    return this.#kept()
      .filter(({ id }) => liesWithin(id, path))
      .flatMap(({ kind, id, by }) => namesIn("read", by).map((reader) => ({ kind, id, reader })));
  }

  /** Name of a resource of another process that was refused because an object exists. */
  wantedBy(kind: string, id: string): string | undefined {
    return this.#named("wants", kind, id);
  }

  /** What the program declares in other processes under the name of an object, in another container. */
  declaredElsewhere(kind: string, id: string): DeclaredName[] {
    const { address } = this.#identity;
    const [name, own] = [nameIn(id), canonicalId(id)];
    const isNamesake = (each: KeptObject) =>
      each.kind === kind && each.address === address && nameIn(each.id) === name && canonicalId(each.id) !== own;
    return this.#files()
      .flatMap(({ kept }) => [...kept.values()].filter(isNamesake))
      .flatMap(({ id: other, by }) => [
        ...namesIn("declares", by).map((resource) => ({ id: other, name: resource })),
        ...([...by].some((each) => !isTopic(each)) && !this.isSuperseded(kind, other) ? [{ id: other, name: undefined }] : []),
      ]);
  }

  /** Resources of other processes that declare an object of which there is only one, each as it was told last. */
  declarersOf(kind: string, id: string): Declarer[] {
    const told = this.#allNamed("once", kind, id).map(
      (text) => declarer.safeParse(attempt(() => JSON.parse(text) as unknown)).data,
    );
    return [...new Map(told.flatMap((each) => (each === undefined ? [] : [[each.name, each]]))).values()];
  }

  /** Names of the resources of other processes that were told that they adopt an object. */
  adoptersOf(kind: string, id: string): string[] {
    return this.#allNamed("adopts", kind, id);
  }

  /** The resource of another process that has an object, although the program declares a different one for it. */
  giverOf(kind: string, id: string): Giver | undefined {
    const replaced = this.#named("gives-up", kind, id);
    const name = replaced ?? this.#named("changes", kind, id);
    return name === undefined ? undefined : { name, isReplaced: replaced !== undefined };
  }

  #named(topic: Topic, kind: string, id: string): string | undefined {
    return this.#allNamed(topic, kind, id)[0];
  }

  #allNamed(topic: Topic, kind: string, id: string): string[] {
    const text = addressedKey(this.#identity.object(kind, id));
    return this.#files().flatMap(({ kept }) => namesIn(topic, kept.get(text)?.by ?? []));
  }

  /** What other processes have told of objects at the address of this one. */
  #kept(): KeptObject[] {
    const { address } = this.#identity;
    return this.#files().flatMap(({ kept }) => [...kept.values()].filter((each) => each.address === address));
  }

  #files(): readonly Told[] {
    return this.#journal.filesOfRun();
  }

  /** Before the provider is configured, nothing is known of an object's address, and no other process can ask for it. */
  #tell(kind: string, id: string, by: string): void {
    attempt(() => this.#journal.keep(this.#identity.object(kind, id), by));
  }
}

type Told = Pick<JournalFile, "held" | "kept">;

const namesIn = (topic: Topic, by: Iterable<string>): string[] =>
  [...by].flatMap((text) => (text.startsWith(topicText(topic, "")) ? text.slice(topic.length + 1) : []));
