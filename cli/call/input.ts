import type { z } from "zod";
import { type AnyInput, buildRequest, type Request } from "../../sdk/http/request.js";
import { type Operation, parameterNames, parameterType } from "../../sdk/operations/operation.js";
import type { TableRow } from "../../sdk/operations/rows.js";
import { mask } from "../../sdk/redaction/mask.js";
import { Secrets } from "../../sdk/redaction/redaction.js";
import { InputError } from "../../sdk/values/errors.js";
import { UsageError } from "../shared/exit.js";
import { isExact, namedValues, parseExactJson, readStandardInput, readText } from "../shared/input.js";
import type { CallFlags } from "../options.js";
import { masksIn } from "./secrets.js";

/** Input of the operation. Words are converted to the types that it takes, if possible. */
export async function readInput(operation: Operation, { param = [], query = [], body }: CallFlags): Promise<AnyInput> {
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

const answers = (operation: Operation, kind: "binary" | "json" | "value"): boolean =>
  Object.values(operation.answers).some((answer) => answer.kind === kind);

/** @throws UsageError if the flags do not fit the operation. */
export function checkFlags({ operation }: TableRow, { all, file, output, json }: CallFlags): void {
  const { id, paging } = operation;
  if (file && operation.alternate === undefined) throw new UsageError(`--file: ${id} has only one form of answer`);
  if (all && paging?.by !== "offset") throw new UsageError(`--all: ${id} is not paged; it always returns the whole list`);
  if (output !== undefined && !answers(operation, "binary") && !answers(operation, "json"))
    throw new UsageError(`--output: ${id} has no answer to write`);
  if ((file || answers(operation, "binary")) && output === undefined && (json || process.stdout.isTTY))
    throw new UsageError(`the answer of ${id} is a file: name a file for it with --output FILE; nothing was sent`);
}

/** Whether a secret that is shown only once would be masked. */
export const wouldLose = (once: readonly string[], { showSecrets, output }: CallFlags): boolean =>
  once.length > 0 && !showSecrets && output === undefined;

export function checkArrival({ operation }: TableRow, once: readonly string[], flags: CallFlags): void {
  if (!wouldLose(once, flags)) return;
  throw new UsageError(
    `the answer of ${operation.id} shows its ${once.join(" and ")} only once, and this command would mask it. Nothing was sent.\n` +
      "Add --show-secrets to print it, or --output FILE to save the answer in a file that only you can read.",
  );
}

export function checkInput(operation: Operation, input: AnyInput): Request {
  refuseMasks(operation, input);
  try {
    return buildRequest(operation, input, new Secrets(), true);
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const hint = `\`hosting operations ${operation.id}\` shows what it takes.`;
    throw new InputError(`${error.message}\n${hint}`, error.problems, { operation });
  }
}

function refuseMasks(operation: Operation, input: AnyInput): void {
  const problems = masksIn(operation, input["body"]).map((place) => `${place}: must be the secret itself, not ${mask}`);
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}`);
  const hint = `This command shows ${mask} in place of a secret. Read the object with --show-secrets, or enter the secret.`;
  const message = [`${operation.id}: the input is not valid; nothing was sent.`, ...lines, hint].join("\n");
  throw new InputError(message, problems, { operation });
}
