import type { z } from "zod";
import { schemaProblems } from "../../sdk/http/schema-problems.js";
import type { Operation } from "../../sdk/operations/operation.js";
import type { Readings } from "../state/readings.js";
import { empty, json, message, type Reply } from "./reply.js";
import { parseBody } from "../state/tolerance.js";

/** Rows whose handler reads the body itself, because readings differ in whether there is one. */
const readsBodyItself: ReadonlySet<string> = new Set(["deleteSubdomain"]);

export type Validated =
  | { readonly kind: "valid"; readonly query: unknown; readonly body: unknown; readonly sent: unknown }
  | { readonly kind: "invalid"; readonly reply: Reply };

/** Checks query and body of a request against its row. */
export function validate(row: Operation, query: URLSearchParams, body: Buffer, readings: Readings): Validated {
  const sent = parseJson(body);
  if (row.id === "authenticate") return validateLogin(row, sent);
  if (sent === "malformed") return { kind: "invalid", reply: refusal(row, "the body is not JSON") };
  const decodedQuery = row.query === undefined ? {} : decodeQuery(row.query, query);
  const checkedQuery = row.query === undefined ? { success: true as const, data: {} } : row.query.safeParse(decodedQuery);
  if (!checkedQuery.success) return { kind: "invalid", reply: refusal(row, explain(checkedQuery.error, "query", decodedQuery)) };
  const checkedBody =
    row.body === undefined || readsBodyItself.has(row.id)
      ? { success: true as const, data: undefined }
      : parseBody(row, row.body, sent.value, readings);
  if (!checkedBody.success) return { kind: "invalid", reply: refusal(row, explain(checkedBody.error, "body", sent.value)) };
  return { kind: "valid", query: checkedQuery.data, body: checkedBody.data, sent: sent.value };
}

/**
 * The gateway decodes the login itself. If the body is not a JSON object of texts, it fails with an internal error. An incomplete body
 * or `null` is a wrong login.
 */
function validateLogin(row: Operation, sent: ReturnType<typeof parseJson>): Validated {
  const fault = { kind: "invalid", reply: json(500, { msg: "internal server error" }) } as const;
  const wrong = { kind: "invalid", reply: json(403, { msg: "invalid credentials" }) } as const;
  if (sent === "malformed" || typeof sent.value !== "object" || Array.isArray(sent.value)) return fault;
  if (sent.value === null) return wrong;
  const given = withoutNullFactors(sent.value);
  if (factors.some((name) => !isTextOrAbsent(given[name]))) return fault;
  const checked = row.body!.safeParse(given);
  return checked.success ? { kind: "valid", query: {}, body: checked.data, sent: sent.value } : wrong;
}

const isTextOrAbsent = (value: unknown): boolean => value === undefined || typeof value === "string";

/** 400: without a body where the API documents that, otherwise with a reason that names places and no values. */
function refusal(row: Operation, reason: string): Reply {
  const documented = row.answers[400];
  return documented === undefined || "schema" in documented ? message(400, reason) : empty(400);
}

function parseJson(body: Buffer): "malformed" | { readonly value: unknown } {
  if (body.length === 0) return { value: undefined };
  try {
    return { value: JSON.parse(body.toString("utf8")) as unknown };
  } catch {
    return "malformed";
  }
}

const factors: readonly string[] = ["username", "password", "multiFactorCode", "deviceId"];

/** A known client sends null for the factors that it does not have. */
const withoutNullFactors = (value: object): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(value).filter(([name, member]) => member !== null || !factors.includes(name)));

/** Query values are text. Each becomes the first of text, number and boolean that its schema accepts. Unknown names are ignored. */
function decodeQuery(schema: z.ZodObject, query: URLSearchParams): Record<string, unknown> {
  const decoded: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.shape)) {
    const text = query.get(name);
    if (text === null) continue;
    const candidates: unknown[] = [text];
    if (/^-?[0-9]+(\.[0-9]+)?$/.test(text)) candidates.push(Number(text));
    if (/^(true|1)$/.test(text)) candidates.push(true);
    if (/^(false|0)$/.test(text)) candidates.push(false);
    const parser = member as unknown as z.ZodType;
    const fits = candidates.find((candidate) => parser.safeParse(candidate).success);
    decoded[name] = fits ?? candidates.find((candidate) => isOfType(parser, candidate)) ?? text;
  }
  return decoded;
}

/** Whether a refused value has the right type, such as a number that is too small. */
const isOfType = (schema: z.ZodType, value: unknown): boolean =>
  schema.safeParse(value).error?.issues.every((issue) => issue.code !== "invalid_type" || issue.expected === "int") ?? true;

/** Places and rules, never values. */
const explain = (error: z.ZodError, place: string, data: unknown): string =>
  schemaProblems(error.issues, place, data).slice(0, 10).join("; ");
