import { parameterNames, parameterType } from "../operations/operation.js";

/**
 * Characters that end a segment of a path, or would start another encoding. The gateway routes on the decoded path and pastes
 * decoded values into the address that it sends on, so percent-encoding protects none of them: `id%2Factions%2Fcheckout` places
 * the order of the cart, `id%23` acts on the object before the `#`. `%` is one of them, because what it decodes to may be decoded again on the way.
 */
const separators = ["/", "\\", "?", "#", "%"] as const;

/** The separators and control characters, within a class of a pattern. */
const forbidden = "/\\\\?#%\\x00-\\x1f\\x7f-\\x9f";

/**
 * What a path parameter matches: none of those characters, and neither `.` nor `..`. Without look-ahead, which Go and Rust do not
 * have, as the OpenAPI document shows it to clients in other languages.
 */
export const pathParameterPattern = `^(?:\\.*[^.${forbidden}][^${forbidden}]*|\\.{3,})$`;

const pathParameter = new RegExp(pathParameterPattern, "u");

/** Why a text cannot be a path parameter; undefined where it can. Does not repeat the text. */
function textProblem(text: string): string | undefined {
  if (/\p{Surrogate}/u.test(text)) return "must be well-formed text";
  if (pathParameter.test(text)) return undefined;
  if (text === "") return "must not be empty";
  if (text === "." || text === "..") return 'must not be the path step "." or ".."';
  const found = [
    ...separators.filter((separator) => text.includes(separator)).map((separator) => JSON.stringify(separator)),
    ...(/\p{Cc}/u.test(text) ? ["control characters"] : []),
  ];
  return (
    `must not contain ${found.join(", ")}: the API would read more of the address than this value, and act on something else. ` +
    "Pass the plain identifier, as the API shows it, not encoded and without path or query"
  );
}

/** Why a value cannot be a path parameter; undefined where it can. */
function segmentProblem(value: unknown, type: "integer" | "string"): string | undefined {
  if (value === undefined || value === null) return "is required";
  if (type === "integer") return Number.isSafeInteger(value) ? undefined : "must be a whole number";
  return typeof value === "string" ? textProblem(value) : "must be a string";
}

export interface BuiltPath {
  readonly path: string;
  /** Located problems, without values; the path is of no use where there are any. */
  readonly problems: readonly string[];
}

/** Fills in the template's parameters, each of which stays in its segment also where a server on the way decodes the path. */
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
