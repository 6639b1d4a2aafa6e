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

function readParameters({ id, path, query }: Operation, entries: readonly string[]): AnyInput {
  const names = parameterNames(path);
  const values = namedValues("--param", entries);
  for (const name of values.keys()) {
    if (names.includes(name)) continue;
    const takes = names.length === 0 ? "none" : names.join(", ");
    const hint = query !== undefined && Object.hasOwn(query.shape, name) ? `; ${name} is a --query parameter` : "";
    throw new UsageError(`--param ${name}: ${id} has no such parameter in its path (it has ${takes})${hint}`);
  }
  return Object.fromEntries(
    Array.from(values, ([name, value]) => [
      name,
      parameterType(name) === "integer" && /^\d+$/.test(value) && isExact(value) ? Number(value) : value,
    ]),
  );
}

function readQuery({ id, path, query }: Operation, entries: readonly string[]): AnyInput {
  const shape = query?.shape ?? {};
  const names = Object.keys(shape);
  return Object.fromEntries(
    Array.from(namedValues("--query", entries), ([name, value]) => {
      if (!Object.hasOwn(shape, name)) {
        const takes = names.length === 0 ? "none" : names.join(", ");
        const hint = parameterNames(path).includes(name) ? `; ${name} is a --param` : "";
        throw new UsageError(`--query ${name}: ${id} has no such parameter in its query (it has ${takes})${hint}`);
      }
      return [name, asTaken(shape[name] as z.ZodType, value)];
    }),
  );
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
