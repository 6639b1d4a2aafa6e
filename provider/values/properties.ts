import { deepest, isContainer, excessOf } from "../../sdk/http/payload-limits.js";
import { isDeepStrictEqual } from "node:util";

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

/** Whether two values of a field mean the same to the provider. */
export type Same = (a: unknown, b: unknown) => boolean;

/** An absent member and `null` mean the same. */
export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Drops absent and `null` members, and sorts keys. A value that is too large or too deep equals nothing. */
const canonical = (value: unknown): unknown => (excessOf(value) === undefined ? ordered(value) : Symbol("excessive"));

function ordered(value: unknown): unknown {
  if (isAbsent(value)) return undefined;
  if (Array.isArray(value)) return value.map((element: unknown) => ordered(element) ?? null);
  if (typeof value !== "object") return value;
  const members = Object.entries(value)
    .map(([key, member]) => [key, ordered(member)] as const)
    .filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const isEmpty = (value: unknown): boolean => typeof value === "object" && value !== null && Object.keys(value).length === 0;

/** Whether a value is an object without a member. One that is `undefined` is none, because it is not sent. */
export const isEmptyObject = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((member) => member === undefined);

/** Equal, except for the order of keys and for members that are absent or `null`. */
export const equal: Same = (a, b) => isDeepStrictEqual(canonical(a), canonical(b));

/** As {@link equal}, but an empty object or list counts as absent, because servers use one for the other. */
export const equalOrEmpty: Same = (a, b) => {
  const [left, right] = [canonical(a), canonical(b)];
  return isDeepStrictEqual(isEmpty(left) ? undefined : left, isEmpty(right) ? undefined : right);
};

const lowerCaseKeys = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member as unknown]))
    : value;

/** For header fields: ignores the case of names, and counts empty as absent. */
export const equalHeaders: Same = (a, b) => equalOrEmpty(lowerCaseKeys(a), lowerCaseKeys(b));

/** An address in the spelling that all equal ones share; a text that is no address as it is. */
export const oneUrl = (text: string): string => (URL.canParse(text) ? new URL(text).href : text);

/** For addresses: ignores the case of scheme and host, a default port and an empty path. */
export const equalUrl: Same = (a, b) =>
  typeof a === "string" && typeof b === "string" ? a === b || oneUrl(a) === oneUrl(b) : equal(a, b);

/** How Pulumi marks what is not plain, in the state and on the wire, and the mark of a secret. */
export const signatureKey = "4dabf18193072939515e22adb298388d";
export const secretSignature = "1b47061264138c4ac30d75fd1eb44270";

/** Whether Pulumi has marked a value as a secret. */
export const isMarkedSecret = (value: unknown): boolean =>
  typeof value === "object" && value !== null && (value as Properties)[signatureKey] === secretSignature;
