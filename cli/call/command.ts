import type { Command } from "commander";
import { callTimeoutText } from "../../sdk/values/call-timeout.js";
import type { CallFlags } from "./flags.js";
import { collect } from "../shared/options.js";

const epilogue = `
What it prints:
  The answer as JSON on standard output. Secrets in it are shown as [secret], unless --show-secrets; standard error
  says which, and what else there is to know. An answer that is a file needs --output, or a redirection.

What it refuses:
  Calls that cost money, or destroy what was paid for, and calls that reach a person (mail, SMS, legal act) are
  checked, described and not sent, unless --yes (exit code 3). A call whose answer shows a secret this one time is
  not sent unless the secret can arrive: --show-secrets prints it, --output keeps it in a new file. A body that has
  [secret] where a secret is due is refused.

Examples:
  $ hosting call customers.getCurrent
  $ hosting call getAccount --param accountIdentifier=p100001
  $ hosting call domains.list --param accountIdentifier=p100001 --query limit=100
  $ hosting call domains.list --param accountIdentifier=p100001 --all --json | jq -r '.[].fullname'
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
      "Calls one operation of the interface and prints its answer.\n\n" +
        "The input is checked before anything is sent. `hosting operations <operation>` shows what an operation takes.",
    )
    .argument("<operation>", "identifier (createWebhook), or area and verb (webhooks.create)")
    .option("-p, --param <name=value>", "a parameter of the path; once for each", collect)
    .option("-q, --query <name=value>", "a parameter of the query; once for each", collect)
    .option("-b, --body <json>", "the body: JSON, @FILE, or - for standard input")
    .option("-y, --yes", "send it although it costs money or reaches a person")
    .option("-o, --output <file>", "write the answer to a file that only you can read, secrets included")
    .option("-a, --all", "all pages of a list that is paged")
    .option("-f, --file", "the answer as a file, where it comes in both forms: an invoice as PDF")
    .option("-t, --timeout <time>", "bound of the whole call, such as 30s, 5m; a number alone is seconds", callTimeoutText)
    .option("--show-secrets", "print secrets in the answer as they are")
    .option("--json", "for programs: one line of JSON, failures and notices too")
    .addHelpText("after", epilogue)
    .action(async (operation: string, flags: CallFlags) => {
      const { runCall } = await import("./run.js");
      await runCall(operation, flags);
    });
}
