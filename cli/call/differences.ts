import { locate } from "../../sdk/http/schema-problems.js";
import { inLine } from "../../sdk/redaction/text.js";
import type { ValuePath } from "../../sdk/values/value-path.js";

/** Places where two copies of the same data differ, as precisely as possible. */
export function differences(one: unknown, other: unknown, path: ValuePath = []): ValuePath[] {
  if (Object.is(one, other)) return [];
  if (!isContainer(one) || !isContainer(other) || Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = Object.keys(one);
  if (names.join("\0") !== Object.keys(other).join("\0")) return [path];
  return names.flatMap((name) => differences(one[name], other[name], [...path, Array.isArray(one) ? Number(name) : name]));
}

const isContainer = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === "object" && value !== null;

/** Whether one path leads to the same place as the other, or into it. */
export const isWithin = (inner: ValuePath, outer: ValuePath): boolean => outer.every((step, index) => step === inner[index]);

/** `items[2].name`; with `every`, `items[].name`, which is the same for all elements of a list. */
export function located(path: ValuePath, place = "", every = false): string {
  const where = inLine(locate(place, path));
  return every ? where.replace(/\[\d+\]/g, "[]") : where;
}
