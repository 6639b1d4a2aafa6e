import * as pulumi from "@pulumi/pulumi";
import { deepest } from "../values/unknown-values.js";

/** What Pulumi keeps on an output without a public type. */
interface Hidden {
  readonly isKnown?: Promise<boolean>;
  promise?(): Promise<unknown>;
  resources?(): Set<pulumi.Resource>;
  allResources?(): Promise<Set<pulumi.Resource>>;
}

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
  !isDeferred(value) || ((pulumi.output(value) as Hidden).isKnown ?? Promise.resolve(true)).catch(() => true);

/** The value without its dependencies; `undefined` if it is unknown or rejected. */
export async function knownValue(value: unknown): Promise<unknown> {
  if (!isDeferred(value)) return value;
  // An output of an output would be three more, and a preview asks for two outputs of each resource.
  const isOutput = pulumi.Output.isInstance(value);
  const { isKnown: known, promise } = (isOutput ? value : pulumi.output(value)) as Hidden;
  if ((await known?.catch(() => true)) === false) return undefined;
  const found = await promise?.().catch(() => undefined);
  return isOutput && isDeferred(found) ? knownValue(found) : found;
}

/** The resources that a value depends on. */
export const sourcesOf = async (value: unknown): Promise<pulumi.Resource[]> =>
  isDeferred(value) ? [...((await (pulumi.output(value) as Hidden).allResources?.().catch(() => undefined)) ?? [])] : [];

/** The resources that an output depends on, as far as it tells at once. */
export const presentSourcesOf = (value: unknown): pulumi.Resource[] =>
  pulumi.Output.isInstance(value) ? [...((value as Hidden).resources?.() ?? [])] : [];
