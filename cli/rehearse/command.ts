import type { Command } from "commander";
import { action, addReportOptions, addStackOptions, collect } from "../shared/command.js";

const epilogue = `
What it does:
  Runs the program's \`pulumi up\` on a copy of the stack, against a sandbox with a copy of the accounts, and shows what
  it did there. The stack, its state and its journal stay as they are, and nothing is sent to the provider but reads.
    created   a new object, which costs nothing as far as is known
    ordered   a new object, which is billed; COST says how much, as far as the API shows it
    adopted   an object that exists enters the state
    changed   an update, of an object or of settings that always exist
    replaced  a new object in place of the old one, which stays if the API cannot delete it
    deleted   the object, at the provider
    left      the resource leaves the state, and its object stays
    refused   the run fails here; the reason is below the table

  Without --from, it reads what exists now, as \`hosting snapshot --stack\` does, and keeps it in memory. With --from,
  nothing is sent to the provider. Names and texts are replaced in such a file: what a program finds by them is not found.

  Resources of other packages have no copy. If the run would change one, only the preview is rehearsed.

Exit codes:
  0  the run would succeed
  1  it would fail, or it could not be rehearsed
  2  the command line or the environment is wrong; nothing was run

Examples:
  $ hosting rehearse --stack production
  $ hosting rehearse --stack production --from copy.json --json
  $ hosting rehearse --markdown > comment.md`;

export function addRehearse(program: Command): void {
  const command = program
    .command("rehearse")
    .summary("run a program's up against a sandbox with a copy")
    .description(
      "Runs the `pulumi up` of a program on copies of its stack and its accounts, and shows what it would do. Changes nothing.",
    );
  addStackOptions(command)
    .option("--from <file>", "the copy of the accounts that `hosting snapshot` wrote; default: read them now")
    .option("--customer <number>", "read this customer as well; may be repeated", collect)
    .option("--account <name>", "read this account with its customer as well; may be repeated", collect);
  addReportOptions(command)
    .addHelpText("after", epilogue)
    .action(action(async () => (await import("./run.js")).runRehearsal));
}
