import type { Command } from "commander";
import { action, addCommand, collect, type CommandRow, reportOptions, stackOptions } from "../shared/command.js";

const help = `
Runs the program's \`pulumi up\` on a copy of the stack, against a sandbox with a copy of the accounts, and shows what it did
there. Nothing is sent to the provider but reads, and with --from nothing at all: names are replaced in such a file, so
what a program finds by them is not found. If the run would change resources of other packages, which have no copy, only
the preview is rehearsed.

\`left\` means that the object stays at the provider, and \`refused\` that the run fails there; the reason is below the table.

Exit codes:
  0  the run would succeed
  1  it would fail, or it could not be rehearsed
  2  the command line or the environment is wrong; nothing was run

Examples:
  $ hosting rehearse --stack production --from copy.json --json
  $ hosting rehearse --markdown > comment.md`;

const command: CommandRow = {
  name: "rehearse",
  summary: "run a program's up against a sandbox with a copy",
  description:
    "Runs the `pulumi up` of a program on copies of its stack and its accounts, and shows what it would do. Changes nothing.",
  options: [
    ...stackOptions,
    ["--from <file>", "the copy of the accounts that `hosting snapshot` wrote; default: read them now"],
    ["--customer <number>", "read this customer as well; may be repeated", collect],
    ["--account <name>", "read this account with its customer as well; may be repeated", collect],
    ...reportOptions(),
  ],
  action: action(async () => (await import("./run.js")).runRehearsal),
  help,
};

export const addRehearse = (program: Command): Command => addCommand(program, command);
