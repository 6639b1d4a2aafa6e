import { z } from "zod";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { collectionNames, type CollectionName, type RecordOf } from "./collections.js";

/** How long a new object stays invisible: for a number of reads that would have shown it, or until a time. */
export type Invisibility = { readonly reads: number } | { readonly until: number };

/** Everything that the store contains, as plain JSON. */
export interface Snapshot {
  readonly version: 1;
  /** The sandbox's time, in milliseconds since the epoch. */
  readonly time: number;
  /** Last number issued, by sequence. */
  readonly sequences: Readonly<Record<string, number>>;
  readonly invisible: Readonly<Record<string, Invisibility>>;
  readonly collections: { readonly [N in CollectionName]?: readonly RecordOf<N>[] };
}

/** A record of any collection. Its content is not checked: tests change records in ways that no seed would. */
export const recordSchema = z.looseObject({ id: z.string().min(1) });

const snapshotSchema = z.looseObject({
  time: z.number(),
  sequences: z.record(z.string(), z.number()),
  invisible: z.record(z.string(), z.union([z.strictObject({ reads: z.number() }), z.strictObject({ until: z.number() })])),
  collections: z.record(z.string(), z.array(recordSchema)),
});

/**
 * Reads a snapshot.
 *
 * @throws Error that says what is wrong with it.
 */
export function parseSnapshot(data: unknown): Snapshot {
  const { version } = z.looseObject({ version: z.unknown() }).safeParse(data).data ?? {};
  if (version !== 1) throw new Error(`The snapshot has version ${JSON.stringify(version)}; this sandbox reads version 1.`);
  const { error } = snapshotSchema.safeParse(data);
  if (error !== undefined) throw new Error(`Not a snapshot: ${schemaProblems(error.issues, "", data).slice(0, 10).join("; ")}`);
  const snapshot = data as Snapshot;
  const unknown = Object.keys(snapshot.collections).filter((name) => !(collectionNames as readonly string[]).includes(name));
  if (unknown.length > 0) throw new Error(`The snapshot contains unknown collections: ${unknown.join(", ")}.`);
  return snapshot;
}
