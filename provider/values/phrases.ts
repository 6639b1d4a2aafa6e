import { inLine } from "../../sdk/redaction/text.js";
import { labelOf } from "./kinds.js";

/* What several messages say alike. */

/**
 * An object in a message, whose kind a file names.
 *
 * @param which its id or its title
 */
export const objectText = (kind: string, which: string): string => `${labelOf(kind)} ${inLine(which)}`;

/**
 * A resource, for messages. A name with the types of its parents looks like a type, so the kind is added.
 *
 * @param name as in the journal
 */
export const resourceText = (kind: string, name: string): string =>
  `resource "${inLine(name)}"${name.includes("/") ? ` (${labelOf(kind)})` : ""}`;

/** Maximum number of objects that a message names. */
const mostNamed = 10;

/** Objects, for messages. */
export function enumeration(objects: readonly string[]): string {
  const more = objects.length > mostNamed ? `; and ${objects.length - mostNamed} more` : "";
  return `${objects.slice(0, mostNamed).join("; ")}${more}`;
}

/** Objects, each named once, for messages. */
export const objectsText = (objects: readonly { readonly kind: string; readonly id: string }[]): string =>
  enumeration([...new Set(objects.map(({ kind, id }) => objectText(kind, id)))]);

/**
 * What to do about objects that only the answer to their creation would have made usable, after a space in a message.
 *
 * @param revealed outputs that only that answer shows
 * @param count number of the objects that the message has named
 */
export const lostOutputsText = (revealed: readonly string[], count: number): string =>
  count === 1
    ? `Its ${revealed.join(", ")} is lost. Delete the object at the provider if nobody uses it.`
    : `Their ${revealed.join(", ")} is lost. Delete those at the provider that nobody uses.`;

/** Why an object that the program reads is not replaced. */
export const readText = (resource: string, reader: string): string =>
  `resource "${inLine(reader)}" reads it with \`get\`, and the replacement of "${inLine(resource)}" would delete it. Remove the \`get\`.`;
