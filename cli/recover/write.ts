import { CommandError, exitCodes } from "../shared/exit.js";
import type { Exported } from "./deployment.js";
import { type Pulumi, PulumiError } from "./pulumi.js";

/**
 * Puts the new state in the place of the one that was read, unless that is another one by now.
 *
 * Pulumi holds its lock only while it writes. So the state is compared once the import waits for nothing but the new one, and the
 * history of the stack tells afterwards whether a run has ended in between.
 *
 * @param before the state as it was read
 */
export async function write(pulumi: Pulumi, before: string, state: Exported): Promise<void> {
  let lastRun: string | undefined;
  try {
    await pulumi.importState(async () => {
      lastRun = await pulumi.lastRun();
      if ((await pulumi.exportState()) !== before)
        throw new CommandError(
          "The state has changed in the meantime, so that nothing was written. Run again.",
          exitCodes.failed,
        );
      return JSON.stringify(state);
    });
  } catch (error) {
    if (!(error instanceof PulumiError) || !/\b(locked|in progress|conflict)\b/i.test(error.said)) throw error;
    throw new CommandError(
      `The stack is locked, so that nothing was written: an update runs, or the interrupted one has left its lock. ` +
        `Once it is certain that none runs, release it with \`pulumi cancel\`, and run again. (${error.message})`,
      exitCodes.failed,
    );
  }
  const run = await pulumi.lastRun();
  if (run !== lastRun) throw overwritten(run ?? "");
}

const overwritten = (run: string): CommandError =>
  new CommandError(
    `Another run of this stack (${run}) ended at the moment in which the state was written, so the state no longer has what it recorded. ` +
      "Nothing was changed at the provider. Put back the state that this run left: with Pulumi Cloud by `pulumi stack export --version` and " +
      "`pulumi stack import`; in any other backend copy the newest `.pulumi/history/<project>/<stack>/*.checkpoint.json` over " +
      "`.pulumi/stacks/<project>/<stack>.json`. Then run `hosting recover` again.",
    exitCodes.failed,
  );
