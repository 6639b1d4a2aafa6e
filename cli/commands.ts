import {
  adoptOptions,
  type CallFlags,
  callOptions,
  importOptions,
  type OperationsFlags,
  operationsOptions,
  recoverOptions,
  snapshotOptions,
} from "./options.js";
import { action, type CommandRow } from "./shared/command.js";

const operation = "identifier (createWebhook), or area and verb (webhooks.create)";

/** Each command loads what it needs when it runs. */
export const commands = {
  operations: {
    name: "operations",
    summary: "list the operations, or describe one",
    description: "Lists the operations of the API, or describes one: what it takes, what it answers.",
    options: operationsOptions,
    argument: ["[operation]", operation],
    action: async (name: string | undefined, flags: OperationsFlags) =>
      (await import("./operations/run.js")).runOperations(name, flags),
    help: `
Examples:
  $ hosting operations
  $ hosting operations --area domains
  $ hosting operations webhooks.create
  $ hosting operations --json | jq -r '.[] | select(.repeat == "billable") | .id'`,
  },
  call: {
    name: "call",
    summary: "call one operation",
    description:
      "Calls one operation of the API and prints its answer.\n\n" +
      "The input is checked before anything is sent. `hosting operations <operation>` shows what an operation takes.",
    options: callOptions,
    argument: ["<operation>", operation],
    action: async (name: string, flags: CallFlags) => (await import("./call/run.js")).runCall(name, flags),
    help: `
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
  $ hosting call getInvoice --param invoiceNumber=9000001 --file --output invoice.pdf`,
  },
  recover: {
    name: "recover",
    summary: "settle what a killed run of Pulumi left pending",
    description: "Shows how the operations ended that a killed run of Pulumi left pending, and settles them.",
    options: recoverOptions,
    action: action(async () => (await import("./recover/run.js")).runRecover),
    help: `
Exit codes:
  0  nothing to settle, or everything is settled; with --forget-rest also if something was forgotten
  1  the command failed, or had to leave something
  2  the command line or the environment is wrong
  3  there is something to settle or forget, and --yes is missing

Examples:
  $ hosting recover
  $ hosting recover --stack production --yes
  $ hosting recover --stack production --yes --cancel-lock 2030-01-31T12:00:00Z
  $ hosting recover --json | jq -r '.pending[] | [.urn, .action, .why] | @tsv'`,
  },
  snapshot: {
    name: "snapshot",
    summary: "copy accounts into a file for a sandbox, without secrets",
    description: "Writes a copy of accounts, without secrets and personal data, from which a sandbox starts. Changes nothing.",
    options: snapshotOptions,
    action: action(async () => (await import("./snapshot/run.js")).runSnapshot),
    help: `
Exit codes:
  0  everything was read
  1  the command failed, or something could not be read; the rest is in the file
  2  the command line or the environment is wrong; nothing was sent

Examples:
  $ hosting snapshot --customer 100001 --customer 100002 --out copy.json
  $ hosting snapshot --stack production --out copy.json
  $ hosting sandbox --from copy.json`,
  },
  import: {
    name: "import",
    summary: "write program and state for what exists",
    description: "Writes a program that declares what exists, and enters it in the state of a stack. Only reads at the provider.",
    options: importOptions,
    action: action(async () => (await import("./import/run.js")).runImport),
    help: `
Exit codes:
  0  imported, or nothing new
  1  the command failed, or something could not be read, was not entered in the state, has to be added by hand, or would be
     ordered by the next run
  2  the command line or the environment is wrong, and nothing was sent

Examples:
  $ hosting import --customer 100001 --customer 100002 --stack production
  $ hosting import --account p100001 --code-only --out garden
  $ hosting import --only domain --dry-run --json > names.json
  $ hosting import --only domain --stack production --names names.json`,
  },
  adopt: {
    name: "adopt",
    summary: "enter what exists in the state of a program",
    description:
      "Finds the objects that exist for what a program declares, and enters them in its state. Only reads at the provider.",
    options: adoptOptions,
    action: action(async () => (await import("./adopt/run.js")).runAdopt),
    help: `
Exit codes:
  0  everything that the program declares is in the state
  1  the command failed, or the next \`up\` would still create something
  2  the command line or the environment is wrong, and nothing was sent
  3  something can be adopted, and --yes is missing

Examples:
  $ hosting adopt
  $ hosting adopt --stack production --yes
  $ hosting adopt --take 'Webhook registration=1032' --yes`,
  },
} as const satisfies Readonly<Record<string, CommandRow>>;
