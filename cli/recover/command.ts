import type { Command } from "commander";
import type { RecoverFlags } from "./run.js";

const epilogue = `
What it does:
  A run of Pulumi that is killed leaves operations pending: begun, with an end that the state does not know. This asks
  the provider what has come of each, and says what is to be done about it:
    adopt   the object is there: the state takes it over
    update  the change arrived: the state is told so
    remove  the object is gone: it leaves the state
    drop    nothing is to be done: the operation is cleared
    leave   it cannot be told, or is not of this provider: the operation stays pending
  Creations that only the journal knows of are told as well; with --yes those are forgotten that no run goes on with.
  Only --yes writes the state. Nothing is ever changed at the provider.

What it needs:
  \`pulumi\` on the path, logged in, with the passphrase of the stack. The login of the provider comes from the
  environment or the configuration of the stack; for an explicit provider from what the state has of it.

Exit codes:
  0  there is nothing to settle, or everything is settled; with --forget-rest also where something was forgotten
  1  it failed, or something had to be left
  2  the command line or the environment is wrong
  3  something is to be settled or forgotten, and --yes is missing

Examples:
  $ hosting recover
  $ hosting recover --stack production --yes
  $ hosting recover --json | jq -r '.pending[] | [.urn, .action, .why] | @tsv'`;

export function addRecover(program: Command): void {
  program
    .command("recover")
    .summary("settle what a killed run of Pulumi left pending")
    .description("Tells what has come of operations that a killed run of Pulumi left pending, and settles them.")
    .option("-s, --stack <name>", "the stack; default: the selected one")
    .option("-C, --cwd <folder>", "folder of the Pulumi project; default: the current one")
    .option("-y, --yes", "write the state")
    .option("--forget-rest", "with --yes: also where a creation has to be left, which Pulumi then forgets")
    .option("--json", "for programs: one line of JSON")
    .addHelpText("after", epilogue)
    .action(async (flags: RecoverFlags) => {
      const [{ runRecover }, { print }] = await Promise.all([import("./run.js"), import("../shared/terminal.js")]);
      process.exitCode = await runRecover(flags, { environment: process.env, print, now: Date.now });
    });
}
