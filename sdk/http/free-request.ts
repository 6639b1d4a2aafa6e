import * as z from "zod";
import { empty, json, type Method, type Operation, type RepeatClass } from "../operations/operation.js";
import { encodedTemplate, templateProblem } from "./path.js";
import { invalidInput } from "./request.js";

const methods: readonly Method[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/** The gateway takes `access_token` for a login. */
const query = z
  .object({ access_token: z.undefined("belongs to the client").optional() })
  .catchall(z.union([z.string(), z.number(), z.boolean()]).optional());

/** Whether a path is that of a row, with whatever names and values for its parameters. */
const isOf = (path: string, row: Operation): boolean => new RegExp(`^${row.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(path);

/**
 * A row for a request that the table does not have, or that it is to send with other members: it is as careful as the table.
 *
 * @param rows those of the client
 * @throws InputError
 */
export function freeRequest(
  { method, path, repeat }: { readonly method: Method; readonly path: string; readonly repeat: RepeatClass | undefined },
  rows: readonly Operation[],
): Operation {
  const reads = method === "GET" || method === "HEAD";
  const known = rows.find((each) => each.method === method && isOf(path, each));
  const needsBody = known?.body?.safeParse(undefined).success === false;
  const row = (template: `/v1/${string}`): Operation => ({
    id: "request",
    method,
    path: template,
    purpose: "send a request that the table does not have",
    query,
    ...(reads
      ? {}
      : { body: needsBody ? z.unknown().refine((body) => body !== undefined, "is required") : z.unknown().optional() }),
    answers: {
      200: method === "HEAD" ? empty("accepted") : json(z.unknown().optional(), "anything"),
    },
    repeat: known?.repeat ?? repeat ?? (reads ? "safe" : "ambiguous"),
    evidence: { status: "unknown", answer: "unknown" },
  });
  const problem = templateProblem(path);
  const problems = [
    ...(methods.includes(method) ? [] : [`method: must be one of ${methods.join(", ")}`]),
    ...(problem === undefined ? [] : [`path: ${problem}`]),
    ...(known === undefined || repeat === undefined ? [] : [`repeat: is known for ${known.id}, ${known.repeat}`]),
  ];
  if (problems.length > 0) throw invalidInput(row("/v1/"), problems);
  return row(encodedTemplate(path));
}
