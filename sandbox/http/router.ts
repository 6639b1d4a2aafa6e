import { type Operation, parameterType } from "../../sdk/operations/operation.js";
import { rows } from "../../sdk/operations/rows.js";

interface Route {
  readonly row: Operation;
  readonly segments: readonly string[];
}

export type Match =
  | {
      readonly kind: "row";
      readonly row: Operation;
      readonly parameters: Readonly<Record<string, string | number>>;
      /** The query as the backend receives it, without its question mark. */
      readonly search: string;
    }
  | { readonly kind: "wrong-method"; readonly path: string; readonly allowed: readonly string[] }
  /** A parameter must be a number and is not. */
  | { readonly kind: "no-number" }
  /** The path differs from a route only in slashes, dots and case; `to` is the right path, with the query. */
  | { readonly kind: "redirect"; readonly status: 301 | 307; readonly to: string }
  | { readonly kind: "malformed" }
  | { readonly kind: "unknown" };

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Fixed segments take precedence over parameters. */
const specificity = ({ segments }: Route): string => segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");

const routes: readonly Route[] = rows
  .map((row) => ({ row, segments: row.path.split("/").slice(1) }))
  .sort((a, b) => specificity(a).localeCompare(specificity(b)));

/**
 * Finds the row of a request as the gateway does. The gateway routes on the decoded path and inserts decoded values into the
 * address that it forwards to. So an encoded slash separates segments, and an encoded `?` or `#` ends the path. If a path differs
 * from a route only in slashes, dots and case, it redirects there.
 */
export function route(method: string, path: string, search = ""): Match {
  const decoded = decode(path);
  if (decoded === undefined) return { kind: "malformed" };
  const atGateway = find(method, decoded.split("/"), search);
  if (atGateway.kind === "unknown") return redirected(method, decoded, search) ?? atGateway;
  const [address, fragment] = cut(decoded, "#");
  const [passedOn, added] = cut(address, "?");
  if (atGateway.kind !== "row" || passedOn === decoded) return atGateway;
  const query = fragment === undefined ? [added, search].filter(Boolean).join("&") : (added ?? "");
  return find(method, passedOn.split("/"), query);
}

function find(method: string, [, ...segments]: readonly string[], search: string): Match {
  const fitting = routes.filter((candidate) => fits(candidate.segments, segments, isSame));
  const best = fitting.find(({ row }) => row.method === method);
  const [any] = fitting;
  if (any === undefined) return { kind: "unknown" };
  if (best === undefined)
    return { kind: "wrong-method", path: any.row.path, allowed: [...new Set(fitting.map(({ row }) => row.method))] };
  if (!hasNumbers(best.segments, segments)) return { kind: "no-number" };
  return { kind: "row", row: best.row, parameters: parametersOf(best.segments, segments), search };
}

/** Where the gateway redirects a path that differs only in its spelling. */
function redirected(method: string, decoded: string, search: string): Match | undefined {
  const segments = withoutDots(decoded);
  const pattern = routes.find(({ row, segments: parts }) => row.method === method && fits(parts, segments, isSameWithoutCase));
  if (pattern === undefined) return undefined;
  const path = pattern.segments.map((part, index) => (isParameter(part) ? encodeURIComponent(segments[index]!) : part)).join("/");
  const query = search === "" ? "" : `?${search}`;
  return { kind: "redirect", status: method === "GET" ? 301 : 307, to: `/${path}${query}` };
}

/** The segments of a path without empty ones, and with `.` and `..` resolved. */
function withoutDots(path: string): string[] {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  return segments;
}

/** What precedes the first mark, and what follows it. */
function cut(text: string, mark: string): [string, string?] {
  const index = text.indexOf(mark);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + 1)];
}

/** The percent-decoded path; undefined if it is malformed. */
function decode(path: string): string | undefined {
  if (/%(?![0-9a-f]{2})/i.test(path)) return undefined;
  const bytes = path.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const isSame = (a: string, b: string): boolean => a === b;
const isSameWithoutCase = (a: string, b: string): boolean => a === b.toLowerCase();

function fits(pattern: readonly string[], segments: readonly string[], equal: (a: string, b: string) => boolean): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const segment = segments[index]!;
      return segment !== "" && (isParameter(part) || equal(part, segment));
    })
  );
}

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
