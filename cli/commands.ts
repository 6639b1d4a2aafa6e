import {
  adoptOptions,
  applyOptions,
  type CallFlags,
  callOptions,
  type DriftFlags,
  driftOptions,
  importOptions,
  type OperationsFlags,
  operationsOptions,
  recoverOptions,
  rehearseOptions,
  reviewOptions,
  snapshotOptions,
} from "./options.js";
import { action, type CommandContext, type CommandRow } from "./shared/command.js";
import { FailedCommand } from "./shared/exit.js";

const operation = "identifier (createWebhook), or area and verb (webhooks.create)";

/** The exit code for a wrong command line has a meaning of its own in `drift`. */
export const failing = (error: unknown): never => {
  throw new FailedCommand(error);
};

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
  drift: {
    name: "drift",
    summary: "show what differs from the program, or what no stack manages",
    description: "Shows what differs between the program of a stack and the provider, or what no stack manages. Changes nothing.",
    options: driftOptions,
    action: action(async () => {
      const { runDrift } = await import("./drift/run.js");
      return (flags: DriftFlags, around: CommandContext) => runDrift(flags, around).catch(failing);
    }),
    help: `
Runs \`pulumi preview --refresh\` for each stack, which writes nothing. CHANGED says where a value changed since the last run.
  changed       an update would make the object as declared
  replaced      only a new object would be as declared; the old one stays if the API cannot delete it
  gone          the provider does not have it any more
  not created   the program declares it, and no run has created it
  not declared  the state has it, and the program does not
  refused       no run can make it as declared; the reason is below the table

--unmanaged lists instead what exists and is in the state of none of the stacks. The API has no list of customers: name
further ones with --customer. An unmanaged domain stands for its subdomains. Left out are the www that every registration
creates, the tokens that the command logs in with, settings of customers, which always exist, and the ignore list.

Exit codes:
  0  no drift, or nothing unmanaged
  1  the command failed, or something could not be compared or listed, and the rest does not differ
  2  drift, or something unmanaged

Examples:
  $ hosting drift --stack production --stack branch --json
  $ hosting drift --markdown > issue.md
  $ hosting drift --unmanaged --stack production --customer 100003
  $ hosting drift --unmanaged --ignore-file unmanaged.txt --ignore 'applicationToken *'`,
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
  review: {
    name: "review",
    summary: "show what a run would do, for those who decide about it",
    description: "Shows what the next run would do, with its costs and what cannot be undone. Changes nothing.",
    options: reviewOptions,
    action: action(async () => (await import("./review/run.js")).runReview),
    help: `
Runs \`pulumi preview\`, which changes nothing. The digest names exactly what is shown: \`hosting apply --digest\` applies
nothing else. Prices are those that the API shows, for a period that it does not name. Secrets are masked.

--out also writes review.md for a comment, whole.md with all entries, review.json, and gitlab.json with the counts for a
merge request of GitLab (artifacts:reports:terraform).

--against sandbox runs the program as a new stack against the embedded sandbox, without login, backend and passphrase, as
for a request from a fork. Nothing of the account is known there: with --base, what differs from another program is shown.

Thresholds: a number for all kinds, or KIND=NUMBER for one. A deletion is whatever goes away, also by a replacement or
with its container. --rules FILE has more of them as JSON, for kinds, effects, customers, components and providers.

Exit codes:
  0  the run can begin
  1  it would fail, or could not be previewed
  2  the command line or the environment is wrong; nothing was run
  4  a threshold is exceeded

Examples:
  $ hosting review --stack production --out review
  $ hosting review --max-deletions domain=0 --max-deletions 5 --max-cost 50EUR
  $ hosting review --max-share 25% --share-from 20
  $ hosting review --against sandbox --base origin/main --markdown > comment.md`,
  },
  rehearse: {
    name: "rehearse",
    summary: "run a program's up against a sandbox with a copy",
    description:
      "Runs the `pulumi up` of a program on copies of its stack and its accounts, and shows what it would do. Changes nothing.",
    options: rehearseOptions,
    action: action(async () => (await import("./rehearse/run.js")).runRehearsal),
    help: `
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
  $ hosting rehearse --markdown > comment.md`,
  },
  apply: {
    name: "apply",
    summary: "run a program's up if it does what was reviewed",
    description: "Runs the `pulumi up` of a program if its preview is the one that was reviewed.",
    options: applyOptions,
    action: action(async () => (await import("./apply/run.js")).runApply),
    help: `
Runs \`pulumi up\`, and holds it after its preview. The run goes on only if the preview has the digest that was reviewed, and
the state is the one that was previewed. The options of the run must be those of the review. A refresh writes what it reads
to the state before that. The program must be one for Node. A first Ctrl-C or SIGTERM lets the run end in order.

--approvers refuses a run without a valid --approval: a signature of the line "<digest> <project>/<stack>" by somebody
in this file of allowed signers, as git and ssh-keygen know it:
  echo "$DIGEST shop/production" | ssh-keygen -Y sign -n hosting -f ~/.ssh/id_ed25519 > approval.sig

Exit codes:
  0  applied, and only what the preview showed
  1  the run failed, or did something that its preview did not show
  2  the command line or the environment is wrong; nothing was run
  4  the run is not what was reviewed, or not approved; nothing was changed

Examples:
  $ hosting apply --digest "$DIGEST" --review review.json --record applied.jsonl
  $ hosting apply --digest "$DIGEST" --approvers .ci/approvers --approval approval.sig --not "$AUTHOR"
  $ hosting apply --digest "$DIGEST" --force "outage: the certificate must be replaced today"`,
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
  1  the command failed, or something could not be read, was not entered in the state, or would be ordered by the next run
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
