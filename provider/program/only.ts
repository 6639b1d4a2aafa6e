import { inLine } from "../../sdk/redaction/text.js";
import { unknownName } from "../../sdk/values/suggest.js";
import { joinedOutputs } from "../values/joined-outputs.js";
import { aboutMissing } from "../values/stand-in.js";
import type { LookupLogin } from "./client.js";
import { withLogin } from "./looked-up.js";
import { programError } from "./program-error.js";

/** A record with its identifier, whatever key the provider shows it under. */
export type Identified<T> = T & { readonly identifier: string };

/**
 * Fails if an output is a part of a text in the query.
 *
 * @throws pulumi.RunError
 */
export function checkJoined(lookup: string, query: object): void {
  const problems = joinedOutputs(query);
  if (problems.length > 0) throw programError(`${lookup}: ${problems.join(" ")}`);
}

/**
 * Fails if a query has members that the records are not compared by, or lacks one without which there is nothing to compare.
 *
 * @throws pulumi.RunError
 */
export function checkQuery(lookup: string, query: object, known: readonly string[], required: readonly string[] = []): void {
  checkJoined(lookup, query);
  const given = query as Readonly<Record<string, unknown>>;
  const problems = [
    ...Object.keys(given)
      .filter((name) => !known.includes(name))
      .map((name) => `${inLine(name)}: ${unknownName("member", name, known)}`),
    ...required.filter((name) => given[name] === undefined).map((name) => `${name}: required, but missing`),
  ];
  if (problems.length > 0) throw programError(`${lookup}: ${problems.join("; ")}`);
}

/**
 * The only record that matches. Guessing among several could mean the wrong one.
 *
 * @param narrower how to find one of several: a sentence
 */
export function only<T extends object>(
  login: LookupLogin,
  records: readonly T[],
  what: string,
  identifierOf: (record: T) => string | undefined,
  narrower: string,
): Identified<T> {
  const identifiers = records.map(identifierOf);
  const [record] = records;
  const [identifier] = identifiers;
  if (record === undefined) throw programError(aboutMissing(`There is no ${what}. Looked up: ${withLogin(login)}.`));
  if (records.length > 1)
    throw programError(`Found ${records.length} records for ${what} (${identifiers.join(", ")}). ${narrower}`);
  if (identifier === undefined)
    throw programError(`The provider's answer for ${what} has no identifier, only ${Object.keys(record).join(", ")}.`);
  return { ...record, identifier };
}

const alternatives = new Intl.ListFormat("en", { type: "disjunction" });

/** How to find one of several records: with the members that the query leaves out. */
export function narrowerBy(members: readonly string[], given: Readonly<Record<string, unknown>>): string {
  const left = members.filter((name) => given[name] === undefined);
  return left.length === 0
    ? "The query cannot be more specific: use one of these identifiers instead."
    : `Add ${alternatives.format(left)} to the query.`;
}

/** A query in words. */
export const quoted = (query: object): string =>
  Object.entries(query)
    .map(([name, value]) => `${name} "${String(value)}"`)
    .join(" and ");
