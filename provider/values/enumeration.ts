/** Maximum number of objects that a message names. */
const mostNamed = 10;

/** Objects, for messages. */
export function enumeration(objects: readonly string[]): string {
  const more = objects.length > mostNamed ? `; and ${objects.length - mostNamed} more` : "";
  return `${objects.slice(0, mostNamed).join("; ")}${more}`;
}
