import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Properties } from "./properties.js";
import { containsUnknown } from "./unknown-values.js";

/** Set by `hosting review` and `hosting apply`: the key of the digests of what resources declare, which a preview masks. */
export const digestKeyVariable = "HOSTING_DIGEST_KEY";

/** Set by `hosting apply`: the file with the calls that were reviewed, which is written before the run begins. */
export const reviewedVariable = "HOSTING_REVIEWED";

/** A keyed digest of the value of each argument; null for a value that is not known before the run. */
export type Digests = Readonly<Record<string, string | null>>;

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
  /** What the resource declares; absent for a deletion. */
  readonly declares?: Digests | undefined;
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
      .map(([name, value]) => [name, containsUnknown(value) ? null : keyedDigest(key, name, value)]),
  );

/** Names of the arguments whose value is another one than reviewed. What the review did not know is none. */
export const differingArguments = (reviewed: Digests, now: Digests): readonly string[] =>
  [...new Set([...Object.keys(reviewed), ...Object.keys(now)])]
    .filter((name) => reviewed[name] !== null && reviewed[name] !== now[name])
    .sort();

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Why a call must not be made, as the end of a sentence: it is not what was reviewed. Undefined if it may, also in every run that `hosting apply`
 * has not begun.
 *
 * @param inputs what the resource declares
 * @param decisive arguments that a review must have seen
 */
export function notReviewed(
  environment: Environment,
  { call, kind, name, id }: ChangingCall,
  inputs: Properties,
  decisive: readonly string[],
): string | undefined {
  const file = environment[reviewedVariable];
  if (!file) return undefined;
  const reviewed = callsIn(file)?.find(
    (each) => each.call === call && each.kind === kind && each.name === name && each.id === id,
  );
  if (reviewed === undefined) return "the review does not have it";
  const { declares } = reviewed;
  if (declares === undefined) return undefined;
  const differing = differingArguments(declares, digestsOf(environment[digestKeyVariable] ?? "", inputs));
  if (differing.length > 0) return `its ${differing.join(", ")} is not what was reviewed`;
  const unseen = decisive.filter((each) => declares[each] === null);
  return unseen.length > 0 ? `the review did not know its ${unseen.join(", ")}` : undefined;
}

const known = new Map<string, readonly ReviewedCall[]>();

/** The reviewed calls; undefined as long as there are none. */
function callsIn(file: string): readonly ReviewedCall[] | undefined {
  const calls = known.get(file) ?? readCalls(file);
  if (calls !== undefined) known.set(file, calls);
  return calls;
}

function readCalls(file: string): readonly ReviewedCall[] | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as readonly ReviewedCall[];
  } catch {
    return undefined;
  }
}
