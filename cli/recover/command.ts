import type { Command } from "commander";
import { action, addStackOptions } from "../shared/command.js";

const epilogue = `
What it does:
  If a run of Pulumi is killed, operations stay pending: the state does not know how they ended. This command looks
  up at the provider how each of them ended, and shows what it will do:
    take-over  an interrupted run created the object: it is added to the state
    update     the update succeeded: the state is updated
    remove     the object is gone: it is removed from the state
    drop       nothing to do: the operation is cleared
    leave      the result is unknown, or belongs to another provider: the operation stays pending
  It also lists creations that only the journal knows; --yes forgets those that no later run will continue.
  Only --yes writes the state. The command never changes anything at the provider.

  A killed run leaves the lock of the stack. --yes then says who holds it since when, and writes nothing. Once that run
  has certainly ended, --cancel-lock with that time cancels this lock, and no later one.

What it needs:
  \`pulumi\` on the path, logged in, with the passphrase of the stack. The provider's login comes from the environment
  (or from --profile, in its place) or the configuration of the stack; for an explicit provider from the state.

Exit codes:
  0  nothing to settle, or everything is settled; with --forget-rest also if something was forgotten
  1  the command failed, or had to leave something
  2  the command line or the environment is wrong
  3  there is something to settle or forget, and --yes is missing

Examples:
  $ hosting recover
  $ hosting recover --stack production --yes
  $ hosting recover --stack production --yes --cancel-lock 2030-01-31T12:00:00Z
  $ hosting recover --json | jq -r '.pending[] | [.urn, .action, .why] | @tsv'`;

export function addRecover(program: Command): void {
  const command = program
    .command("recover")
    .summary("settle what a killed run of Pulumi left pending")
    .description("Shows how the operations ended that a killed run of Pulumi left pending, and settles them.");
  addStackOptions(command)
    .option("-y, --yes", "write the state")
    .option("--cancel-lock <time>", "with --yes: cancel the lock of the stack that is held since this time")
    .option("--forget-rest", "with --yes: settle the rest even if a creation has to be left, which Pulumi then forgets")
    .option("--json", "for programs: one line of JSON")
    .addHelpText("after", epilogue)
    .action(action(async () => (await import("./run.js")).runRecover));
}
