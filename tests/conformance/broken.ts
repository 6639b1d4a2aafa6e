import { z } from "zod";
import type { Operation } from "../../sdk/operations/operation.js";
import { members, variants } from "../support/zod-members.js";
import { type Input, replaced } from "./cases.js";

type Schema = z.core.$ZodType;
type Place = readonly (string | number)[];

export interface Broken {
  readonly what: string;
  readonly input: Input;
}

/** One value of each type of JSON, and some that many a rule forbids. */
const strangers: readonly unknown[] = [null, true, 0.5, "", "none of these", [], [null], { none: true }];

/** Requests from which one member that the row requires is missing. */
export function* withoutRequired(row: Operation, input: Input): Generator<Broken> {
  if (row.body === undefined) return;
  if (row.body._zod.optin !== "optional") yield { what: "no body", input: { ...input, body: undefined } };
  for (const { at, required, given } of places(row.body, input.body))
    if (required && given) yield { what: at.join("."), input: { ...input, body: replaced(input.body, at, undefined) } };
}

/** Requests in which one member has a value that the row's schema does not allow. */
export function* withWrongValues(row: Operation, input: Input): Generator<Broken> {
  const wrong = (schema: Schema): unknown[] => strangers.filter((value) => !accepts(schema, value));
  if (row.body !== undefined) {
    yield { what: "not JSON", input: { ...input, body: '{"' } };
    const root = { at: [], schema: row.body, required: true, given: true };
    for (const { at, schema, required } of [root, ...places(row.body, input.body)])
      for (const value of wrong(schema)) {
        if (value === null && !required) continue;
        const body = replaced(input.body, at, value);
        // A text at the root would not be sent as JSON.
        yield {
          what: `${at.join(".")} = ${JSON.stringify(value)}`,
          input: { ...input, body: typeof body === "string" ? JSON.stringify(body) : body },
        };
      }
  }
  for (const [name, { schema }] of row.query === undefined ? [] : members(row.query))
    for (const text of ["-1", "0.5", "none of these"])
      if (![text, Number(text)].some((value) => accepts(schema, value)))
        yield { what: `?${name}=${text}`, input: { ...input, query: { ...input.query, [name]: text } } };
}

const accepts = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

interface At {
  readonly at: Place;
  readonly schema: Schema;
  /** Whether it has to be there; if not, null is as good as its absence. */
  readonly required: boolean;
  /** Whether it is there. */
  readonly given: boolean;
}

/** Every member, one that there is not, and the first element of every list in a value, at any depth. */
function* places(schema: Schema, value: unknown, at: Place = []): Generator<At> {
  const fitting = variants(schema).find((variant) => accepts(variant, value));
  if (fitting instanceof z.core.$ZodObject) {
    yield { at: [...at, "unlisted"], schema: fitting._zod.def.catchall ?? z.unknown(), required: true, given: false };
    for (const [name, member] of members(fitting)) {
      const given = (value as Readonly<Record<string, unknown>>)[name];
      if (given === undefined) continue;
      yield { at: [...at, name], schema: member.schema, required: member.required, given: true };
      yield* places(member.schema, given, [...at, name]);
    }
  } else if (fitting instanceof z.core.$ZodArray) {
    const [first] = value as unknown[];
    if (first === undefined) return;
    yield { at: [...at, 0], schema: fitting._zod.def.element, required: false, given: true };
    yield* places(fitting._zod.def.element, first, [...at, 0]);
  } else if (fitting instanceof z.core.$ZodRecord) {
    const [name] = Object.keys(value as object);
    if (name !== undefined) yield { at: [...at, name], schema: fitting._zod.def.valueType, required: false, given: true };
  }
}
