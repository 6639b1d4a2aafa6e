import * as pulumi from "@pulumi/pulumi";
import type { Properties } from "../values/properties.js";

/** Properties that Pulumi keeps on an output without a public type. */
interface Knowing {
  readonly isKnown?: Promise<boolean>;
  promise?(): Promise<unknown>;
  allResources?(): Promise<Set<pulumi.Resource>>;
}

/** Deeper than any valid argument; `check` refuses anything deeper. */
export const deepest = 101;

/** Whether a value is known only later. */
export const isLater = (value: unknown): boolean => pulumi.Output.isInstance(value) || value instanceof Promise;

/** Whether a value, or anything in it, is known only later. */
export function isDeferred(value: unknown, depth = 0): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (isLater(value) || depth > deepest) return true;
  return Object.values(value).some((member) => isDeferred(member, depth + 1));
}

/** A rejected value counts as known, because it fails the resource anyway. */
export const isKnown = async (value: unknown): Promise<boolean> =>
  !isDeferred(value) || ((pulumi.output(value) as Knowing).isKnown ?? Promise.resolve(true)).catch(() => true);

/** The resources that a value depends on. */
export const sourcesOf = async (value: unknown): Promise<pulumi.Resource[]> =>
  isDeferred(value) ? [...((await (pulumi.output(value) as Knowing).allResources?.().catch(() => undefined)) ?? [])] : [];

/** Names of the arguments that are unknown in an update; `undefined` if all are known. */
export const unknownNames = (args: Properties): Promise<string[] | undefined> | undefined =>
  pulumi.runtime.isDryRun() || !isDeferred(args) ? undefined : namesOfUnknown(args);

async function namesOfUnknown(args: Properties): Promise<string[] | undefined> {
  const names = await Promise.all(Object.entries(args).map(async ([name, value]) => ((await isKnown(value)) ? [] : [name])));
  const unknown = names.flat();
  return unknown.length === 0 ? undefined : unknown;
}

/** The value without its dependencies; `undefined` if it is unknown or rejected. */
export async function knownValue(value: unknown): Promise<unknown> {
  if (!isDeferred(value)) return value;
  const output = pulumi.output(value) as Knowing;
  return (await isKnown(output)) ? output.promise?.().catch(() => undefined) : undefined;
}
