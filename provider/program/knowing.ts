import * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../values/properties.js";

/** Properties that Pulumi keeps on an output without a public type. */
interface Knowing {
  readonly isKnown?: Promise<boolean>;
  promise?(): Promise<unknown>;
  allResources?(): Promise<Set<pulumi.Resource>>;
}

/** A rejected value counts as known, because it fails the resource anyway. */
export const isKnown = async (value: unknown): Promise<boolean> =>
  typeof value !== "object" || ((pulumi.output(value) as Knowing).isKnown ?? Promise.resolve(true)).catch(() => true);

/** The resources that a value depends on. */
export const sourcesOf = async (value: unknown): Promise<pulumi.Resource[]> => [
  ...((await (pulumi.output(value) as Knowing).allResources?.().catch(() => undefined)) ?? []),
];

/** Names of the arguments that are unknown in an update; `undefined` if all are known. */
export async function unknownNames(args: Properties): Promise<string[] | undefined> {
  if (pulumi.runtime.isDryRun()) return undefined;
  const names = await Promise.all(Object.entries(args).map(async ([name, value]) => ((await isKnown(value)) ? [] : [name])));
  const unknown = names.flat();
  return unknown.length === 0 ? undefined : unknown;
}

/** The value without its dependencies; `undefined` if it is unknown or rejected. */
export async function knownValue(value: unknown): Promise<unknown> {
  const output = pulumi.output(value) as Knowing;
  return (await isKnown(output)) ? output.promise?.().catch(() => undefined) : undefined;
}
