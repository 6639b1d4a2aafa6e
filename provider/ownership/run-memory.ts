import type { Clock } from "../../sdk/values/clock.js";
import type { Claim } from "../journal/claims.js";
import { Containers } from "./containers.js";
import type { ObjectKey } from "../journal/journal.js";
import type { Properties } from "../values/properties.js";
import { idsOfKind, liesWithin, objectKey } from "../values/object-keys.js";

interface Holder {
  /** Of the resource; empty where it is not known. */
  readonly name: string;
  /** Milliseconds since the epoch. */
  readonly since: number;
}

/** An object that the program only reads, and the name of the resource that does. */
interface Read extends Pick<ObjectKey, "kind" | "id"> {
  readonly reader: string;
}

/** What one provider process has seen of resources and their objects in this run. */
export class RunMemory {
  /** What this run makes of objects that hold others. */
  readonly containers = new Containers();
  readonly #clock: Clock;
  /** Names of the resources that hold an object in this run, by object and entry of the state. */
  readonly #holders = new Map<string, Map<string, Holder>>();
  /** What the program reads without managing it, by object. */
  readonly #read = new Map<string, Read>();
  /** Objects of entries of the state, and those that a message has named. */
  readonly #shown = new Set<string>();
  readonly #wanted = new Map<string, string>();
  /** Resources that the program declares, as far as it has run. */
  readonly #declared = new Set<string>();
  /** Resources that are replaced in this run. */
  readonly #replaced = new Set<string>();
  /** Objects that this run deletes. */
  readonly #leaving = new Set<string>();
  /** Objects that this run replaces. */
  readonly #superseded = new Set<string>();
  readonly #removals = new Map<string, Promise<unknown>>();
  /** What the program declares for objects of the state. */
  readonly #declarations = new Map<string, Properties>();
  /** Names of the resources that were told which object they adopt. */
  readonly #adopters = new Map<string, string>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** An entry of the state has an object in this run. */
  hold(kind: string, id: string, entry: string, name: string): void {
    const key = objectKey(kind, id);
    const holders = this.#holders.get(key) ?? new Map<string, Holder>();
    holders.set(entry, { name, since: this.#clock.now() });
    this.#holders.set(key, holders);
  }

  /** Names of the resources that hold an object in this run, by entry of the state. */
  holdersOf(kind: string, id: string): ReadonlyMap<string, Holder> {
    return this.#holders.get(objectKey(kind, id)) ?? new Map<string, Holder>();
  }

  /** Whether a resource of this run has held an object since a moment, other than the named one. */
  isHeldSince(kind: string, id: string, since: number, self: string): boolean {
    const isOther = ({ name }: Holder) => self === "" || name !== self;
    return [...this.holdersOf(kind, id).values()].some((holder) => holder.since >= since && isOther(holder));
  }

  /** The program reads an object without managing it. */
  reads(kind: string, id: string, reader: string): void {
    this.#read.set(objectKey(kind, id), { kind, id, reader });
  }

  /** Name of the resource that reads an object. */
  readerOf(kind: string, id: string): string | undefined {
    return this.#read.get(objectKey(kind, id))?.reader;
  }

  /** What the program reads within an object. */
  readWithin(path: string): Read[] {
    return [...this.#read.values()].filter(({ id }) => liesWithin(id, path));
  }

  /** The program declares a resource of that name. */
  declares(kind: string, name: string): void {
    this.#declared.add(resourceKey(kind, name));
  }

  /** Whether a program runs: a refresh or a destroy declares nothing. */
  get hasProgram(): boolean {
    return this.#declared.size > 0;
  }

  /** A refresh compares as well, and also what the program declares no more. */
  isDeclared(kind: string, name: string): boolean {
    return name === "" || this.hasDeclared(kind, name);
  }

  /** A message names the object. */
  shown(kind: string, id: string): void {
    this.#shown.add(objectKey(kind, id));
  }

  /** The resource of that name is replaced in this run: what it says of its creation was said of its first one. */
  replaces(kind: string, name: string): void {
    this.#replaced.add(resourceKey(kind, name));
  }

  isReplaced(kind: string, name: string): boolean {
    return name !== "" && this.#replaced.has(resourceKey(kind, name));
  }

  /** This run deletes the object, or is about to, before anything takes its place. */
  leaves(kind: string, id: string): void {
    this.#leaving.add(objectKey(kind, id));
  }

  isLeaving(kind: string, id: string): boolean {
    return this.#leaving.has(objectKey(kind, id));
  }

  /** Something else takes the object's place in this run. */
  supersedes(kind: string, id: string): void {
    this.#superseded.add(objectKey(kind, id));
  }

  /** The object is being deleted, or its entry only. */
  removes(kind: string, id: string, removal: Promise<unknown>): void {
    this.#removals.set(objectKey(kind, id), removal);
  }

  /** Whether the program of this run has an object, as far as it has run: manages it, or reads it. */
  isInUse(kind: string, id: string): boolean {
    const key = objectKey(kind, id);
    return this.#holders.has(key) || this.#read.has(key);
  }

  /** Ids of the objects of a kind that resources of this run hold. */
  heldOf(kind: string): string[] {
    return idsOfKind(kind, this.#holders.keys());
  }

  /** A resource of this run was refused because of an object that exists: whoever deletes it for another entry would lose it. */
  wants(kind: string, id: string, name: string): void {
    this.#wanted.set(objectKey(kind, id), name);
  }

  /** Name of the resource that was refused because of an object. */
  wantedBy(kind: string, id: string): string | undefined {
    return this.#wanted.get(objectKey(kind, id));
  }

  /** Name of a resource of this run other than the named one that holds the object. */
  otherHolder(kind: string, id: string, name: string): string | undefined {
    return [...this.holdersOf(kind, id).values()].find((holder) => holder.name !== name)?.name;
  }

  /** Name of the resource of this program that holds the object, where one is known. */
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

  /** A resource is told which object it adopts. The first one that was told of an object stays its adopter. */
  adopts(kind: string, id: string, name: string): void {
    const key = objectKey(kind, id);
    if (!this.#adopters.has(key)) this.#adopters.set(key, name);
  }

  /** Name of the resource that was told that it adopts an object. */
  adopterOf(kind: string, id: string): string | undefined {
    return this.#adopters.get(objectKey(kind, id));
  }

  isShown(kind: string, id: string): boolean {
    return this.#shown.has(objectKey(kind, id));
  }

  isSuperseded(kind: string, id: string): boolean {
    return this.#superseded.has(objectKey(kind, id));
  }

  /** The deletion of an object, or of its entry only, once this run has begun with that. */
  removalOf(kind: string, id: string): Promise<unknown> | undefined {
    return this.#removals.get(objectKey(kind, id));
  }

  /** Whether the program has declared a resource so far. */
  hasDeclared(kind: string, name: string): boolean {
    return this.#declared.has(resourceKey(kind, name));
  }

  /** Whether the program declares the resource of a claim, as far as it has run. */
  isInProgram({ kind, id, name }: Pick<Claim, "kind" | "id" | "name">): boolean {
    return this.#holders.has(objectKey(kind, id)) || this.hasDeclared(kind, name);
  }

  /** Ids of the objects of a kind that this run has met. */
  idsOf(kind: string): string[] {
    return idsOfKind(kind, [...this.#shown, ...this.#leaving, ...this.#holders.keys()]);
  }
}

const resourceKey = (kind: string, name: string): string => JSON.stringify([kind, name]);
