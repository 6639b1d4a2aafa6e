import type { Command } from "commander";
import { callTimeoutText } from "../../sdk/values/duration.js";
import { collect } from "../shared/command.js";
import type { CallFlags } from "./input.js";

const epilogue = `
What it prints:
  The answer as JSON on standard output. Secrets are shown as [secret] unless you pass --show-secrets. Standard error
  says which secrets are masked, and shows notices. An answer that is a file needs --output, or a redirection.

  With --table, a list is a table of the members that are not objects, and any other answer is a line for each value;
  --columns names the members. --where filters a list, in JSON as well: = and != compare the whole value, ~ finds a part
  of it in upper or lower case. A name such as address.city leads into an object, or into every element of a list.

What it refuses:
  Calls that cost money, delete what was paid for, or contact a person (mail, SMS, legal act) are checked and
  described, but not sent without --yes (exit code 3). If an answer shows a secret only once, the call is not sent
  unless you can receive the secret: --show-secrets prints it, --output saves it in a new file. A body with
  [secret] in place of a secret is refused.

Examples:
  $ hosting call customers.getCurrent
  $ hosting call getAccount --param accountIdentifier=p100001
  $ hosting call domains.list --param accountIdentifier=p100001 --query limit=100
  $ hosting call domains.list --param accountIdentifier=p100001 --all --json | jq -r '.[].fullname'
  $ hosting call domains.list --param accountIdentifier=p100001 --all --where registryStatus!=ok --table
  $ hosting call gdpr.listContacts --where name~winter --columns name,city,mail
  $ hosting call webhooks.create --body @webhook.json
  $ jq .webhook settings.json | hosting call webhooks.create --body -
  $ hosting call domains.register --param accountIdentifier=p100001 --body '{"sld":"winter","tld":"de"}' --yes
  $ hosting call createApplicationToken --body '{"description":"CI"}' --output token.json
  $ hosting call gdpr.downloadPdf --param pdfIdentifier=5f1e --output contract.pdf
  $ hosting call getInvoice --param invoiceNumber=9000001 --file --output invoice.pdf`;

export function addCall(program: Command): void {
  program
    .command("call")
    .summary("call one operation")
    .description(
      "Calls one operation of the API and prints its answer.\n\n" +
        "The input is checked before anything is sent. `hosting operations <operation>` shows what an operation takes.",
    )
    .argument("<operation>", "identifier (createWebhook), or area and verb (webhooks.create)")
    .option("-p, --param <name=value>", "a path parameter; may be repeated", collect)
    .option("-q, --query <name=value>", "a query parameter; may be repeated", collect)
    .option("-b, --body <json>", "the body: JSON, @FILE, or - for standard input")
    .option("-y, --yes", "send it although it costs money, deletes what was paid for, or contacts a person")
    .option("-o, --output <file>", "write the answer to a file that only you can read, including secrets")
    .option("-a, --all", "read all pages of a paged list")
    .option(
      "-w, --where <condition>",
      "only the elements of a list that meet it: name=value, name!=value, or name~part; may be repeated",
      collect,
    )
    .option("--table", "print a table instead of JSON")
    .option("-c, --columns <names>", "a table of these members, such as name,address.city")
    .option("-f, --file", "get the answer as a file if it has both forms, such as an invoice as PDF")
    .option("-t, --timeout <time>", "limit for the whole call, such as 30s or 5m; a number alone is seconds", callTimeoutText)
    .option("--profile <name>", "address and login from the file of profiles")
    .option("--show-secrets", "print secrets in the answer as they are")
    .option("--json", "for programs: one line of JSON, failures and notices too")
    .addHelpText("after", epilogue)
    .action(async (operation: string, flags: CallFlags) => {
      const { runCall } = await import("./run.js");
      await runCall(operation, flags);
    });
}
