import type { Command } from "commander";
import { action, collect } from "../shared/command.js";

const epilogue = `
What it does:
  Reads what exists, and writes a program in TypeScript that declares it: a file for each customer, one for what belongs
  to the login itself, and index.ts. With --stack, it then enters the objects in the state of the stack, as a run would
  have recorded them, and proves the result: a preview after a refresh must have nothing to change. Otherwise state,
  configuration and stack are as before, and the difference is shown. It changes nothing at the provider.

  The API has no list of customers. --customer and --account name them; besides, it reads those of the state and of
  earlier imports. If none is ever named, it reads the customer of the login, and those that accounts shared with this
  customer and its contracts lead to. What belongs to the login itself, such as webhooks and contracts, is imported only
  if none was ever named, or if --only names it. Customers, accounts and kinds that were named once are
  remembered; --forget takes one back, and leaves the program as it is.

  Secrets become configuration, which --stack sets. Long texts get files of their own, in texts/. Names of resources come
  from the objects, and hosting-import.json, beside the program, keeps them: keep it with the program. To choose names,
  change them in what --dry-run --json prints, and pass the file with --names. A domain whose name you choose is declared
  by itself, and not as a Site.

  Run the command again to import what is new, or to go on after it was killed. A file that somebody has edited stays as
  it is, and the command shows what to add to it.

  Settings of customers are imported only if --only names them, because every customer has them.

Exit codes:
  0  imported, or nothing new
  1  the command failed, or something could not be read, was not entered in the state, has to be added by hand, or would be
     ordered by the next run
  2  the command line or the environment is wrong, and nothing was sent

Examples:
  $ hosting import --customer 100001 --customer 100002 --stack production
  $ hosting import --account p100001 --code-only --out garden
  $ hosting import --only domain --dry-run --json > names.json
  $ hosting import --only domain --stack production --names names.json`;

export function addImport(program: Command): void {
  program
    .command("import")
    .summary("write program and state for what exists")
    .description("Writes a program that declares what exists, and enters it in the state of a stack. Only reads at the provider.")
    .option("--customer <number>", "import what this customer has; may be repeated", collect)
    .option("--account <name>", "import the domains of this account; may be repeated", collect)
    .option("--only <kind>", "import only this kind, such as domain; may be repeated", collect)
    .option("--skip <kind>", "do not import this kind; may be repeated", collect)
    .option("-o, --out <folder>", "folder of the program; default: this one if it has a Pulumi project, else imported")
    .option("-s, --stack <name>", "the stack whose state the objects enter; created if it does not exist")
    .option("--code-only", "write only the program")
    .option("--dry-run", "show what would be written, with the names of resources, and write nothing")
    .option("--names <file>", "names for new resources, as --dry-run --json prints them")
    .option("--forget <name>", "no longer read this customer, account or kind; may be repeated", collect)
    .option("--profile <name>", "address and login from the file of profiles")
    .option("--json", "for programs: one line of JSON")
    .addHelpText("after", epilogue)
    .action(action(async () => (await import("./run.js")).runImport));
}
