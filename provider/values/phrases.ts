import { inLine } from "../../sdk/redaction/text.js";

/* What several messages say alike. */

/** Why a single subdomain is not deleted: the end of a sentence. */
export const noSubdomainDeletion = "the API has no documented way to delete a single subdomain";

/** Where to declare an option of a subdomain in a component, which takes no options for a single one of its resources. */
export const ofSite = " (in a component such as `Site`, as an option of the whole component, until the subdomain is removed)";

/**
 * How to remove a gone object from a state. Accounts and domains are usually protected, and their contents depend on them, so
 * Pulumi refuses without these flags.
 */
export const outOfState =
  "`pulumi state delete --force --target-dependents <urn>`, which also removes its dependents (`adopt: true` adopts those that " +
  "still exist)";

/** Maximum number of objects that a message names. */
const mostNamed = 10;

/** Objects, for messages. */
export function enumeration(objects: readonly string[]): string {
  const more = objects.length > mostNamed ? `; and ${objects.length - mostNamed} more` : "";
  return `${objects.slice(0, mostNamed).join("; ")}${more}`;
}

/**
 * What to do about objects that only the answer to their creation would have made usable, after a space in a message.
 *
 * @param revealed outputs that only that answer shows
 * @param count number of the objects that the message has named
 */
export const lostOutputsText = (revealed: readonly string[], count: number): string =>
  count === 1
    ? `Its ${revealed.join(", ")} cannot be recovered. Delete the object at the provider if nobody uses it.`
    : `Their ${revealed.join(", ")} cannot be recovered. Delete those objects at the provider that nobody uses.`;

/** Why an object that the program reads is not replaced. */
export const readText = (resource: string, reader: string): string =>
  `resource "${inLine(reader)}" reads it with \`get\`, and the replacement of "${inLine(resource)}" would delete it. Remove the \`get\`, or keep ` +
  `the object: remove "${inLine(resource)}" from the state with \`pulumi state delete <urn>\`.`;

/** How a resource gets the entry of another one. Pulumi refuses an alias and a new name that are in use. */
export const renameText = (from: string, to: string): string =>
  `rename the entry "${inLine(from)}" to "${inLine(to)}" with \`pulumi state rename <urn> <new name>\`.`;
