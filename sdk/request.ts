import type { z } from "zod";
import { InputError } from "./errors.js";
import { parameterNames, type Operation } from "./operation.js";
import { buildPath } from "./path.js";
import { secretValues, type Secrets } from "./redaction.js";
import { schemaProblems } from "./problems.js";
import { excessOf, prototypeName } from "./structure.js";
import { presentable } from "./text.js";

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

  const { path, problems: pathProblems } = buildPath(operation.path, input);
  const query = check("query", operation.query, input["query"] ?? {});
  const body = check("body", operation.body, input["body"]);
  const unknown = Object.keys(input)
    .filter((name) => !known.has(name) && input[name] !== undefined)
    .map((name) => `${name}: is not known; ${operation.id} takes ${listed([...known])}`);
  const callSecrets = once(() =>
    operation.body === undefined || body.outOfBounds ? secrets : secrets.including(secretValues(operation.body, input["body"])),
  );

  const problems = [...unknown, ...pathProblems, ...query.problems, ...body.problems];
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

interface Checked {
  readonly value: unknown;
  readonly problems: readonly string[];
  /** Whether it is not to be walked through. */
  readonly outOfBounds?: true;
}

/** Members are named, and their names may be of any length. */
const longestProblem = 1000;

function check(place: string, schema: z.ZodType | undefined, value: unknown): Checked {
  if (schema === undefined) return { value: undefined, problems: [] };
  let isPrototypeNamed = false;
  const excess = excessOf(value, (container) => (isPrototypeNamed ||= Object.hasOwn(container, prototypeName)));
  if (excess !== undefined) return { value: undefined, problems: [`${place}: ${excess}`], outOfBounds: true };
  // Left to the schemas, such a member would be dropped without a word.
  if (isPrototypeNamed) return { value: undefined, problems: [`${place}: must not have a member named ${prototypeName}`] };
  const result = schema.safeParse(value);
  return result.success
    ? { value: result.data, problems: [] }
    : { value: undefined, problems: schemaProblems(result.error.issues, place, value) };
}

function queryString(query: unknown): string {
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
