import type { Command } from "commander";
import { action, collect } from "../shared/command.js";

const epilogue = `
What it does:
  Reads the accounts of the login, and writes them into a file from which a sandbox starts: hosting sandbox --from FILE.
  It only reads, and goes on after what it may not read. At the end it says what is left out, and why.

  It reads webhooks, application tokens and GDPR records of the login, the catalogue, and of each customer the accounts,
  contracts, domains and subdomains. The API has no list of customers: it knows that of the login, those of --customer and
  of the accounts of --account, and with --stack those in the states and the logins of explicit providers.

  Names, addresses, mail addresses, telephone numbers and secrets are replaced before the file is written, the same value
  always by the same one. Identifiers and names of accounts and domains stay, because programs and states refer to them.

Exit codes:
  0  everything was read
  1  the command failed, or something could not be read; the rest is in the file
  2  the command line or the environment is wrong; nothing was sent

Examples:
  $ hosting snapshot --customer 100001 --customer 100002 --out copy.json
  $ hosting snapshot --stack production --out copy.json
  $ hosting sandbox --from copy.json`;

export function addSnapshot(program: Command): void {
  program
    .command("snapshot")
    .summary("copy accounts into a file for a sandbox, without secrets")
    .description("Writes a copy of accounts, without secrets and personal data, from which a sandbox starts. Changes nothing.")
    .requiredOption("--out <file>", "the file to write; a snapshot that is there is replaced")
    .option("--customer <number>", "also this customer with its accounts; may be repeated", collect)
    .option("--account <name>", "also this account with its customer; may be repeated", collect)
    .option("-s, --stack <name>", "also the logins and customers of a stack; may be repeated", collect)
    .option("-C, --cwd <folder>", "folder of the Pulumi project of --stack; default: the current one")
    .option("--profile <name>", "address and login from the file of profiles")
    .option("--json", "for programs: one line of JSON")
    .addHelpText("after", epilogue)
    .action(action(async () => (await import("./run.js")).runSnapshot));
}
