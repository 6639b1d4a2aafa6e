import type { z } from "zod";
import { InputError } from "../values/errors.js";
import { once } from "../values/once.js";
import { unknownName } from "../values/suggest.js";
import type { ResolvedOptions } from "./options.js";
import { parameterNames, type Operation } from "../operations/operation.js";
import { buildPath } from "./path.js";
import { maskedPlaces, secretValues, type Secrets } from "../redaction/redaction.js";
import { plainCopy } from "./json-copy.js";
import { onlyMask } from "../redaction/mask.js";
import { locate, schemaProblems } from "./schema-problems.js";
import { presentable } from "../redaction/text.js";

/** Input of a call of any operation: path parameters by name, `query`, `body`. */
export type AnyInput = Readonly<Record<string, unknown>>;

/** A request that is ready to be sent, except for the token. */
/** A file that is to be read before the request is sent. */
export type UnreadFile = Blob | URL | AsyncIterable<Uint8Array | string>;

const noFiles: ReadonlyMap<string, UnreadFile> = new Map();

export interface Request {
  readonly operation: Operation;
  /** Path below the base address, with the query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Files that the body does not have yet, by their members. */
  readonly files: ReadonlyMap<string, UnreadFile>;
  /** Secret values in the body, which no message about this call may show. */
  readonly secrets: () => Secrets;
}

/** Where a request goes, and with which headers. */
export const addressed = (
  { operation: { method }, path, headers }: Pick<Request, "operation" | "path" | "headers">,
  settings: Pick<ResolvedOptions, "base" | "userAgent" | "headers">,
  token: string | undefined,
) => ({
  method,
  path: settings.base.pathname.replace(/\/$/, "") + path,
  headers: {
    ...settings.headers,
    ...headers,
    "accept-encoding": "identity",
    "user-agent": settings.userAgent,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  },
});

/** The only value of `Accept` for JSON: the provider's cache stores answers by it, so a second value would read stale answers. */
const accept = "application/json";

/** @throws InputError that names all problems, without values. */
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
    .map(([name]) => `${name}: ${unknownName("parameter", name, [...known])}`);
  const callSecrets = once(() => {
    const own = [
      ...(operation.query === undefined ? [] : secretValues(operation.query, query.copy)),
      ...(operation.body === undefined ? [] : secretValues(operation.body, body.copy)),
    ];
    return own.length === 0 ? secrets : secrets.including(own);
  });

  const problems =
    given === undefined
      ? ["input: must be a readable object"]
      : [...unknown, ...pathProblems, ...query.problems, ...body.problems];
  if (problems.length > 0) {
    const redacted = problems.map((problem) => presentable(problem, callSecrets(), longestProblem) ?? "");
    throw invalidInput(operation, redacted);
  }

  const content = body.value === undefined ? undefined : JSON.stringify(body.value);
  return {
    operation,
    path: path + queryString(query.value),
    headers: {
      accept: operation.accept ?? accept,
      ...(content === undefined ? {} : { "content-type": "application/json" }),
      ...(fresh && (operation.method === "GET" || operation.method === "HEAD") ? { "cache-control": "no-cache" } : {}),
    },
    body: content,
    files: noFiles,
    secrets: callSecrets,
  };
}

/** @param problems located, without values */
export const invalidInput = (operation: Operation, problems: readonly string[]): InputError =>
  new InputError(
    `${operation.id}: the input is not valid; nothing was sent.\n${problems.map((problem) => `  ${problem}`).join("\n")}`,
    problems,
    { operation },
  );

/** The members of the input, each read once; undefined if it is not an object, or throws when it is read. */
export function membersOf(input: unknown): AnyInput | undefined {
  try {
    return Object.prototype.toString.call(input) === "[object Object]" ? { ...(input as AnyInput) } : undefined;
  } catch {
    return undefined;
  }
}

interface Checked {
  /** What to send. */
  readonly value: unknown;
  readonly problems: readonly string[];
  /** The input as it was read; undefined if it is too large. */
  readonly copy: unknown;
}

/** Problems name members, and names may have any length. */
const longestProblem = 1000;

function check(place: string, schema: z.ZodType | undefined, input: unknown): Checked {
  if (schema === undefined) return { value: undefined, problems: [], copy: undefined };
  const { value: copy, objections, excess } = plainCopy(input, place);
  if (excess !== undefined) return { value: undefined, problems: [`${place}: ${excess}`], copy };
  const result = schema.safeParse(copy);
  const problems = result.success ? [] : schemaProblems(result.error.issues, place, copy);
  // For one member, what the operation accepts is more helpful than what JSON can represent.
  const further = objections.filter(({ at }) => !problems.some((problem) => problem.startsWith(`${at}: `)));
  const masked = maskedPlaces(schema, copy).map((path) => `${locate(place, path)}: ${onlyMask}`);
  return {
    value: result.data,
    problems: [...problems, ...further.map(({ at, problem }) => `${at}: ${problem}`), ...masked],
    copy,
  };
}

function queryString(query: unknown): string {
  const pairs = Object.entries(query ?? {})
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}
