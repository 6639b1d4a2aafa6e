import { faultSchema, type Fault } from "../../sandbox/http/faults.js";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import { UsageError } from "../shared/exit.js";
import { parseJson, readText } from "../shared/input.js";
import { findRow } from "../shared/table.js";

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
