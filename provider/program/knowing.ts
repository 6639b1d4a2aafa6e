import * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../values/properties.js";

/** What Pulumi keeps on an output, and has no other word for. */
interface Knowing {
  readonly isKnown?: Promise<boolean>;
  promise?(): Promise<unknown>;
}

/** A value that cannot be had fails the resource by itself. */
const isKnown = async (value: unknown): Promise<boolean> =>
  typeof value !== "object" || ((pulumi.output(value) as Knowing).isKnown ?? Promise.resolve(true)).catch(() => true);

/** Names of the arguments that an update does not know; `undefined` where it knows all. */
export async function unknownNames(args: Properties): Promise<string[] | undefined> {
  if (pulumi.runtime.isDryRun()) return undefined;
  const names = await Promise.all(Object.entries(args).map(async ([name, value]) => ((await isKnown(value)) ? [] : [name])));
  const unknown = names.flat();
  return unknown.length === 0 ? undefined : unknown;
}

/** The value as far as it is known, and without what it depends on; a value that cannot be had is not. */
export async function knownValue(value: unknown): Promise<unknown> {
  const output = pulumi.output(value) as Knowing;
  return (await isKnown(output)) ? output.promise?.().catch(() => undefined) : undefined;
}
