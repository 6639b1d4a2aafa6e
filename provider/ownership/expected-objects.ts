import { z } from "zod";
import { liesWithin, objectKey } from "../values/object-keys.js";

/** A resource of the program. */
export interface Source {
  readonly kind: string;
  readonly name: string;
}

export type Sources = Readonly<Record<string, Source>>;

const sources = z.record(z.string(), z.object({ kind: z.string(), name: z.string() }));

/** The sources in a property, by argument; none if it is absent. */
export const readSources = (property: unknown): Sources => sources.safeParse(property).data ?? {};

/** An object that a resource declares and the state does not have for it. */
export interface ExpectedObject extends Source {
  /** The id that it will have, in which the resource stands for the name of a container that this run creates; absent if not known. */
  readonly place?: string | undefined;
  /** What the id will tell, by output. */
  readonly derived: Readonly<Record<string, string>>;
}

/** An object that this run creates, from which an argument takes its value. */
export interface NewSource extends Source {
  /** The value of the argument, or what stands for it. */
  readonly value: string;
}

const keyOf = ({ kind, name }: Source): string => JSON.stringify([kind, name]);

/** What this run is to create, as far as the program tells, and which arguments wait for it. */
export class ExpectedObjects {
  readonly #byResource = new Map<string, ExpectedObject>();
  readonly #byPlace = new Map<string, ExpectedObject>();
  readonly #toCreate = new Set<string>();
  readonly #sources = new Map<string, Sources>();

  /** Records from which resource each unknown argument takes its value. */
  takes(resource: Source, sources: Sources): void {
    this.#sources.set(keyOf(resource), sources);
  }

  /** The resource from which an unknown argument takes its value; undefined if the argument is known, or has no single source. */
  sourceOf(resource: Source, argument: string): Source | undefined {
    return this.#sources.get(keyOf(resource))?.[argument];
  }

  /** Records what a resource declares, in place of what it declared before. */
  declares(expected: ExpectedObject): void {
    const { place: earlier } = this.#byResource.get(keyOf(expected)) ?? {};
    if (earlier !== undefined) this.#byPlace.delete(objectKey(expected.kind, earlier));
    this.#byResource.set(keyOf(expected), expected);
    if (expected.place !== undefined) this.#byPlace.set(objectKey(expected.kind, expected.place), expected);
  }

  /** Records that this run is to create the object of a resource, and does not adopt it. */
  willCreate(resource: Source): void {
    this.#toCreate.add(keyOf(resource));
  }

  /** The object of a resource, if this run is to create it. */
  toCreate(resource: Source): ExpectedObject | undefined {
    return this.#toCreate.has(keyOf(resource)) ? this.#byResource.get(keyOf(resource)) : undefined;
  }

  /** The object of a kind that is declared at a place. */
  at(kind: string, place: string): ExpectedObject | undefined {
    return this.#byPlace.get(objectKey(kind, place));
  }

  /** Objects that are declared in a container. */
  within(path: string): ExpectedObject[] {
    return [...this.#byPlace.values()].filter(({ place }) => liesWithin(place!, path));
  }

  /** Objects that this run is to create for resources of a name. */
  toCreateNamed(name: string): ExpectedObject[] {
    return [...this.#byResource.values()].filter((each) => each.name === name && this.#toCreate.has(keyOf(each)));
  }
}
