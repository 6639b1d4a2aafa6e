import { oneLine } from "../shared/one-line.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { mask } from "../../sdk/redaction/mask.js";
import { renamedAdvice } from "./alias.js";
import { titleOf } from "./deployment.js";

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/**
 * What Pulumi says about protection, which ends with how to remove that. For a resource that was only renamed, this would delete the object of
 * the entry. Protection is the default here, so a program may have no option to remove.
 */
const refusals: readonly { readonly pattern: RegExp; readonly text: (urn: string) => string }[] = [
  {
    pattern: /\bresource "([^"]+)" cannot be deleted because it is protected\b.*$/,
    text: (urn) =>
      `The program no longer declares ${titleOf(urn)}, which is protected, so Pulumi does not delete it. ${renamedAdvice(urn)}${explainedBy("protected")}`,
  },
  {
    pattern:
      /\bunable to replace resource "([^"]+)"(?: as part of replacing "[^"]+")? as it is currently marked for protection\b.*$/,
    text: (urn) =>
      `${titleOf(urn)} would be deleted and created again, but it is protected. ${renamedAdvice(urn)} If not, undo the change.${explainedBy("protected")}`,
  },
];

/**
 * A message of Pulumi's engine as one line, without the words that it puts before those of a provider.
 *
 * - Pulumi masks a secret wherever its text occurs, also in a URN, which is no secret: masked, no command takes it, and it tells what the
 *   secret is.
 * - Its advice on protection would delete what was only renamed.
 *
 * @param failure what the engine said, and the URN of the resource that it is about
 */
export function engineMessage({ message, urn }: { readonly message: string; readonly urn: string | undefined }): string {
  const line = oneLine(message)
    .replace(/^(Preview|Update) failed: /, "")
    .replace(/^\S+ resource '[^']*' has a problem: /, "");
  const said = urn === undefined ? line : unmasked(line, urn);
  for (const { pattern, text } of refusals) {
    const [, about] = pattern.exec(said) ?? [];
    if (about === undefined) continue;
    const isWhole = about.startsWith("urn:") && !about.includes(mask);
    return said.replace(pattern, () => text(isWhole ? about : (urn ?? about)));
  }
  return said;
}

const unmasked = (line: string, urn: string): string =>
  line.replace(/urn:pulumi:[^\s'"`]*/g, (found) => {
    const parts = found.split(mask);
    return parts.length > 1 && new RegExp(`^${parts.map(literal).join(".+")}$`).test(urn) ? urn : found;
  });
