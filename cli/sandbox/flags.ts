import { type Fault, faultSchema } from "../../sandbox/http/faults.js";
import { readingChoices, type Readings } from "../../sandbox/state/readings.js";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { question, suggest } from "../../sdk/values/suggest.js";
import { UsageError } from "../shared/exit.js";
import { namedValues, parseJson, readText } from "../shared/input.js";
import { findRow } from "../shared/operations.js";

/** The faults of a `--fault`: JSON or a JSON file, with one fault or a list. @throws UsageError */
export async function readFaults(text: string): Promise<readonly Fault[]> {
  const inline = /^\s*[[{]/.test(text);
  const what = inline ? "--fault" : `--fault ${text}`;
  const data = parseJson(what, inline ? text : await readText("--fault", text));
  return (Array.isArray(data) ? data : [data]).map((fault) => checkFault(what, fault));
}

function checkFault(what: string, data: unknown): Fault {
  const { success, error, data: fault } = faultSchema.safeParse(withIdentifier(what, data));
  if (success) return fault;
  const problems = schemaProblems(error.issues, "", data).map((problem) => `  ${problem}`);
  throw new UsageError([`${what} is not a fault:`, ...problems, "See `hosting sandbox --help`."].join("\n"));
}

/** The command line accepts every name of an operation; the sandbox knows only identifiers. */
function withIdentifier(what: string, data: unknown): unknown {
  const name = typeof data === "object" && data !== null && "operation" in data ? data.operation : undefined;
  if (typeof name !== "string" || name === "*") return data;
  return { ...(data as object), operation: findRow(name, what).operation.id };
}

const choices: Readonly<Record<string, readonly (string | number | boolean)[]>> = readingChoices;

export function readReadings(entries: readonly string[]): Partial<Readings> {
  return Object.fromEntries(Array.from(namedValues("--reading", entries), ([name, value]) => [name, choose(name, value)]));
}

function choose(name: string, value: string): string | number | boolean {
  const known = Object.hasOwn(choices, name) ? choices[name] : undefined;
  if (known === undefined) {
    const names = Object.keys(choices);
    const near = suggest(name, names, (candidate) => [candidate]);
    throw new UsageError(`there is no --reading ${name}${question(near)}\nThe readings are ${names.join(", ")}.`);
  }
  const chosen = known.find((choice) => String(choice) === value);
  if (chosen === undefined) throw new UsageError(`--reading ${name} must be one of ${known.join(", ")}, not ${value}`);
  return chosen;
}
