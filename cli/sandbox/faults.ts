import { faultSchema, type Fault } from "../../sandbox/faults.js";
import { schemaProblems } from "../../sdk/problems.js";
import { UsageError } from "../exit.js";
import { parseJson, readText } from "../input.js";
import { findRow } from "../table.js";

/** The faults of a `--fault`: JSON, or a file of it; one, or a list. @throws UsageError */
export async function readFaults(text: string): Promise<readonly Fault[]> {
  const inline = /^\s*[[{]/.test(text);
  const what = inline ? "--fault" : `--fault ${text}`;
  const data = parseJson(what, inline ? text : await readText("--fault", text));
  return (Array.isArray(data) ? data : [data]).map((fault) => checkFault(what, fault));
}

function checkFault(what: string, data: unknown): Fault {
  const { success, error, data: fault } = faultSchema.safeParse(data);
  if (!success)
    throw new UsageError(
      [
        `${what} is not a fault:`,
        ...schemaProblems(error.issues, "", data).map((problem) => `  ${problem}`),
        "See `hosting sandbox --help`.",
      ].join("\n"),
    );
  if (fault.operation === undefined || fault.operation === "*") return fault;
  return { ...fault, operation: findRow(fault.operation).operation.id };
}
