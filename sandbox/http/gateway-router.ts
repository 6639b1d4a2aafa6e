import { operations } from "../../sdk/operations/index.js";
import { rows } from "../../sdk/operations/rows.js";
import { empty, file, text, type Reply } from "./reply.js";

/** Path of the login, the only one at which the gateway itself accepts a single method. */
export const loginPath = operations.authentication.authenticate.path;

/** Methods that the gateway forwards for every other path, whichever the backend knows. */
const forwarded: readonly string[] = ["DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"];

const segmentsOf = (path: string): string[] => path.split("/").slice(1);

const login = segmentsOf(loginPath);
const patterns: readonly (readonly string[])[] = [...new Set(rows.map(({ path }) => path))]
  .filter((path) => path !== loginPath)
  .map(segmentsOf);

const patternsOf = (method: string): readonly (readonly string[])[] =>
  method === "POST" ? [...patterns, login] : forwarded.includes(method) ? patterns : [];

const isParameter = (segment: string): boolean => segment.startsWith("{");

type Equal = (fixed: string, sent: string) => boolean;
const isSame: Equal = (fixed, sent) => fixed === sent;
const isSameWithoutCase: Equal = (fixed, sent) => fixed === sent.toLowerCase();

/** Whether a path begins as the pattern does. A parameter may be empty here, and may be `.` or `..`. */
const begins = (pattern: readonly string[], path: readonly string[], equal: Equal): boolean =>
  path.length <= pattern.length && path.every((sent, index) => isParameter(pattern[index]!) || equal(pattern[index]!, sent));

/** An empty parameter is only accepted if something follows it. */
const fits = (pattern: readonly string[], path: readonly string[], equal: Equal): boolean =>
  pattern.length === path.length && path.at(-1) !== "" && begins(pattern, path, equal);

/** The path with the fixed segments of the pattern, in its letter case. */
const spelt = (pattern: readonly string[], path: readonly string[]): string =>
  `/${path.map((sent, index) => (isParameter(pattern[index]!) ? sent : pattern[index])).join("/")}`;

/** What the gateway answers by itself, before it asks for a token; undefined if it forwards the request. */
export function answerOfRouter(method: string, path: string, complete: (path: string) => string): Reply | undefined {
  const own = patternsOf(method);
  const segments = segmentsOf(path);
  if (own.some((pattern) => fits(pattern, segments, isSame))) return undefined;
  const right = own.length === 0 || path === "/" ? undefined : rightSpelling(own, path);
  if (right !== undefined) return redirect(method, complete(cleaned(right)));
  const allowed = forwarded.filter((each) => patternsOf(each).some((pattern) => fits(pattern, segments, isSame)));
  if (allowed.length === 0) return plain(404, "404 page not found\n");
  const headers = { Allow: [...new Set([...allowed, "OPTIONS"])].sort().join(", ") };
  if (method === "OPTIONS") return { ...empty(200), headers };
  const refusal = plain(405, "Method Not Allowed\n");
  return { ...refusal, headers: { ...refusal.headers, ...headers } };
}

/** Where the gateway redirects a path that differs from a route in slashes, dots and letter case. */
function rightSpelling(own: readonly (readonly string[])[], path: string): string | undefined {
  const shorter = withoutSlash(own, path, isSame);
  if (shorter !== undefined) return path.slice(0, -1);
  // A dot at the end leaves a slash there.
  const clean = cleaned(path.replace(/\/\.$/, "/./"));
  if (clean === "/") return clean;
  const segments = segmentsOf(clean);
  const pattern = own.find((each) => fits(each, segments, isSameWithoutCase));
  return pattern === undefined ? withoutSlash(own, clean, isSameWithoutCase) : spelt(pattern, segments);
}

/**
 * The path without the slash at its end, if the gateway finds a route or a parameter before that slash. As measured, it does not
 * behind a parameter that more than one beginning can follow: its search tree then has a node for the slash alone.
 */
function withoutSlash(own: readonly (readonly string[])[], path: string, equal: Equal): string | undefined {
  if (!path.endsWith("/")) return undefined;
  const segments = segmentsOf(path.slice(0, -1));
  const beginning = own.filter((pattern) => begins(pattern, segments, equal));
  const [any] = beginning;
  if (any === undefined) return undefined;
  const isParameterLast = isParameter(any[segments.length - 1]!);
  const next = new Set(beginning.flatMap((pattern) => pattern[segments.length]?.charAt(0) ?? []));
  const isFound = isParameterLast ? next.size < 2 : beginning.some(({ length }) => length === segments.length);
  return isFound ? spelt(any, segments) : undefined;
}

/** The path without empty segments, and with `.` and `..` resolved. */
function cleaned(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "..") segments.pop();
    else if (segment !== "" && segment !== ".") segments.push(segment);
  }
  const end = segments.length > 0 && path.endsWith("/") ? "/" : "";
  return `/${segments.join("/")}${end}`;
}

function redirect(method: string, to: string): Reply {
  if (method !== "GET") return { ...empty(307), headers: { Location: to } };
  const link = `<a href="${to.replaceAll("&", "&amp;")}">Moved Permanently</a>.\n\n`;
  return { ...file("text/html; charset=utf-8", Buffer.from(link)), status: 301, headers: { Location: to } };
}

const plain = (status: number, content: string): Reply => ({
  ...text(status, content),
  headers: { "X-Content-Type-Options": "nosniff" },
});
