import { deepest, isContainer } from "../../sdk/http/payload-limits.js";
import { isAbsent } from "./equality.js";

/** Properties of a resource from Pulumi: plain values, with a sentinel for unknown ones. */
export type Properties = Readonly<Record<string, unknown>>;

/** Whether a value is a list or an object without a class. */
export const isPlain = (value: unknown): value is object =>
  Array.isArray(value) ||
  (isContainer(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value) as object | null));

/**
 * A plain value without members that are `null` or undefined, at any depth: both declare nothing. An element of a list keeps its place, because without it the
 * list would be another one. What is nested too deep stays as it is, and is refused.
 */
export function withoutAbsent<T>(value: T, depth = 0): T {
  if (!isPlain(value) || depth > deepest) return value;
  if (Array.isArray(value)) return value.map((element: unknown) => withoutAbsent(element, depth + 1)) as T;
  const present = Object.entries(value).filter(([, member]) => !isAbsent(member));
  return Object.fromEntries(present.map(([key, member]: [string, unknown]) => [key, withoutAbsent(member, depth + 1)])) as T;
}

/** A property that there is only if it has a value: Pulumi does much for each property of a program, also for an undefined one. */
export const unlessUndefined = (name: string, value: unknown): Properties => (value === undefined ? {} : { [name]: value });

/** The properties with these names that have a value. */
export const pick = (properties: Properties, names: readonly string[]): Properties =>
  Object.fromEntries(names.filter((name) => !isAbsent(properties[name])).map((name) => [name, properties[name]]));

/** The organization that Pulumi reports for backends without organizations. */
export const noOrganization = "organization";
