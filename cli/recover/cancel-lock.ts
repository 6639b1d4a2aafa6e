import { explainedBy } from "../../sdk/values/explained.js";
import { CommandError } from "../shared/exit.js";
import { StackLocked } from "../stack/locked.js";
import type { Pulumi } from "../stack/pulumi.js";

/**
 * Writes the state. If the stack is locked, and the user has named exactly this lock, the lock is cancelled first.
 *
 * @param named what the user has read about the lock: {@link StackLocked.lock}
 * @throws CommandError if another lock is there, or if none was named; nothing is written or cancelled then
 */
export async function writtenDespiteLock(
  pulumi: Pulumi,
  named: string | undefined,
  { write, tell }: { readonly write: () => Promise<void>; readonly tell: (message: string) => void },
): Promise<void> {
  try {
    await write();
    if (named !== undefined) tell("The stack was not locked, so no lock was cancelled.");
  } catch (error) {
    if (!(error instanceof StackLocked)) throw error;
    const { holder = "a run that Pulumi does not name", lock } = error;
    if (named !== lock)
      throw new CommandError(
        `The stack is locked by ${holder}${named === undefined ? "" : `, not since ${named}`}. Nothing was written. ` +
          `If that run has certainly ended, cancel its lock: \`hosting recover --yes --cancel-lock ${lock}\`.${explainedBy("stack-locked")}`,
      );
    tell(`Cancelling the lock that is held by ${holder}.`);
    await pulumi.cancel();
    await write();
  }
}
