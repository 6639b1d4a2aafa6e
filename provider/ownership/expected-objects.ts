import { z } from "zod";

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
export interface ExpectedObject {
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
