/** A value with the texts in it redacted, at any depth. */
export function redactedValue(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === "string") return redact(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => redactedValue(each, redact));
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, redactedValue(member, redact)]));
}

/** A value in a table: an absent one is shown as nothing. */
export const valueText = (value: unknown): string =>
  value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
