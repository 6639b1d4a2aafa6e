import type { z } from "zod";
import type {
  BinaryAnswer,
  EmptyAnswer,
  FailureAnswer,
  JsonAnswer,
  Operation,
  Parameters,
  RedirectAnswer,
  ValueAnswer,
} from "../../sdk/operations/operation.js";
import type { Operations } from "../../sdk/operations/index.js";
import type { Login } from "../state/records.js";
import type { EmptyReply, FileReply, JsonReply } from "../http/reply.js";
import type { World } from "../state/world.js";

/** An operation of the table. */
export type TableOperation = { [A in keyof Operations]: Operations[A][keyof Operations[A]] }[keyof Operations];

export type OperationId = TableOperation["id"];

type OperationOf<Id extends OperationId> = Extract<TableOperation, { readonly id: Id }>;

type QueryOf<O> = O extends { readonly query: infer S extends z.ZodType } ? z.output<S> : Readonly<Record<string, never>>;
type BodyOf<O> = O extends { readonly body: infer S extends z.ZodType } ? z.output<S> : undefined;

/** A request that passed the gateway and the row's schemas. */
export interface HandlerRequest<O extends Operation> {
  readonly parameters: Parameters<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The body as JSON, before the schema; undefined if there was none. */
  readonly sent: unknown;
  readonly accept: string;
  /** The caller; only `authenticate` is open to all. */
  readonly login: O["id"] extends "authenticate" ? undefined : Login;
  /** Deletes all subdomains, whatever the request names. */
  readonly deletesAllSubdomains: boolean;
}

/** What an answer may contain: `null` means an absent member. */
type Shown<T> = T extends readonly (infer E)[]
  ? readonly Shown<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Shown<T[K]> | (undefined extends T[K] ? null : never) }
    : T;

type ReplyOfAnswer<Status extends number, A> =
  A extends JsonAnswer<infer S>
    ? JsonReply<Status, Shown<z.input<S>>>
    : A extends EmptyAnswer | ValueAnswer | RedirectAnswer
      ? EmptyReply<Status>
      : A extends BinaryAnswer
        ? FileReply
        : A extends FailureAnswer
          ? EmptyReply<Status> | JsonReply<Status, Readonly<Record<string, unknown>>>
          : never;

type DeclaredReplies<Answers> = {
  [Status in keyof Answers]: Status extends number ? ReplyOfAnswer<Status, Answers[Status]> : never;
}[keyof Answers];

/** What an operation may answer: the statuses that its row declares, each with a body of the declared kind and schema. */
export type ReplyOf<O extends Operation> =
  DeclaredReplies<O["answers"]> | (O extends { readonly alternate: BinaryAnswer } ? FileReply : never);

/**
 * A value in a form that a reading chooses and the row does not declare. The client must still be able to read it.
 */
export const undeclared = (value: unknown): never => value as never;

/** Performs the operation. It refuses by throwing a `Refusal`. */
export type Handler<O extends Operation> = (request: HandlerRequest<O>, world: World) => ReplyOf<O>;

/** A handler for every row: an operation without one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<OperationOf<Id>> };
