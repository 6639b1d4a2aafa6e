import { isDeepStrictEqual } from "node:util";
import { excessOf } from "../../sdk/http/payload-limits.js";

/** Whether two values of a field mean the same to the provider. */
export type Same = (a: unknown, b: unknown) => boolean;

/** An absent member and `null` mean the same. */
export const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

/** Absent and `null` members dropped, keys in order. What is too deep to be walked through equals nothing. */
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

/** Equal but for the order of keys and for members that are absent or `null`. */
export const equal: Same = (a, b) => isDeepStrictEqual(canonical(a), canonical(b));

/** As {@link equal}; an empty object or list counts as absent, as servers write the one for the other. */
export const equalOrEmpty: Same = (a, b) => {
  const [left, right] = [canonical(a), canonical(b)];
  return isDeepStrictEqual(isEmpty(left) ? undefined : left, isEmpty(right) ? undefined : right);
};

const lowerCaseKeys = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, member]) => [key.toLowerCase(), member as unknown]))
    : value;

/** Header fields: names in any case, empty counts as absent. */
export const equalHeaders: Same = (a, b) => equalOrEmpty(lowerCaseKeys(a), lowerCaseKeys(b));

const rememberedAddresses = 10_000;
const addresses = new Map<string, string | undefined>();

/** An address in its one form; undefined where the text is none. Each is compared with every other one of its kind. */
function addressOf(text: string): string | undefined {
  if (addresses.has(text)) return addresses.get(text);
  const address = URL.canParse(text) ? new URL(text).href : undefined;
  if (addresses.size >= rememberedAddresses) addresses.clear();
  addresses.set(text, address);
  return address;
}

/** An address in the spelling that all equal ones share; a text that is no address as it is. */
export const oneUrl = (text: string): string => addressOf(text) ?? text;

/** Addresses: scheme and host in any case, default port and empty path left out or not. */
export const equalUrl: Same = (a, b) => {
  if (typeof a !== "string" || typeof b !== "string" || a === b) return equal(a, b);
  const [left, right] = [addressOf(a), addressOf(b)];
  return left !== undefined && left === right;
};
