import type { Command } from "commander";
import { callTimeoutText } from "../../sdk/values/duration.js";
import { addCommand, collect, type FlagsOf, type OptionRow, profileOption } from "../shared/command.js";

const help = `
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

const options = [
  ["-p, --param <name=value>", "a path parameter; may be repeated", collect],
  ["-q, --query <name=value>", "a query parameter; may be repeated", collect],
  ["-b, --body <json>", "the body: JSON, @FILE, or - for standard input"],
  ["-y, --yes", "send it although it costs money, deletes what was paid for, or contacts a person"],
  ["-o, --output <file>", "write the answer to a file that only you can read, including secrets"],
  ["-a, --all", "read all pages of a paged list"],
  ["-w, --where <condition>", "only elements of a list with name=value, name!=value, or name~part; may be repeated", collect],
  ["--table", "print a table instead of JSON"],
  ["-c, --columns <names>", "a table of these members, such as name,address.city"],
  ["-f, --file", "get the answer as a file if it has both forms, such as an invoice as PDF"],
  ["-t, --timeout <time>", "limit for the whole call: 30s or 5m; a number alone is seconds", { default: callTimeoutText }],
  profileOption,
  ["--show-secrets", "print secrets in the answer as they are"],
  ["--json", "for programs: one line of JSON, failures and notices too"],
] as const satisfies readonly OptionRow[];

export type CallFlags = FlagsOf<typeof options>;

const text = {
  name: "call",
  summary: "call one operation",
  description:
    "Calls one operation of the API and prints its answer.\n\n" +
    "The input is checked before anything is sent. `hosting operations <operation>` shows what an operation takes.",
  help,
};

export const addCall = (program: Command): Command =>
  addCommand(program, text, options)
    .argument("<operation>", "identifier (createWebhook), or area and verb (webhooks.create)")
    .action(async (operation: string, flags: CallFlags) => (await import("./run.js")).runCall(operation, flags));
