import { type Operation, parameterType } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";
import { answerOfRouter } from "./gateway-router.js";
import { empty, text, type Reply } from "./reply.js";

/** The address of a request. */
export interface Target {
  /** Scheme and host of an absolute address; otherwise undefined. */
  readonly origin: string | undefined;
  readonly path: string;
  /** Query without its question mark. */
  readonly search: string;
}

export type Match =
  /** The gateway answers by itself, without a token. */
  | { readonly kind: "answered"; readonly reply: Reply }
  /** The gateway cannot write the address to forward to. */
  | { readonly kind: "unsendable" }
  | {
      readonly kind: "row";
      readonly row: Operation;
      readonly parameters: Readonly<Record<string, string | number>>;
    }
  /** The backend does not know the method of this path. */
  | { readonly kind: "wrong-method"; readonly allowed: readonly string[] }
  /** The backend does not know the path, or a parameter must be a number and is not. */
  | { readonly kind: "unknown" };

export function parseTarget(target: string): Target {
  const [, origin, path = "", search = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?]*)\??(.*)$/is.exec(target) ?? [];
  return { origin, path, search };
}

/**
 * Finds the operation of a request behind the gateway, which routes on the decoded path and inserts decoded values into the
 * address that it forwards to. So an encoded slash separates segments, and an encoded `?` or `#` ends the path. The query stays
 * the one that was sent.
 */
export function route(method: string, { origin, path, search }: Target): Match {
  if (method === "OPTIONS" && path === "*") return { kind: "answered", reply: empty(200) };
  if (isMalformed(path)) return { kind: "answered", reply: text(400, "400 Bad Request") };
  const decoded = decode(path);
  const complete = (right: string): string => `${origin ?? ""}${encode(right)}${search === "" ? "" : `?${search}`}`;
  const reply = answerOfRouter(method, decoded, complete);
  if (reply !== undefined) return { kind: "answered", reply };
  const [address = "", fragment = ""] = decoded.split(/#(.*)/s);
  const [sent = ""] = address.split("?");
  // Characters below the space, and DEL.
  if (isMalformed(sent) || isMalformed(fragment) || /[\0-\x1f\x7f]/.test(decoded)) return { kind: "unsendable" };
  return find(method, sent.split("/").slice(1).map(decode));
}

const routes = rows.map((row) => ({ row, segments: row.path.split("/").slice(1) }));

/** The backend's own routing. Every web framework answers HEAD like GET. */
function find(method: string, segments: readonly string[]): Match {
  const fitting = routes.filter((candidate) => fits(candidate.segments, segments));
  if (fitting.length === 0) return { kind: "unknown" };
  const found = fitting.find(({ row }) => row.method === (method === "HEAD" ? "GET" : method));
  if (found === undefined) return { kind: "wrong-method", allowed: [...new Set(fitting.map(({ row }) => row.method))] };
  if (!hasNumbers(found.segments, segments)) return { kind: "unknown" };
  return { kind: "row", row: found.row, parameters: parametersOf(found.segments, segments) };
}

const isMalformed = (path: string): boolean => /%(?![0-9a-f]{2})/i.test(path);

/** The percent-decoded path. */
const decode = (path: string): string =>
  path.replace(/(?:%..)+/g, (run) => Buffer.from(run.replaceAll("%", ""), "hex").toString("utf8"));

const encode = (path: string): string => encodeURI(path).replace(/[?#]/g, encodeURIComponent);

const isParameter = (segment: string): boolean => segment.startsWith("{");

const fits = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.length === segments.length &&
  pattern.every((part, index) => segments[index] !== "" && (isParameter(part) || part === segments[index]));

/** Whether all parameters that must be numbers are. */
const hasNumbers = (pattern: readonly string[], segments: readonly string[]): boolean =>
  pattern.every(
    (part, index) =>
      !isParameter(part) || parameterType(part.slice(1, -1)) === "string" || /^[0-9]{1,15}$/.test(segments[index]!),
  );

function parametersOf(pattern: readonly string[], segments: readonly string[]): Record<string, string | number> {
  const parameters: Record<string, string | number> = {};
  pattern.forEach((part, index) => {
    if (!isParameter(part)) return;
    const name = part.slice(1, -1);
    const segment = segments[index]!;
    parameters[name] = parameterType(name) === "integer" ? Number(segment) : segment;
  });
  return parameters;
}
