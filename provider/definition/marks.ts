import { z } from "zod";
import type { Field } from "./field.js";
import type { Properties } from "../values/properties.js";
import { markedKey } from "../values/reserved-properties.js";

/** Path within a value: names of members and indices. Empty for the value itself. */
export type Within = readonly string[];

const stored = z.array(z.tuple([z.string()], z.string()));

/** Paths that the program has marked as secret, by argument. Empty if the state is older than its reader, or damaged. */
export function marksOf(properties: Properties): ReadonlyMap<string, readonly Within[]> {
  const marks = new Map<string, Within[]>();
  if (properties[markedKey] === undefined) return marks;
  for (const [name, ...within] of stored.safeParse(properties[markedKey]).data ?? [])
    marks.set(name, [...(marks.get(name) ?? []), within]);
  return marks;
}

/** Whether a path in an argument is always secret, even if the program has not marked it. */
export const isSecretAnyway = ({ secret }: Pick<Field, "secret">, [member]: Within): boolean =>
  secret === "value" || secret === "members" || (Array.isArray(secret) && member !== undefined && secret.includes(member));

/** A copy of a value with the parts at these paths replaced. */
export function replaced(value: unknown, places: readonly Within[], replace: (found: unknown) => unknown): unknown {
  if (places.length === 0 || value === undefined || value === null) return value;
  if (places.some(({ length }) => length === 0)) return replace(value);
  if (typeof value !== "object") return value;
  const below = (key: string) => places.filter(([first]) => first === key).map(([, ...rest]) => rest);
  if (Array.isArray(value)) return value.map((element: unknown, index) => replaced(element, below(String(index)), replace));
  return Object.fromEntries(
    Object.entries(value).map(([key, member]: [string, unknown]) => [key, replaced(member, below(key), replace)]),
  );
}
