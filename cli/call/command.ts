import type { Command } from "commander";
import { type CallFlags, callOptions } from "../options.js";
import { addCommand } from "../shared/command.js";

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

const text = {
  name: "call",
  summary: "call one operation",
  description:
    "Calls one operation of the API and prints its answer.\n\n" +
    "The input is checked before anything is sent. `hosting operations <operation>` shows what an operation takes.",
  help,
};

export const addCall = (program: Command): Command =>
  addCommand(program, text, callOptions)
    .argument("<operation>", "identifier (createWebhook), or area and verb (webhooks.create)")
    .action(async (operation: string, flags: CallFlags) => (await import("./run.js")).runCall(operation, flags));
