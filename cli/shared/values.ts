/** Whether a value of JSON is an object with members, and not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A value of JSON, at any depth with another one in place of each part that `changed` does not give back as it is. */
export function mapped(value: unknown, changed: (part: unknown) => unknown): unknown {
  const other = changed(value);
  if (other !== value) return other;
  if (Array.isArray(value)) return value.map((each) => mapped(each, changed));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, changed)]));
}

export const redactedValue = (value: unknown, redact: (text: string) => string): unknown =>
  mapped(value, (part) => (typeof part === "string" ? redact(part) : part));

/** A value in a table: an absent one is shown as nothing. */
export const valueText = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** Groups with equal keys, in the order of their first members. */
export function groupedBy<T>(all: readonly T[], keyOf: (each: T) => string): (readonly [T, ...T[]])[] {
  const groups = new Map<string, [T, ...T[]]>();
  for (const each of all) {
    const group = groups.get(keyOf(each));
    if (group === undefined) groups.set(keyOf(each), [each]);
    else group.push(each);
  }
  return [...groups.values()];
}
