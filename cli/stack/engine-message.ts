import { mask } from "../../sdk/redaction/mask.js";
import { inLine } from "../../sdk/redaction/text.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { CommandError } from "../shared/exit.js";
import { oneLine } from "../shared/text.js";
import { titleOf } from "./deployment.js";

/** The option that gives a resource the entry of a URN, as a program writes it. A whole URN works wherever the resource has moved. */
export const aliasTo = (urn: string): string => `aliases: [${JSON.stringify(urn)}]`;

/** What to do about an entry that the program has under another name or in another place. */
const renamedAdvice = (urn: string): string => `If it was renamed or moved, give the resource an alias: \`${aliasTo(urn)}\`.`;

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
 * secret is.
 * - Its advice on protection would delete what was only renamed.
 * @param failure what the engine said, and the URN of the resource that it is about
 */
export function engineMessage({ message, urn }: { readonly message: string; readonly urn: string | undefined }): string {
  const line = oneLine(message)
    .replace(/^(Preview|Update) failed: /, "")
    .replace(/^\S+ resource '[^']*' has a problem: /, "");
  const printed = urn === undefined ? line : unmasked(line, urn);
  for (const { pattern, text } of refusals) {
    const [, about] = pattern.exec(printed) ?? [];
    if (about === undefined) continue;
    const isWhole = about.startsWith("urn:") && !about.includes(mask);
    return printed.replace(pattern, () => text(isWhole ? about : (urn ?? about)));
  }
  return printed;
}

const unmasked = (line: string, urn: string): string =>
  line.replace(/urn:pulumi:[^\s'"`]*/g, (found) => {
    const parts = found.split(mask);
    return parts.length > 1 && new RegExp(`^${parts.map(literal).join(".+")}$`).test(urn) ? urn : found;
  });

/** The lock that a run holds on a stack, or that a killed run has left. */
export class StackLocked extends CommandError {
  /** Who holds it and since when, as Pulumi says: `runner@host (pid 2011) since 2030-01-01T00:00:00Z`; undefined if it does not say. */
  readonly holder: string | undefined;
  /** By what a user names the lock: the time since when it is held, or `unknown`. A later lock has another name. */
  readonly lock: string;

  /** @param printed what Pulumi says about it */
  constructor(printed: string) {
    // With the file backends, Pulumi names each lock of the stack. Pulumi Cloud has one, and does not.
    const locks = Array.from(printed.matchAll(/: created by (.+ \(pid \d+\)) at (\S+)\s*$/gm), ([, owner, at]) => ({
      owner: inLine(owner!),
      at: inLine(at!),
    }));
    const holder = locks.length === 0 ? undefined : locks.map(({ owner, at }) => `${owner} since ${at}`).join(" and ");
    super(
      `The stack is locked by ${holder ?? "a run that Pulumi does not name"}, so nothing was written. ` +
        `If it has ended, run \`pulumi cancel\` and this again.${explainedBy("stack-locked")}`,
    );
    this.holder = holder;
    this.lock = locks.length === 0 ? "unknown" : locks.map(({ at }) => at).join(",");
  }
}

/** The lock that made a command of Pulumi fail; undefined if that had another reason. */
export const lockIn = (printed: string): StackLocked | undefined =>
  /\b(locked|in progress|conflict)\b/i.test(printed) ? new StackLocked(printed) : undefined;

/** What to do about a lock, or about a backend file that Pulumi cannot read, by its message; undefined for other failures. */
export function remedyFor(printed: string): string | undefined {
  if (/could not import deployment: unexpected end of JSON input/.test(printed))
    return (
      "The lock file of the stack is empty, which a full disk causes. Free some space, run `pulumi cancel`, and this again." +
      explainedBy("stack-locked")
    );
  if (/the stack is currently locked/.test(printed))
    return `If that run has certainly ended: \`hosting recover --yes --cancel-lock ${lockIn(printed)?.lock}\`.${explainedBy("stack-locked")}`;
  if (!/failed to load checkpoint: EOF/.test(printed)) return undefined;
  return "Pulumi was killed while it wrote the state, which is intact. Delete the empty `.pulumi/stacks/<project>/<stack>.json.attrs`, and run again.";
}
