import { objectText } from "../values/phrases.js";
import { canonicalId, liesWithin, nameIn, objectKey, sameId, spelling } from "../values/ids.js";
import type { Journal } from "../journal/journal.js";
import type { RecordEvent } from "../journal/journal-events.js";
import { attempt } from "../journal/journal-storage.js";
import type { Properties } from "../values/properties.js";
import type { Source } from "../values/unknown-values.js";
import { nameOf } from "../values/reserved-properties.js";
import { type Identity, entryOf } from "./identity.js";
import {
  type DeclarationFacts,
  type DeclaredObject,
  type EntryFacts,
  type RecordKey,
  type RemovalOutcome,
  type RunRecord,
  type ExpectedObject,
  publishedPart,
  RecordIndex,
  textOf,
} from "./run-record.js";

/** What is replaced around an object. */
interface ReplacedContainers {
  /** The nearest container that this process replaces; undefined if it replaces none. */
  readonly own: RunRecord["container"];
  /** A container that another process replaces, for messages. */
  readonly elsewhere: string | undefined;
  /** A container that is deleted by that, for messages. */
  readonly deleted: string | undefined;
}

/**
 * What a run knows of resources and objects: a record for each entry, `get` and declaration. Each explicit `Provider` of a program has its own
 * process, and an object of one of them may lie in an object of another; their records are those that they have published.
 */
export class RunResources {
  readonly #own = new RecordIndex();
  readonly #published = new Map<string, string>();
  readonly #others = new WeakMap<readonly RecordEvent[], RecordIndex>();

  constructor(
    private readonly identity: Identity,
    private readonly journal: Journal,
  ) {}

  // Records

  /** Adds facts to a record, or revises them, and publishes what others may know of it. */
  #record(key: RecordKey, facts: Partial<RunRecord>): void {
    const published = publishedPart(this.#own.revise(key, facts));
    if (published === undefined) return;
    // Before the provider is configured, nothing is known of an object's address, and no other process can ask for it.
    attempt(() => {
      const text = JSON.stringify(published);
      if (this.#published.get(textOf(key)) === text) return;
      this.journal.publish({ ...published, address: this.identity.address });
      this.#published.set(textOf(key), text);
    });
  }

  /** The records of each other process, read from the files now. */
  #ofOthers(): RecordIndex[] {
    return this.journal.recordsOfRun().map((events) => {
      const { address } = this.identity;
      const known = this.#others.get(events) ?? new RecordIndex(events.filter((event) => event.address === address));
      this.#others.set(events, known);
      return known;
    });
  }

  #elsewhere(...by: Parameters<RecordIndex["find"]>): RunRecord[] {
    return this.#ofOthers().flatMap((each) => each.find(...by));
  }

  /** Those of this process first. */
  #find(...by: Parameters<RecordIndex["find"]>): RunRecord[] {
    return [...this.#own.find(...by), ...this.#elsewhere(...by)];
  }

  /** @param state of the entry */
  recordEntry(kind: string, id: string, state: Properties, facts: EntryFacts & { readonly name?: string }): void {
    const key = { role: "entry", kind, id, mark: entryOf(state), name: nameOf(state) } as const;
    this.#record({ ...key, name: this.#own.get(key)?.name ?? key.name }, facts);
  }

  recordDeclaration({ kind, name }: Source, facts: DeclarationFacts): void {
    this.#record({ role: "declaration", kind, id: "", mark: name, name }, facts);
  }

  recordRead(kind: string, id: string, reader: string): void {
    this.#record({ role: "get", kind, id, mark: reader, name: reader }, {});
  }

  /** Records that a message names an object or that the state has it. */
  recordShown(kind: string, id: string): void {
    this.#record({ role: "object", kind, id, mark: "", name: "" }, {});
  }

  /** Records that a message says that a resource gets an existing object. Returns whether it is the first one. */
  recordAnnouncement(resource: Source, id: string): boolean {
    const { announced = [] } = this.#declaration(resource);
    if (announced.some((each) => sameId(each, id))) return false;
    this.recordDeclaration(resource, { announced: [...announced, id] });
    return true;
  }

  // Who has it

  holders(kind: string, id: string): RunRecord[] {
    return this.#find("entry", kind, id).filter(isHeld);
  }

  /** Name of a resource, other than the given one, that holds an object, if known. */
  holderOf(kind: string, id: string, self = ""): string | undefined {
    return this.holders(kind, id).find(({ name }) => name !== self)?.name;
  }

  /** The resources of this run that have an object which an identifier can name. */
  holdersNamed(identifier: string): RunRecord[] {
    return this.#all().filter((each) => each.role === "entry" && isHeld(each) && each.id.split("/").includes(identifier));
  }

  heldOf(kind: string): RunRecord[] {
    return this.#own.find("entry", kind, "").filter(isHeld);
  }

  /** Whether the program of this run has managed or read an object so far, which it does not replace. */
  isInUse(kind: string, id: string): boolean {
    const isManaged = this.holders(kind, id).length > 0 && !this.isSuperseded(kind, id);
    return isManaged || this.readerOf(kind, id) !== undefined;
  }

  readerOf(kind: string, id: string): string | undefined {
    return this.#find("get", kind, id)[0]?.name;
  }

  readWithin(path: string): Pick<RunRecord, "kind" | "id" | "name">[] {
    return this.#all().filter(({ role, id }) => role === "get" && liesWithin(id, path));
  }

  /** Ids of the objects of a kind that this process has seen, in canonical spelling. */
  idsOf(kind: string): string[] {
    return idsIn([...this.#own.find("object", kind, ""), ...this.#own.find("entry", kind, "")]);
  }

  /** Ids of the objects in other containers that this process has seen and that have the same name, in canonical spelling. */
  withSameName(kind: string, id: string): string[] {
    return this.#own.withSameName(kind, id);
  }

  /** Whether a message names an object or the state has it. */
  isShown(kind: string, id: string): boolean {
    return this.#own.find("object", kind, id).length > 0;
  }

  // What happens to it

  #latest(kind: string, id: string, fact: keyof EntryFacts): RunRecord | undefined {
    return this.#own.find("entry", kind, id).findLast(({ [fact]: value }) => value !== undefined);
  }

  /** Name of the resource whose object this run deletes before anything replaces it. */
  deletedFirstFor(kind: string, id: string): string | undefined {
    return this.#latest(kind, id, "isLeaving")?.name;
  }

  /** The deletion of an object, or of only its entry, once this process has started it. */
  removalOf(kind: string, id: string): Promise<RemovalOutcome> | undefined {
    return this.#latest(kind, id, "removal")?.removal;
  }

  /** The entry that has an object, although the program declares a different one for its resource. */
  movingOn(kind: string, id: string): Pick<RunRecord, "name" | "movesOn"> | undefined {
    return this.#find("entry", kind, id).find(({ movesOn }) => movesOn !== undefined);
  }

  isSuperseded(kind: string, id: string): boolean {
    return this.#find("entry", kind, id).some(({ takes }) => takes !== undefined);
  }

  /**
   * Whether this run has started to delete the object of a resource, so that a new one must be created for it. Not if the resource
   * was to adopt another object.
   */
  hasStartedReplacement({ kind, name }: Source): boolean {
    const leaving = this.#own.find("entry", kind, "").filter((each) => each.isLeaving === true && each.name === name);
    const { adopts } = this.declaration({ kind, name });
    if (adopts !== undefined && !leaving.some(({ id }) => sameId(id, adopts))) return false;
    return leaving.some(({ removal }) => removal !== undefined);
  }

  /** Name of a resource other than `self` that was refused because an object exists. */
  refusedBecauseOf(kind: string, id: string, self = ""): string | undefined {
    return this.#find("refusedFor", kind, id).find(({ name }) => name !== self)?.name;
  }

  /** Name of a resource other than `self` that is to adopt an object. */
  otherAdopter(kind: string, id: string, self: string): string | undefined {
    return this.#find("adopts", kind, id).find(({ name }) => name !== self)?.name;
  }

  // What happens around it

  /** What this run replaces around an object. Another process's records are read from its file. */
  replacedContainers(id: string): ReplacedContainers {
    const paths = containersOf(id);
    const own = this.#own.find("container", "", ...paths).find(({ container }) => container?.isReplaced)?.container;
    // Most objects lie in nothing, and this is asked of each.
    const [other] = paths.length === 0 ? [] : this.#elsewhere("takes", "", ...paths);
    const elsewhere = other && objectText(other.kind, other.id);
    return { own, elsewhere, deleted: own === undefined || own.isRetained ? elsewhere : own.title };
  }

  /** Whether this run may replace something around an object: what another process replaces is not compared with it. */
  mayReplaceContainerOf(id: string): boolean {
    return this.replacedContainers(id).own !== undefined || this.#elsewhere("takes", "", "").length > 0;
  }

  /** Whether this process replaces a container. */
  isReplacedAt(path: string): boolean {
    return this.#own.find("container", "", path).some(({ container }) => container?.isReplaced);
  }

  /** Whether this process has created a container, which may be invisible for a moment. */
  isNew(path: string): boolean {
    return this.#own.find("container", "", path).some(({ createdPath }) => createdPath !== undefined);
  }

  /** Entries that left the state because their objects are to be deleted with a container. */
  leftIn(path: string): readonly RunRecord[] {
    return this.#own.all().filter(({ id, isLeftToContainer }) => isLeftToContainer === true && liesWithin(id, path));
  }

  /** Entries that this process dropped because nothing had declared their container. */
  droppedFrom(path: string): readonly RunRecord[] {
    const isIt = (from: string) => objectKey("", from) === objectKey("", path);
    return this.#own.all().filter(({ droppedFrom }) => droppedFrom !== undefined && isIt(droppedFrom));
  }

  // What is declared

  /** What this process knows of a resource of the program. Nothing of one without a name. */
  declaration(resource: Source): DeclarationFacts {
    return resource.name === "" ? {} : this.#declaration(resource);
  }

  #declaration({ kind, name }: Source): DeclarationFacts {
    return this.#own.get({ role: "declaration", kind, id: "", mark: name, name }) ?? {};
  }

  /** Whether a program runs: in a refresh or a destroy, nothing is declared. */
  get hasProgram(): boolean {
    return this.#own.all().some(({ isDeclared }) => isDeclared);
  }

  /** Whether another process of this run may tell something. */
  get hasOtherProcesses(): boolean {
    return this.#ofOthers().length > 0;
  }

  /** The object of a resource, if this process is to create it. */
  toCreate(resource: Source): ExpectedObject | undefined {
    const { isToCreate = false, expected } = this.declaration(resource);
    return isToCreate ? expected : undefined;
  }

  /** The resource for which this run is to create an object, unless it has done so. */
  creatorOf(kind: string, id: string): string | undefined {
    if (this.holders(kind, id).length > 0) return undefined;
    return this.#find("place", kind, id).find(({ isToCreate }) => isToCreate)?.name;
  }

  /** New resources in a container. */
  placedWithin(path: string): Source[] {
    return this.#all().filter(
      ({ place, expected = { place } }) => expected.place !== undefined && liesWithin(expected.place, path),
    );
  }

  /** What a resource of this run other than `self` declares in another container under the name of an object. */
  declaredElsewhere(kind: string, id: string, self: string): { readonly id: string; readonly name: string } | undefined {
    const declared = this.#find("registers", kind, nameIn(id)).map(({ name, registers = "" }) => ({ id: registers, name }));
    return declared.find((each) => each.name !== self && canonicalId(each.id) !== canonicalId(id));
  }

  /**
   * What resources of the program, other than that of this name, declare with a key.
   *
   * @param isOnly whether there is only one object with the key; of others, processes tell each other nothing
   */
  declarersOf(kind: string, key: string, self: string, isOnly = true): (DeclaredObject & Pick<RunRecord, "name">)[] {
    const all = isOnly ? this.#find("key", kind, key) : this.#own.find("key", kind, key);
    return all.flatMap(({ name, object }) => (object === undefined || name === self ? [] : { name, ...object }));
  }

  #all(): RunRecord[] {
    return [...this.#own.all(), ...this.#ofOthers().flatMap((each) => each.all())];
  }
}

const isHeld = ({ heldSince, stays = false }: RunRecord): boolean => heldSince !== undefined || stays;

/** What the ids of the contents of containers of an object begin with, from the nearest one outwards. */
function containersOf(id: string): string[] {
  const parts = spelling(id);
  return parts.slice(1).map((_, index) => parts.slice(0, -1 - index).join("/"));
}

const idsIn = (records: readonly RunRecord[]): string[] => records.map(({ id }) => canonicalId(id));
