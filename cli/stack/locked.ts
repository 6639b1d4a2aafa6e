import { inLine } from "../../sdk/redaction/text.js";
import { explainedBy } from "../../sdk/values/explained.js";
import { CommandError } from "../shared/exit.js";

/** The lock that a run holds on a stack, or that a killed run has left. */
export class StackLocked extends CommandError {
  /** Who holds it and since when, as Pulumi says: `runner@host (pid 2011) since 2030-01-01T00:00:00Z`; undefined if it does not say. */
  readonly holder: string | undefined;
  /** By what a user names the lock: the time since when it is held, or `unknown`. A later lock has another name. */
  readonly lock: string;

  /** @param said what Pulumi says about it */
  constructor(said: string) {
    // With the file backends, Pulumi names each lock of the stack. Pulumi Cloud has one, and does not.
    const locks = Array.from(said.matchAll(/: created by (.+ \(pid \d+\)) at (\S+)\s*$/gm), ([, owner, at]) => ({
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
export const lockIn = (said: string): StackLocked | undefined =>
  /\b(locked|in progress|conflict)\b/i.test(said) ? new StackLocked(said) : undefined;

/** What to do about a lock, or about a backend file that Pulumi cannot read, by its message; undefined for other failures. */
export function remedyFor(said: string): string | undefined {
  if (/could not import deployment: unexpected end of JSON input/.test(said))
    return (
      "The lock file of the stack is empty, which a full disk causes. Free some space, run `pulumi cancel`, and this again." +
      explainedBy("stack-locked")
    );
  if (/the stack is currently locked/.test(said))
    return `If that run has certainly ended: \`hosting recover --yes --cancel-lock ${lockIn(said)?.lock}\`.${explainedBy("stack-locked")}`;
  if (!/failed to load checkpoint: EOF/.test(said)) return undefined;
  return "Pulumi was killed while it wrote the state, which is intact. Delete the empty `.pulumi/stacks/<project>/<stack>.json.attrs`, and run again.";
}
