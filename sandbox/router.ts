import { type Operation, parameterType } from "../sdk/operation.js";
import { operations } from "../sdk/operations/index.js";

/** Every row of the operation table. */
export const rows: readonly Operation[] = Object.values(operations).flatMap((area) => Object.values(area) as Operation[]);

interface Route {
  readonly row: Operation;
  readonly segments: readonly string[];
}

export type Match =
  | { readonly kind: "row"; readonly row: Operation; readonly parameters: Readonly<Record<string, string | number>> }
  | { readonly kind: "wrong-method"; readonly allowed: readonly string[] }
  | { readonly kind: "unknown" };

const isParameter = (segment: string): boolean => segment.startsWith("{");

/** Fixed segments win over parameters. */
const specificity = ({ segments }: Route): string => segments.map((segment) => (isParameter(segment) ? "1" : "0")).join("");

const routes: readonly Route[] = rows
  .map((row) => ({ row, segments: row.path.split("/").slice(1) }))
  .sort((a, b) => specificity(a).localeCompare(specificity(b)));

/** Finds the row for a request. Segments are decoded one by one: an encoded slash stays within its segment. */
export function route(method: string, path: string): Match {
  const segments = path.split("/").slice(1).map(decode);
  const fitting = routes.filter((candidate) => fits(candidate.segments, segments));
  const best = fitting.find(({ row }) => row.method === method);
  if (best !== undefined) return { kind: "row", row: best.row, parameters: parametersOf(best.segments, segments) };
  if (fitting.length > 0) return { kind: "wrong-method", allowed: fitting.map(({ row }) => row.method) };
  return { kind: "unknown" };
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

function fits(pattern: readonly string[], segments: readonly (string | undefined)[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, index) => {
      const segment = segments[index];
      if (segment === undefined || segment === "") return false;
      if (!isParameter(part)) return part === segment;
      return parameterType(part.slice(1, -1)) === "string" || /^[0-9]{1,15}$/.test(segment);
    })
  );
}

function parametersOf(pattern: readonly string[], segments: readonly (string | undefined)[]): Record<string, string | number> {
  const parameters: Record<string, string | number> = {};
  pattern.forEach((part, index) => {
    if (!isParameter(part)) return;
    const name = part.slice(1, -1);
    const segment = segments[index]!;
    parameters[name] = parameterType(name) === "integer" ? Number(segment) : segment;
  });
  return parameters;
}
