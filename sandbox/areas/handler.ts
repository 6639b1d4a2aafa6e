import type { z } from "zod";
import type { Operation, Parameters } from "../../sdk/operations/operation.js";
import type { Operations } from "../../sdk/operations/index.js";
import type { Login } from "../state/records.js";
import type { Reply } from "../http/reply.js";
import type { World } from "../state/world.js";

/** A row of the operation table. */
export type Row = { [A in keyof Operations]: Operations[A][keyof Operations[A]] }[keyof Operations];

export type OperationId = Row["id"];

type RowOf<Id extends OperationId> = Extract<Row, { readonly id: Id }>;

type QueryOf<O> = O extends { readonly query: infer S extends z.ZodType } ? z.output<S> : Readonly<Record<string, never>>;
type BodyOf<O> = O extends { readonly body: infer S extends z.ZodType } ? z.output<S> : undefined;

/** A request that passed the gateway and the row's schemas. */
export interface Request<O extends Operation> {
  readonly parameters: Parameters<O>;
  readonly query: QueryOf<O>;
  readonly body: BodyOf<O>;
  /** The body as JSON, before the schema; undefined where there was none. */
  readonly sent: unknown;
  readonly accept: string;
  /** Who asks; only `authenticate` is open to all. */
  readonly login: O["id"] extends "authenticate" ? undefined : Login;
  /** Deletes all subdomains, whatever the request names. */
  readonly deletesAllSubdomains: boolean;
}

export type Handler<O extends Operation> = (request: Request<O>, world: World) => Reply;

/** A handler for every row: an operation without one does not compile. */
export type Handlers = { readonly [Id in OperationId]: Handler<RowOf<Id>> };
