import { explainedBy } from "../../sdk/values/explained.js";
import { CommandError } from "../shared/exit.js";
import type { Exported } from "./deployment.js";
import { lockIn } from "./locked.js";
import { type Pulumi, PulumiError } from "./pulumi.js";

/**
 * Replaces the state that was read with the new one, unless it has changed since.
 *
 * Pulumi holds its lock only while it writes. So the state is compared when the import waits only for the new one, and the
 * history of the stack shows afterwards whether a run ended in between.
 *
 * @param before the state as it was read
 * @param command the command that writes it, for messages
 * @throws StackLocked
 */
export async function writeState(pulumi: Pulumi, before: string, state: Exported, command: string): Promise<void> {
  let lastRun: string | undefined;
  try {
    await pulumi.importState(async () => {
      lastRun = await pulumi.lastRun();
      if ((await pulumi.exportState()) !== before)
        throw new CommandError("The state has changed in the meantime, so nothing was written. Run again.");
      return JSON.stringify(state);
    });
  } catch (error) {
    throw (error instanceof PulumiError ? lockIn(error.said) : undefined) ?? error;
  }
  const run = await pulumi.lastRun();
  if (run !== lastRun) throw overwritten(run ?? "", command);
}

const overwritten = (run: string, command: string): CommandError =>
  new CommandError(
    `Another run of this stack (${run}) ended while the state was written, which now lacks what it recorded. ` +
      `Restore the state of that run, then run \`${command}\` again.${explainedBy("state-overwritten")}`,
  );
