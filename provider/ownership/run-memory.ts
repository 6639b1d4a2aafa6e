import type { Clock } from "../../sdk/values/clock.js";
import type { Claim } from "../journal/claims.js";
import type { DeclaredName, Giver, OtherProcesses, Read } from "./other-processes.js";
import { Containers } from "./containers.js";
import { DeclaredObjects } from "./declared-objects.js";
import { Declarers } from "./declarers.js";
import { ExpectedObjects, type Source } from "./expected-objects.js";
import { NameIndex } from "./name-index.js";
import { objectText } from "../values/labels.js";
import type { Properties } from "../values/properties.js";
import { idsOfKind, liesWithin, objectKey } from "../values/object-keys.js";

interface Holder {
  /** Name of the resource; empty if unknown. */
  readonly name: string;
  /** In milliseconds since the epoch. */
  readonly since: number;
}

/** What a removal does: the object is deleted, or only its entry leaves the state. */
export type Removal = "gone" | "left";

/** Resources and objects that one provider process has seen in this run, with what the run's other processes have told it. */
export class RunMemory {
  /** What this run does with containers. */
  readonly containers = new Containers();
  /** Resources that declare an object of which there is only one. */
  readonly declarers: Declarers;
  readonly declaredObjects = new DeclaredObjects();
  readonly expected = new ExpectedObjects();
  readonly #clock: Clock;
  readonly #otherProcesses: OtherProcesses;
  /** Resources that hold an object in this run, by object and entry. */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** Objects that the program reads without managing them, by object. */
  readonly #read = new Map<string, Read>();
  /** Objects that the state has or that a message has named. */
  readonly #shown = new Set<string>();
  /** Objects that this run has seen. */
  readonly #names = new NameIndex<true>();
  /** Names of the resources that declare an object whose name exists only once. */
  readonly #declaredNames = new NameIndex<string>();
  readonly #wanted = new Map<string, string>();
  /** Resources that the program has declared so far. */
  readonly #declared = new Set<string>();
  /** Resources that the state retains. */
  readonly #retained = new Set<string>();
  /** Resources that are replaced in this run. */
  readonly #replaced = new Set<string>();
  /** Objects that this run deletes, with the names of the resources that had them. */
  readonly #leaving = new Map<string, string>();
  /** Ids of the objects that this run deletes because it replaces what contains them, by resource. */
  readonly #deletedFirst = new Map<string, string>();
  /** Objects of resources for which the program declares a different one. */
  readonly #givenUp = new Map<string, Giver>();
  /** Objects that this run replaces. */
  readonly #superseded = new Set<string>();
  readonly #removals = new Map<string, Promise<Removal>>();
  /** What the program declares for objects of the state. */
  readonly #declarations = new Map<string, Properties>();
  /** Names of the resources that are to adopt an object. */
  readonly #adopters = new Map<string, string>();
  /** Ids of the objects that resources are to adopt. */
  readonly #adoptions = new Map<string, string>();
  /** Resources of which a message has said that they get an existing object, with that object. */
  readonly #announced = new Set<string>();

  constructor(clock: Clock, otherProcesses: OtherProcesses) {
    this.#clock = clock;
    this.#otherProcesses = otherProcesses;
    this.declarers = new Declarers(otherProcesses);
  }

  /** Records that an entry has an object in this run. */
  hold(kind: string, id: string, entry: string, name: string): void {
    const key = objectKey(kind, id);
    const holders = this.#holders.get(key) ?? new Map<string, Holder>();
    holders.set(entry, { name, since: this.#clock.now() });
    this.#holders.set(key, holders);
    this.#names.set(kind, id, true);
  }

  /** Whether a resource holds an object in this run. */
  isHolder(kind: string, name: string): boolean {
    return this.heldOf(kind).some((id) => [...this.holdersOf(kind, id).values()].some((holder) => holder.name === name));
  }

  /** Resources that hold an object in this run, by entry. */
  holdersOf(kind: string, id: string): ReadonlyMap<string, Holder> {
    return this.#holders.get(objectKey(kind, id)) ?? new Map<string, Holder>();
  }

  /** Whether a resource of this run other than `self` has held an object since a moment. */
  isHeldSince(kind: string, id: string, since: number, self: string): boolean {
    const isOther = ({ name }: Holder) => self === "" || name !== self;
    return [...this.holdersOf(kind, id).values()].some((holder) => holder.since >= since && isOther(holder));
  }

  /** Records that the program reads an object without managing it. */
  reads(kind: string, id: string, reader: string): void {
    this.#read.set(objectKey(kind, id), { kind, id, reader });
    this.#otherProcesses.reads(kind, id, reader);
  }

  /** Name of the resource that reads an object. */
  readerOf(kind: string, id: string): string | undefined {
    return this.#read.get(objectKey(kind, id))?.reader ?? this.#otherProcesses.readerOf(kind, id);
  }

  /** Objects in a container that the program reads. */
  readWithin(path: string): Read[] {
    return [...[...this.#read.values()].filter(({ id }) => liesWithin(id, path)), ...this.#otherProcesses.readWithin(path)];
  }

  /** Records that the program declares a resource. */
  declares(kind: string, name: string): void {
    this.#declared.add(resourceKey(kind, name));
  }

  /** Whether a program runs: in a refresh or a destroy, nothing is declared. */
  get hasProgram(): boolean {
    return this.#declared.size > 0;
  }

  /**
   * Whether the program has declared a resource so far; true for an unknown name. A refresh also diffs resources that the program
   * no longer declares.
   */
  isDeclared(kind: string, name: string): boolean {
    return name === "" || this.hasDeclared(kind, name);
  }

  /** Records that a message names an object or that the state has it. */
  shown(kind: string, id: string): void {
    this.#shown.add(objectKey(kind, id));
    this.#names.set(kind, id, true);
  }

  /** Ids of the objects in other containers that this run has seen and that have the same name. */
  namesakes(kind: string, id: string): string[] {
    return this.#names.elsewhere(kind, id).map(([other]) => other);
  }

  /**
   * Records that the program declares an object whose name exists only once, whether or not it gets it.
   *
   * @param isNew whether the state does not have it
   */
  declaresName(kind: string, id: string, name: string, isNew: boolean): void {
    this.#declaredNames.set(kind, id, name);
    if (isNew) this.#otherProcesses.declares(kind, id, name);
  }

  /** What resources of this run other than `self` declare in another container under the name of an object. */
  declaredElsewhere(kind: string, id: string, self: string): DeclaredName | undefined {
    const own = this.#declaredNames.elsewhere(kind, id).map(([other, name]) => ({ id: other, name }));
    return [...own, ...this.#otherProcesses.declaredElsewhere(kind, id)].find(({ name }) => name !== self);
  }

  /** Records that the state retains the object of a resource (`retainOnDelete`). */
  retains(kind: string, name: string): void {
    this.#retained.add(resourceKey(kind, name));
  }

  isRetained(kind: string, name: string): boolean {
    return this.#retained.has(resourceKey(kind, name));
  }

  /** The resource for which this run is to create an object, unless it has done so. */
  creatorOf(kind: string, id: string): string | undefined {
    if (this.#holders.has(objectKey(kind, id))) return undefined;
    const expected = this.expected.at(kind, id);
    return expected === undefined ? this.#otherProcesses.creatorOf(kind, id) : this.expected.toCreate(expected)?.name;
  }

  /** Records that this run replaces a resource: its creation arguments, such as `adopt`, were meant for its first object. */
  replaces(kind: string, name: string): void {
    this.#replaced.add(resourceKey(kind, name));
  }

  isReplaced(kind: string, name: string): boolean {
    return name !== "" && this.#replaced.has(resourceKey(kind, name));
  }

  /** Records that this run deletes the object of a resource, or is about to, before anything replaces it. */
  leaves(kind: string, id: string, name: string): void {
    this.#leaving.set(objectKey(kind, id), name);
  }

  /** Name of the resource whose object this run deletes before anything replaces it. */
  leaverOf(kind: string, id: string): string | undefined {
    return this.#leaving.get(objectKey(kind, id));
  }

  /** Records that this run deletes the object of a resource, and creates one for it again, because it replaces what contains it. */
  deletesFirst(kind: string, name: string, id: string): void {
    this.#deletedFirst.set(resourceKey(kind, name), id);
  }

  /** Id of the object of a resource that this run deletes because it replaces what contains it. */
  deletedFirst(kind: string, name: string): string | undefined {
    return name === "" ? undefined : this.#deletedFirst.get(resourceKey(kind, name));
  }

  /** Records that the program declares a different object for the resource that has this one. */
  givesUp(kind: string, id: string, giver: Giver): void {
    this.#givenUp.set(objectKey(kind, id), giver);
    this.#otherProcesses.givesUp(kind, id, giver);
  }

  /** The resource that has an object, although the program declares a different one for it. */
  giverOf(kind: string, id: string): Giver | undefined {
    return this.#givenUp.get(objectKey(kind, id)) ?? this.#otherProcesses.giverOf(kind, id);
  }

  /**
   * Records that another object replaces this one in this run.
   *
   * @param path what the ids of the contents begin with that are deleted with it; default: there are none
   */
  supersedes(kind: string, id: string, path = ""): void {
    this.#superseded.add(objectKey(kind, id));
    this.#otherProcesses.supersedes(kind, id, path);
  }

  /** Whether another process of this run may tell something. */
  get hasOtherProcesses(): boolean {
    return this.#otherProcesses.exist;
  }

  /** Records that the program declares an object, which the state does not have, in a container that it names. */
  places(kind: string, id: string, name: string): void {
    if (this.expected.at(kind, id)?.name !== name) this.#otherProcesses.places(kind, id, name);
  }

  /** New resources in a container. */
  placedWithin(path: string): Source[] {
    return [...this.expected.within(path), ...this.#otherProcesses.placedWithin(path)];
  }

  /** The container of an object that this run replaces and deletes, for messages; undefined if there is none. */
  deletedAround(id: string): string | undefined {
    return this.containers.deletedAround(id) ?? this.deletedElsewhereAround(id);
  }

  /** The same, of those that another process replaces. */
  deletedElsewhereAround(id: string): string | undefined {
    const elsewhere = this.#otherProcesses.replacedAround(id);
    return elsewhere === undefined ? undefined : objectText(elsewhere.kind, elsewhere.id);
  }

  /** Records that an object, or only its entry, is being deleted. */
  removes(kind: string, id: string, removal: Promise<Removal>): void {
    this.#removals.set(objectKey(kind, id), removal);
  }

  /** Whether the program of this run has managed or read an object so far. */
  isInUse(kind: string, id: string): boolean {
    if (this.#holders.has(objectKey(kind, id)) || this.readerOf(kind, id) !== undefined) return true;
    return this.#otherProcesses.isDeclared(kind, id);
  }

  /** Ids of the objects of a kind that resources of this run hold. */
  heldOf(kind: string): string[] {
    return idsOfKind(kind, this.#holders.keys());
  }

  /**
   * Records that a resource of this run was refused because an object exists: deleting that object for another entry would lose
   * it.
   */
  wants(kind: string, id: string, name: string): void {
    this.#wanted.set(objectKey(kind, id), name);
    this.#otherProcesses.wants(kind, id, name);
  }

  /** Name of the resource that was refused because an object exists. */
  wantedBy(kind: string, id: string): string | undefined {
    return this.#wanted.get(objectKey(kind, id)) ?? this.#otherProcesses.wantedBy(kind, id);
  }

  /** Name of a resource of this run, other than the given one, that holds the object. */
  otherHolder(kind: string, id: string, name: string): string | undefined {
    return [...this.holdersOf(kind, id).values()].find((holder) => holder.name !== name)?.name;
  }

  /** Name of the resource of this program that holds the object, if known. */
  declaredHolder(kind: string, id: string): string | undefined {
    const [holder] = this.holdersOf(kind, id).values();
    return holder?.name || undefined;
  }

  /** The program declares this for the resource whose entry of the state has the object: the same one, changed or not, or another one. */
  declaresFor(kind: string, id: string, inputs: Properties): void {
    this.#declarations.set(objectKey(kind, id), inputs);
  }

  declarationFor(kind: string, id: string): Properties | undefined {
    return this.#declarations.get(objectKey(kind, id));
  }

  /** Records that a resource is to adopt an object. The first one stays its adopter. */
  adopts(kind: string, id: string, name: string): void {
    const key = objectKey(kind, id);
    if (this.#adopters.has(key)) return;
    this.#adopters.set(key, name);
    this.#adoptions.set(resourceKey(kind, name), id);
    this.#otherProcesses.adopts(kind, id, name);
  }

  /** The id of the object that a resource is to adopt. */
  adoptionOf(kind: string, name: string): string | undefined {
    return name === "" ? undefined : this.#adoptions.get(resourceKey(kind, name));
  }

  isAdopter(kind: string, id: string, name: string): boolean {
    return this.#adopters.get(objectKey(kind, id)) === name;
  }

  /** Records that a message says that a resource gets an existing object. Returns whether it is the first one. */
  announces(kind: string, id: string, name: string): boolean {
    const key = JSON.stringify([objectKey(kind, id), name]);
    if (this.#announced.has(key)) return false;
    this.#announced.add(key);
    return true;
  }

  /** Name of a resource other than `self` that is to adopt an object. */
  otherAdopter(kind: string, id: string, self: string): string | undefined {
    const own = this.#adopters.get(objectKey(kind, id));
    return [...(own === undefined ? [] : [own]), ...this.#otherProcesses.adoptersOf(kind, id)].find((name) => name !== self);
  }

  /**
   * Whether this run has started to delete the object of a resource, so that a new one must be created for it. Not if the resource
   * was to adopt another object.
   */
  hasMadeRoom(kind: string, name: string): boolean {
    const isItsOwn = (key: string) => this.#leaving.get(key) === name;
    const isOfKind = (key: string) => idsOfKind(kind, [key]).length > 0;
    if ([...this.#adopters].some(([key, adopter]) => adopter === name && isOfKind(key) && !isItsOwn(key))) return false;
    return [...this.#removals.keys()].some((key) => isOfKind(key) && isItsOwn(key));
  }

  isShown(kind: string, id: string): boolean {
    return this.#shown.has(objectKey(kind, id));
  }

  isSuperseded(kind: string, id: string): boolean {
    return this.#superseded.has(objectKey(kind, id)) || this.#otherProcesses.isSuperseded(kind, id);
  }

  /** Whether this run may replace a container of an object. What another process replaces is not compared with it. */
  mayReplaceAround(id: string): boolean {
    return this.containers.replacedAround(id) !== undefined || this.#otherProcesses.replaceAny();
  }

  /** The deletion of an object, or of only its entry, once this run has started it. */
  removalOf(kind: string, id: string): Promise<Removal> | undefined {
    return this.#removals.get(objectKey(kind, id));
  }

  /** Whether the program has declared a resource so far. */
  hasDeclared(kind: string, name: string): boolean {
    return this.#declared.has(resourceKey(kind, name));
  }

  /** Whether the program has declared the resource of a claim so far. */
  isInProgram({ kind, id, name }: Pick<Claim, "kind" | "id" | "name">): boolean {
    return this.#holders.has(objectKey(kind, id)) || this.hasDeclared(kind, name) || this.#otherProcesses.isDeclared(kind, id);
  }

  /** Ids of the objects of a kind that this run has seen. */
  idsOf(kind: string): string[] {
    return idsOfKind(kind, [...this.#shown, ...this.#leaving.keys(), ...this.#holders.keys()]);
  }
}

const resourceKey = (kind: string, name: string): string => JSON.stringify([kind, name]);
