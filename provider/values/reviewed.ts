import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { isMarkedSecret, type Properties } from "./properties.js";
import { isUnknown, type Source, type Sources } from "./unknown-values.js";

/** Set by `hosting review` and `hosting apply`: the key of the digests of what resources declare, which a preview masks. */
export const digestKeyVariable = "HOSTING_DIGEST_KEY";

/** Set by `hosting apply`: the file with the calls that were reviewed, which is written before the run begins. */
export const reviewedVariable = "HOSTING_REVIEWED";

/** Keyed digests of values by their paths, such as `headers["X-Key"]`; null for a value that is not known before the run. */
export type Digests = Readonly<Record<string, string | null>>;

/** Whose login is used. */
export interface ReviewedLogin {
  /** Name of an explicit provider. */
  readonly provider?: string | undefined;
  /** Of the API. */
  readonly address: string;
  /** Number of the customer, or the login where that is not known. */
  readonly of: string;
}

/** What a run may do. */
export interface Reviewed {
  readonly calls: readonly ReviewedCall[];
  readonly logins: readonly ReviewedLogin[];
}

/** A call to the provider that changes an object. */
interface ChangingCall {
  readonly call: "create" | "update" | "delete";
  readonly kind: string;
  /** Of the resource, within its parents. */
  readonly name: string;
  /** Of the object; absent for a creation. */
  readonly id?: string | undefined;
}

/** A call as it was reviewed. */
export interface ReviewedCall extends ChangingCall {
  /** Whose login the resource uses; absent for a deletion, and if the preview has not seen it. */
  readonly login?: ReviewedLogin | undefined;
  /** What the resource declares; absent for a deletion, and if the preview has not seen it. */
  readonly declares?: Digests | undefined;
  /** From which resources identifiers come that are not known before the run. */
  readonly sources?: Sources | undefined;
}

/** A value as JSON with the members of its objects in the order of their names, so that equal values have equal texts. */
export const canonicalJson = (value: unknown): string => JSON.stringify(value, sorted) ?? "null";

function sorted(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** 128 bits: nobody finds another value with the same digest, or a secret without the key. */
export const keyedDigest = (key: string, ...parts: readonly unknown[]): string =>
  createHmac("sha256", key).update(canonicalJson(parts)).digest("hex").slice(0, 32);

/** The digests of what a resource declares, without Pulumi's and this package's own properties. */
export const digestsOf = (key: string, inputs: Properties): Digests =>
  Object.fromEntries(
    Object.entries(inputs)
      .filter(([name]) => !name.startsWith("__"))
      .flatMap(([name, value]) => leavesOf(name, value))
      .map(([path, value]) => [path, isUnknown(value) ? null : keyedDigest(key, path, value)]),
  );

/** The values without members, and empty ones, by path. @param isLeftOut what is not looked into */
export function leavesOf(path: string, value: unknown, isLeftOut = (_: unknown) => false): (readonly [string, unknown])[] {
  if (isLeftOut(value)) return [];
  const members = typeof value === "object" && value !== null ? Object.entries(value) : [];
  if (members.length === 0) return [[path, value]];
  return members.flatMap(([name, member]) => leavesOf(`${path}[${JSON.stringify(name)}]`, member, isLeftOut));
}

/** Whether a path is that of a value, or of something in it. */
export const isWithin = (path: string, value: string): boolean => path === value || path.startsWith(`${value}[`);

/** Paths of the values that Pulumi has not marked as secret. */
export const plainPaths = (properties: Properties): readonly string[] =>
  Object.entries(properties).flatMap(([name, value]) => leavesOf(name, value, isMarkedSecret).map(([path]) => path));

/** Paths of the values that are other ones than reviewed. What the review did not know, and what is in it, is none. */
export function differingArguments(reviewed: Digests, now: Digests): readonly string[] {
  const unknown = Object.keys(reviewed).filter((path) => reviewed[path] === null);
  return [...new Set([...Object.keys(reviewed), ...Object.keys(now)])]
    .filter((path) => reviewed[path] !== now[path] && !unknown.some((each) => isWithin(path, each)))
    .sort();
}

/** Of some arguments, those in which something was not known before the run. */
export function openArguments(declares: Digests, names: readonly string[]): readonly string[] {
  const open = Object.keys(declares).filter((path) => declares[path] === null);
  return names.filter((each) => open.some((path) => isWithin(path, each)));
}

/** What is known of a call in the run. */
export interface PresentCall extends ChangingCall {
  /** What the resource declares. */
  readonly inputs: Properties;
  readonly login: ReviewedLogin;
  /** Arguments that decide what is bought or overwritten, so that a review must have seen them. */
  readonly decisive: readonly string[];
  /** The resources of this run from whose objects the identifier in an argument can come. Asked only for one that the review did not know. */
  readonly sourcesOf: (argument: string) => readonly Source[];
}

/**
 * Why a call must not be made, as the end of a sentence: it is not what was reviewed.
 *
 * @param key of the digests
 */
export function notReviewed(
  { calls, logins }: Reviewed,
  key: string,
  { call, kind, name, id, inputs, login, decisive, sourcesOf }: PresentCall,
): string | undefined {
  const reviewed = calls.find((each) => each.call === call && each.kind === kind && each.name === name && each.id === id);
  if (reviewed === undefined) return "the review does not have it";
  if (reviewed.login !== undefined && canonicalJson(reviewed.login) !== canonicalJson(login))
    return "the review has it with another login";
  const known = logins.filter(({ provider }) => provider === login.provider);
  // Of a provider with deletions only, a preview asks nothing: its login is in the state.
  if (known.length > 0 ? !known.some((each) => canonicalJson(each) === canonicalJson(login)) : call !== "delete")
    return "the review is of another login";
  const { declares, sources: expected = {} } = reviewed;
  if (call === "delete") return undefined;
  if (declares === undefined) return "the review did not see what it declares";
  const differing = differingArguments(declares, digestsOf(key, inputs));
  if (differing.length > 0) return `its ${differing.join(", ")} is not what was reviewed`;
  const isFromExpected = (each: string) => {
    const of = expected[each];
    return of !== undefined && sourcesOf(each).some(({ kind: by, name: called }) => by === of.kind && called === of.name);
  };
  const unseen = openArguments(declares, decisive).filter((each) => !isFromExpected(each));
  return unseen.length > 0 ? `the review did not know its ${unseen.join(", ")}` : undefined;
}

const known = new Map<string, Reviewed>();

/** What was reviewed; undefined in a run that `hosting apply` has not begun. Nothing may be done as long as the file is not written. */
export function reviewedIn(environment: Readonly<Record<string, string | undefined>>): Reviewed | undefined {
  const file = environment[reviewedVariable];
  if (!file) return undefined;
  const read = known.get(file) ?? readReviewed(file);
  if (read !== undefined) known.set(file, read);
  return read ?? { calls: [], logins: [] };
}

function readReviewed(file: string): Reviewed | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as Reviewed;
  } catch {
    return undefined;
  }
}
