import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import type { Listing } from "../../sdk/http/listing.js";
import { hasSecrets } from "../../sdk/models/schema.js";
import { type Operation, parameterNames, type Parameters, type ResultOf } from "../../sdk/operations/operation.js";
import type { Operations } from "../../sdk/operations/index.js";
import { tableRows } from "../../sdk/operations/rows.js";
import { answered, checkAsked, type HidingOptions, lookedUpByOutputs, type LookupOptions, programClient } from "./client.js";
import { pick, type Properties } from "../values/properties.js";

/**
 * Lookups for programs, one for each read-only operation, generated from the operation table. A lookup takes path parameters,
 * filters and body members in one object. Lists are returned with all their pages. Equal lookups in one run share their answers.
 */

type Rows = { [Area in keyof Operations]: Operations[Area][keyof Operations[Area]] }[keyof Operations];

/** Read-only operations whose answer is not a file. */
type Readable<Row> = Row extends Operation & { readonly repeat: "safe" }
  ? ResultOf<Row> extends { readonly content: AsyncIterable<Uint8Array> }
    ? never
    : Row
  : never;
type LookupRow = Readable<Rows>;

type Members<S> = S extends z.ZodType ? z.input<S> : unknown;
type Filters<O> = O extends { readonly paging: { readonly by: "offset" } } ? "limit" | "offset" : never;
/** Input of a lookup, without paging parameters: a lookup fetches all pages. */
type LookupInput<O extends Operation> = Parameters<O> & Omit<Members<O["query"]>, Filters<O>> & Members<O["body"]>;

type Argument<T, Last> = object extends T ? [input?: T, options?: Last] : [input: T, options?: Last];

type Lookup<O extends Operation> = (...args: Argument<LookupInput<O>, LookupOptions>) => Promise<ResultOf<O>>;
type OutputLookup<O extends Operation> = (
  ...args: Argument<{ readonly [K in keyof LookupInput<O>]: pulumi.Input<LookupInput<O>[K]> }, LookupOptions>
) => pulumi.Output<ResultOf<O>>;

export type Lookups = { readonly [Row in LookupRow as Row["id"]]: Lookup<Row> } & {
  readonly [Row in LookupRow as `${Row["id"]}Output`]: OutputLookup<Row>;
};

type AnyCall = ((input: object) => Promise<unknown>) & { each?: (input: object) => Listing<unknown> };

const memberNames = (schema: z.ZodType | undefined): string[] =>
  schema !== undefined && "shape" in schema ? Object.keys((schema as z.ZodObject).shape) : [];

/** The input in the client's form: path parameters by name, `query`, `body`. */
function clientInput(row: Operation, input: Properties): object {
  const [path, query] = [parameterNames(row.path), memberNames(row.query)];
  const others = pick(
    input,
    Object.keys(input).filter((name) => !path.includes(name) && !query.includes(name)),
  );
  return {
    ...pick(input, path),
    ...(row.query === undefined ? {} : { query: pick(input, query) }),
    // Without a body, they are nothing that the operation takes, and the client says so of each.
    ...(row.body === undefined ? others : { body: others }),
  };
}

function createLookup(area: string, verb: string, row: Operation) {
  return async (input: Properties = {}, options: HidingOptions = {}): Promise<unknown> => {
    checkAsked(row.id, input);
    return answered(await programClient(options), { id: row.id, input, hide: options.hide }, (client) => {
      const call = (client as unknown as Record<string, Record<string, AnyCall>>)[area]![verb]!;
      const taken = clientInput(row, input);
      return call.each === undefined ? call(taken) : call.each(taken).toArray();
    });
  };
}

const showsSecrets = (row: Operation): boolean =>
  Object.values(row.answers).some((answer) => answer.kind === "json" && hasSecrets(answer.schema));

const isLookup = (row: Operation): boolean =>
  row.repeat === "safe" && !Object.values(row.answers).some(({ kind }) => kind === "binary");

function createLookups(): Lookups {
  const result: Record<string, unknown> = {};
  for (const { area, verb, operation } of tableRows.filter((row) => isLookup(row.operation))) {
    const lookup = createLookup(area, verb, operation);
    result[operation.id] = lookup;
    result[`${operation.id}Output`] = (input: pulumi.Inputs = {}, options?: LookupOptions) => {
      const found = lookedUpByOutputs(input, options, (known, hiding) => lookup(known as Properties, hiding));
      return showsSecrets(operation) ? pulumi.secret(found) : found;
    };
  }
  return result as unknown as Lookups;
}

export const lookups: Lookups = createLookups();
