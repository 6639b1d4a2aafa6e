import type { z } from "zod";
import { parameterNames, parameterType, type Operation } from "../../sdk/operations/operation.js";
import type { AnyInput } from "../../sdk/http/request.js";
import { UsageError } from "../shared/exit.js";
import { namedValues, parseExactJson, readStandardInput, readText } from "../shared/input.js";
import { isExact } from "../shared/numbers.js";

export interface InputFlags {
  readonly param?: readonly string[];
  readonly query?: readonly string[];
  readonly body?: string;
}

/** Input of the operation. Words are converted to the types that it takes, if possible. */
export async function readInput(operation: Operation, { param = [], query = [], body }: InputFlags): Promise<AnyInput> {
  return {
    ...readParameters(operation, param),
    ...(query.length === 0 ? {} : { query: readQuery(operation, query) }),
    ...(body === undefined ? {} : { body: await readBody(operation, body) }),
  };
}

function readParameters(operation: Operation, entries: readonly string[]): AnyInput {
  return Object.fromEntries(
    Array.from(knownValues("--param", operation, entries), ([name, value]) => [
      name,
      parameterType(name) === "integer" && /^\d+$/.test(value) && isExact(value) ? Number(value) : value,
    ]),
  );
}

function readQuery(operation: Operation, entries: readonly string[]): AnyInput {
  const values = knownValues("--query", operation, entries);
  return Object.fromEntries(
    Array.from(values, ([name, value]) => [name, asTaken(operation.query!.shape[name] as z.ZodType, value)]),
  );
}

/** The values of an option by name. @throws UsageError for names that the operation does not have there */
function knownValues(option: "--param" | "--query", { id, path, query }: Operation, entries: readonly string[]) {
  const values = namedValues(option, entries);
  const places = { "--param": parameterNames(path), "--query": Object.keys(query?.shape ?? {}) };
  const names = places[option];
  const strange = [...values.keys()].find((name) => !names.includes(name));
  if (strange === undefined) return values;
  const [where, other, called] =
    option === "--param" ? (["path", "--query", "--query parameter"] as const) : (["query", "--param", "--param"] as const);
  const hint = places[other].includes(strange) ? `; ${strange} is a ${called}` : "";
  const takes = names.length === 0 ? "none" : names.join(", ");
  throw new UsageError(`${option} ${strange}: ${id} has no such parameter in its ${where} (it has ${takes})${hint}`);
}

/** The word itself if the schema accepts it; else as number, true or false if accepted; else the word, which will be refused. */
function asTaken(schema: z.ZodType, word: string): unknown {
  const readings = [
    word,
    ...(/^-?\d+(\.\d+)?$/.test(word) && isExact(word) ? [Number(word)] : []),
    ...(/^(true|false)$/.test(word) ? [word === "true"] : []),
  ];
  return readings.find((reading) => schema.safeParse(reading).success) ?? readings.at(-1);
}

async function readBody({ id, body }: Operation, text: string): Promise<unknown> {
  if (body === undefined) throw new UsageError(`--body: ${id} takes no body`);
  if (text === "-") return parseExactJson("--body, from standard input,", await readStandardInput());
  if (!text.startsWith("@")) return parseExactJson("--body", text);
  const path = text.slice(1);
  return parseExactJson(`--body, from ${path},`, await readText("--body:", path));
}
