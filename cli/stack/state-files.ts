import { explainedBy } from "../../sdk/values/explained.js";
import { lockIn } from "./locked.js";

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
