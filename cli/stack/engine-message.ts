import { oneLine } from "../shared/one-line.js";
import { mask } from "../../sdk/redaction/mask.js";

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/**
 * A message of Pulumi's engine as one line, without the words that it puts before those of a provider.
 *
 * - Pulumi masks a secret wherever its text occurs, also in a URN, which is no secret: masked, no command takes it, and it tells what the
 *   secret is.
 * - Its advice on protection is about an option that a program has set. Here it is the default.
 *
 * @param failure what the engine said, and the URN of the resource that it is about
 */
export function engineMessage({ message, urn }: { readonly message: string; readonly urn: string | undefined }): string {
  const line = oneLine(message)
    .replace(/^(Preview|Update) failed: /, "")
    .replace(/^\S+ resource '[^']*' has a problem: /, "")
    .replace("remove the `protect` flag from the resource", "set `protect: false` for the resource");
  if (urn === undefined) return line;
  return line.replace(/urn:pulumi:[^\s'"`]*/g, (found) => {
    const parts = found.split(mask);
    return parts.length > 1 && new RegExp(`^${parts.map(literal).join(".+")}$`).test(urn) ? urn : found;
  });
}
