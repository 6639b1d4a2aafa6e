import { parameterNames, parameterType } from "../operations/operation.js";

/**
 * Characters that end a segment of a path, or could start another encoding. The gateway routes on the decoded path and inserts
 * decoded values into the address that it forwards to, so percent-encoding protects none of them: `id%2Factions%2Fcheckout` places
 * the order of the cart, `id%23` acts on the object before the `#`. `%` is included because its decoded form may be decoded again.
 */
const separators = ["/", "\\", "?", "#", "%"] as const;

/** The separators and control characters, for use in a character class. */
const forbidden = "/\\\\?#%\\x00-\\x1f\\x7f-\\x9f";

/**
 * What a path parameter matches: none of these characters, and neither `.` nor `..`. It uses no lookahead, which Go and Rust do not
 * support, because the OpenAPI document contains it for clients in other languages.
 */
export const pathParameterPattern = `^(?:\\.*[^.${forbidden}][^${forbidden}]*|\\.{3,})$`;

const pathParameter = new RegExp(pathParameterPattern, "u");

/** Why a text cannot be a path parameter; undefined if it can. Does not repeat the text. */
function textProblem(text: string): string | undefined {
  if (/\p{Surrogate}/u.test(text)) return "must be well-formed text";
  if (pathParameter.test(text)) return undefined;
  if (text === "") return "must not be empty";
  if (text === "." || text === "..") return 'must not be the path step "." or ".."';
  const found = [
    ...separators.filter((separator) => text.includes(separator)).map((separator) => JSON.stringify(separator)),
    ...(/\p{Cc}/u.test(text) ? ["control characters"] : []),
  ];
  return `must not contain ${found.join(", ")}: the API would act on another object. Pass the plain identifier, as the API shows it`;
}

/** Why a value cannot be a path parameter; undefined if it can. */
function segmentProblem(value: unknown, type: "integer" | "string"): string | undefined {
  if (value === undefined || value === null) return "is required";
  if (type === "integer") return Number.isSafeInteger(value) ? undefined : "must be a whole number";
  return typeof value === "string" ? textProblem(value) : "must be a string";
}

/** A segment that is a parameter. */
const wholeParameter = /^\{\w+\}$/;

/** Why a text of the program cannot be the template of a path; undefined if it can. Does not repeat the text. */
export function templateProblem(template: unknown): string | undefined {
  if (typeof template !== "string" || !template.startsWith("/v1/")) return "must be a text that begins with /v1/";
  return segmentsOf(template)
    .filter((segment) => !wholeParameter.test(segment))
    .map((segment) => (/[{}]/.test(segment) ? "must have parameters as whole segments, such as /{name}/" : textProblem(segment)))
    .find((problem) => problem !== undefined);
}

const segmentsOf = (template: string): string[] => template.slice("/v1/".length).split("/");

/** The template with its plain segments as they are sent. */
export const encodedTemplate = (template: string): `/v1/${string}` =>
  `/v1/${segmentsOf(template)
    .map((segment) => (wholeParameter.test(segment) ? segment : encodeURIComponent(segment)))
    .join("/")}`;

export interface BuiltPath {
  readonly path: string;
  /** Located problems, without values. If there are any, the path is unusable. */
  readonly problems: readonly string[];
}

/** Fills in the template's parameters. Each stays in its segment even if a server decodes the path. */
export function buildPath(template: string, parameters: Readonly<Record<string, unknown>>): BuiltPath {
  const problems: string[] = [];
  const segments = new Map<string, string>();
  for (const name of parameterNames(template)) {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    const problem = segmentProblem(value, parameterType(name));
    if (problem === undefined) segments.set(name, encodeURIComponent(String(value)));
    else problems.push(`${name}: ${problem}`);
  }
  return { path: template.replace(/\{(\w+)\}/g, (_, name: string) => segments.get(name) ?? ""), problems };
}
