import { parameterNames, parameterType } from "./operation.js";

const dots = /^\.{1,2}$/;

/** The value with percent-encoding undone, as often as somebody on the way might do it. */
function decodings(value: string): string[] {
  const found = [value];
  for (let current = value; ;) {
    let decoded: string;
    try {
      decoded = decodeURIComponent(current);
    } catch {
      decoded = current.replace(/%2e/gi, ".").replace(/%2f/gi, "/").replace(/%5c/gi, "\\").replace(/%25/g, "%");
    }
    if (decoded === current) return found;
    found.push(decoded);
    current = decoded;
  }
}

/** Why a value cannot be a path parameter; undefined where it can. */
function segmentProblem(value: unknown, type: "integer" | "string"): string | undefined {
  if (value === undefined || value === null) return "is required";
  if (type === "integer") return Number.isSafeInteger(value) ? undefined : "must be a whole number";
  if (typeof value !== "string") return "must be a string";
  if (value === "") return "must not be empty";
  if (/\p{Surrogate}/u.test(value)) return "must be well-formed text";
  if (decodings(value).some((text) => text.split(/[/\\]/).some((part) => dots.test(part))))
    return 'must not be or contain the path step "." or ".."';
  return undefined;
}

export interface BuiltPath {
  readonly path: string;
  /** Located problems, without values; the path is of no use where there are any. */
  readonly problems: readonly string[];
}

/** Fills the template's parameters in, encoded so that each stays in its segment. */
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
