import * as z from "zod";
import { empty, json, type Method, type Operation, type RepeatClass } from "../operations/operation.js";
import { encodedTemplate, templateProblem } from "./path.js";
import { invalidInput } from "./request.js";

const methods: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

const query = z.object({}).catchall(z.union([z.string(), z.number(), z.boolean()]).optional());

/**
 * A row for a request that the table does not have.
 *
 * @throws InputError
 */
export function freeRequest(method: Method, path: string, repeat: RepeatClass | undefined): Operation {
  const reads = method === "GET" || method === "HEAD";
  const row = (template: `/v1/${string}`): Operation => ({
    id: "request",
    method,
    path: template,
    purpose: "send a request that the table does not have",
    query,
    ...(reads ? {} : { body: z.unknown().optional() }),
    answers: {
      200: method === "HEAD" ? empty("accepted") : json(z.unknown().optional(), "anything"),
    },
    repeat: repeat ?? (reads ? "safe" : "ambiguous"),
    evidence: { status: "unknown", answer: "unknown" },
  });
  const problem = templateProblem(path);
  const problems = [
    ...(methods.includes(method) ? [] : [`method: must be one of ${methods.join(", ")}`]),
    ...(problem === undefined ? [] : [`path: ${problem}`]),
  ];
  if (problems.length > 0) throw invalidInput(row("/v1/"), problems);
  return row(encodedTemplate(path));
}
