import type { z } from "zod";

/** How well a part of an operation is known: `documented` by the API, `inferred` from a schema with a similar name, or `unknown`. */
export type Evidence = "documented" | "inferred" | "unknown";

/**
 * What sending the same request twice would do, and thus whether it may be retried:
 *
 * - `safe`: changes nothing.
 * - `idempotent`: sending it twice has the effect of sending it once.
 * - `ambiguous`: sending it twice could create a duplicate or act on another object; check before retrying.
 * - `billable`: sending it twice costs money, or deletes what was paid for.
 * - `notifying`: sending it twice contacts a person again (mail, SMS, legal act).
 */
export type RepeatClass = "safe" | "idempotent" | "ambiguous" | "billable" | "notifying";

/** A JSON answer, decoded by `schema`. */
export interface JsonAnswer<S extends z.ZodType = z.ZodType> {
  readonly kind: "json";
  readonly schema: S;
  readonly meaning: string;
}

/** Success whose body does not matter. */
export interface EmptyAnswer {
  readonly kind: "empty";
  readonly meaning: string;
}

/** An answer that is a file. */
export interface BinaryAnswer {
  readonly kind: "binary";
  readonly contentType: string;
  readonly meaning: string;
}

/** A status that is itself the result, such as 410 for a registered domain. */
export interface ValueAnswer<V extends string = string> {
  readonly kind: "value";
  readonly value: V;
  readonly meaning: string;
}

/** The requested object is the same as the one at `to`: read that instead, on the same host, whatever Location says. */
export interface RedirectAnswer {
  readonly kind: "redirect";
  readonly to: `/v1/${string}`;
  readonly meaning: string;
}

/** A documented failure. */
export interface FailureAnswer {
  readonly kind: "failure";
  readonly schema?: z.ZodType;
  readonly meaning: string;
}

export type Answer = JsonAnswer | EmptyAnswer | BinaryAnswer | ValueAnswer | RedirectAnswer | FailureAnswer;

export const json = <S extends z.ZodType>(schema: S, meaning: string): JsonAnswer<S> => ({ kind: "json", schema, meaning });
export const empty = (meaning: string): EmptyAnswer => ({ kind: "empty", meaning });
export const binary = (contentType: string, meaning: string): BinaryAnswer => ({ kind: "binary", contentType, meaning });
export const value = <const V extends string>(v: V, meaning: string): ValueAnswer<V> => ({ kind: "value", value: v, meaning });
export const redirect = (to: RedirectAnswer["to"], meaning: string): RedirectAnswer => ({ kind: "redirect", to, meaning });
export const failure = (meaning: string, schema?: z.ZodType): FailureAnswer =>
  schema === undefined ? { kind: "failure", meaning } : { kind: "failure", schema, meaning };

/** A method of HTTP. The operations of the table use `GET`, `POST`, `PUT` and `DELETE`. */
export type Method = "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";

/** One operation of the API: a row of the table, from which client, sandbox, documents and tests are derived. */
export interface Operation {
  /** Unique name, for example `createWebhook`. */
  readonly id: string;
  readonly method: Method;
  /** Path below the base address; `{customerNumber}` is an integer, every other parameter a string. */
  readonly path: `/v1/${string}`;
  readonly purpose: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Outcomes by status. Any other 2xx is decoded like the first success listed. */
  readonly answers: Readonly<Record<number, Answer>>;
  /** The result as a file, if `Accept` requests its content type. */
  readonly alternate?: BinaryAnswer;
  /** Content type to request if it is not JSON; see {@link asFile}. */
  readonly accept?: string;
  readonly repeat: RepeatClass;
  /**
   * How a list is paged. `offset`: by `limit` and `offset`, 20 elements by default; `key` is the member that identifies an
   * element, which reveals a server that ignores `offset`. `limit`: only a maximum number. Undefined: all in one answer.
   */
  readonly paging?: { readonly by: "offset"; readonly key: string } | { readonly by: "limit" };
  readonly evidence: {
    /** `unknown`: the statuses in `answers` are assumptions. */
    readonly status: Evidence;
    readonly body?: Evidence;
    readonly answer: Evidence;
  };
  /** What a caller should know in addition to purpose and schemas. */
  readonly notes?: readonly string[];
}

export const operation = <const O extends Operation>(row: O): O => Object.freeze(row);

/** The variant of a row that requests its alternate answer. */
export const asFile = (row: Operation, alternate: BinaryAnswer): Operation => ({
  ...row,
  answers: { ...row.answers, 200: alternate },
  accept: alternate.contentType,
});

type ParameterName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterName<Rest>
  : never;

/** Path parameters by name. */
export type Parameters<O extends Operation> = {
  readonly [Name in ParameterName<O["path"]>]: Name extends "customerNumber" ? number : string;
};

/** `true` if every member of `T` is optional. */
type AllOptional<T> = Partial<T> extends T ? true : false;

type QueryInput<O extends Operation> = O["query"] extends z.ZodType
  ? AllOptional<z.input<O["query"]>> extends true
    ? { readonly query?: z.input<O["query"]> | undefined }
    : { readonly query: z.input<O["query"]> }
  : object;

type BodyInput<O extends Operation> = O["body"] extends z.ZodType
  ? undefined extends z.input<O["body"]>
    ? { readonly body?: z.input<O["body"]> }
    : { readonly body: z.input<O["body"]> }
  : object;

/** What a call of the operation takes: path parameters by name, `query`, `body`. */
export type InputOf<O extends Operation> = Parameters<O> & QueryInput<O> & BodyInput<O>;

/** A file in an answer, which can be read once. Until it is read to its end or discarded, it can occupy a connection. */
export interface BinaryContent {
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;
  /** Discards the file and frees its connection; reading on throws an `AbortError`. No effect once it is read. */
  discard(): void;
  /** Same as `discard`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

type ResultOfAnswer<A> =
  A extends JsonAnswer<infer S>
    ? z.output<S>
    : A extends EmptyAnswer
      ? undefined
      : A extends BinaryAnswer
        ? BinaryContent
        : A extends ValueAnswer<infer V>
          ? V
          : never;

/** Result of a successful call of the operation. */
export type ResultOf<O extends Operation> = ResultOfAnswer<O["answers"][keyof O["answers"]]>;

/** Names of the path parameters, in order. */
export function parameterNames(path: string): string[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), (match) => match[1]!);
}

export const parameterType = (name: string): "integer" | "string" => (name === "customerNumber" ? "integer" : "string");
