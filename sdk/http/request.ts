import type { z } from "zod";
import { InputError } from "../values/errors.js";
import { parameterNames, type Operation } from "../operations/operation.js";
import { buildPath } from "./path.js";
import { secretValues, type Secrets } from "../redaction/redaction.js";
import { plainCopy } from "./json-copy.js";
import { schemaProblems } from "./schema-problems.js";
import { presentable } from "../redaction/text.js";

/** What a call of any operation may be given: path parameters by name, `query`, `body`. */
export type AnyInput = Readonly<Record<string, unknown>>;

/** A request that is ready to be sent, save for the token. */
export interface Request {
  readonly operation: Operation;
  /** Path below the base address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Secret values in the body, to be kept out of whatever is said about this call. */
  readonly secrets: () => Secrets;
}

/** Where a request goes, and as what it presents itself there. */
export const addressed = (
  { operation: { method }, path, headers }: Pick<Request, "operation" | "path" | "headers">,
  { base, userAgent }: { readonly base: URL; readonly userAgent: string },
  token: string | undefined,
) => ({
  method,
  path: base.pathname.replace(/\/$/, "") + path,
  headers: { ...headers, "user-agent": userAgent, ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) },
});

/** The one value of `Accept` for JSON: the provider's cache keeps answers apart by it, so a second one would read stale answers. */
const accept = "application/json";

/** @throws InputError naming everything that is wrong; values are not repeated. */
export function buildRequest(operation: Operation, input: AnyInput, secrets: Secrets, fresh: boolean): Request {
  const known = new Set(parameterNames(operation.path));
  if (operation.query !== undefined) known.add("query");
  if (operation.body !== undefined) known.add("body");

  const given = membersOf(input);
  const { path, problems: pathProblems } = buildPath(operation.path, given ?? {});
  const query = check("query", operation.query, given?.["query"] ?? {});
  const body = check("body", operation.body, given?.["body"]);
  const unknown = Object.entries(given ?? {})
    .filter(([name, value]) => !known.has(name) && value !== undefined)
    .map(([name]) => `${name}: is not known; ${operation.id} takes ${listed([...known])}`);
  const callSecrets = once(() =>
    operation.body === undefined ? secrets : secrets.including(secretValues(operation.body, body.copy)),
  );

  const problems =
    given === undefined
      ? ["input: must be an object that can be read"]
      : [...unknown, ...pathProblems, ...query.problems, ...body.problems];
  if (problems.length > 0) {
    const redacted = problems.map((problem) => presentable(problem, callSecrets(), longestProblem) ?? "");
    throw new InputError(
      `${operation.id}: the input is not valid, nothing was sent.\n${redacted.map((problem) => `  ${problem}`).join("\n")}`,
      redacted,
      { operation },
    );
  }

  const content = body.value === undefined ? undefined : JSON.stringify(body.value);
  return {
    operation,
    path: path + queryString(query.value),
    headers: {
      accept: operation.accept ?? accept,
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      ...(fresh && operation.method === "GET" ? { "cache-control": "no-cache" } : {}),
    },
    body: content,
    secrets: callSecrets,
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

const listed = (names: readonly string[]): string => (names.length === 0 ? "no input" : names.join(", "));

/** The members of the input, each read once; undefined where it is no object, or throws when it is read. */
export function membersOf(input: unknown): AnyInput | undefined {
  try {
    return Object.prototype.toString.call(input) === "[object Object]" ? { ...(input as AnyInput) } : undefined;
  } catch {
    return undefined;
  }
}

interface Checked {
  /** What is to be sent. */
  readonly value: unknown;
  readonly problems: readonly string[];
  /** The input as it was read; undefined where that would be too much. */
  readonly copy: unknown;
}

/** Members are named, and their names may be of any length. */
const longestProblem = 1000;

function check(place: string, schema: z.ZodType | undefined, input: unknown): Checked {
  if (schema === undefined) return { value: undefined, problems: [], copy: undefined };
  const { value: copy, objections, excess } = plainCopy(input, place);
  if (excess !== undefined) return { value: undefined, problems: [`${place}: ${excess}`], copy };
  const result = schema.safeParse(copy);
  const problems = result.success ? [] : schemaProblems(result.error.issues, place, copy);
  // Of one member, what the operation takes says more than what JSON can carry.
  const further = objections.filter(({ at }) => !problems.some((problem) => problem.startsWith(`${at}: `)));
  return { value: result.data, problems: [...problems, ...further.map(({ at, problem }) => `${at}: ${problem}`)], copy };
}

function queryString(query: unknown): string {
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
