/** The options of the commands, which give the types of their flags. */
import { callTimeoutText } from "../sdk/values/duration.js";
import {
  collect,
  cwdOption,
  type FlagsOf,
  jsonOption,
  optionOf,
  type OptionRow,
  profileOption,
  reportOptions,
  stackOptions,
} from "./shared/command.js";

export const adoptOptions = [
  ...stackOptions,
  ["--take <resource=id>", "which of several objects a resource gets; may be repeated", collect],
  ["--yes", "enter what exists as declared"],
  jsonOption,
] as const satisfies readonly OptionRow[];
export type AdoptFlags = FlagsOf<typeof adoptOptions>;

/** The options of a run. Those of a review and of what is applied must be the same. */
export const runOptions = [
  ["--no-refresh", "compare with the state: what was changed outside the program is overwritten unseen"],
  ["--refresh", "read what exists first, and compare with that instead of the state (default)"],
  ["--target <urn>", "change only this resource; may be repeated", collect],
  ["--target-dependents", "with --target: also its dependents"],
  ["--exclude <urn>", "do not change this resource; may be repeated", collect],
  ["--exclude-dependents", "with --exclude: nor its dependents"],
  ["--replace <urn>", "replace this resource; may be repeated", collect],
  ["--ignore-protect", "delete and replace protected resources as well"],
  ["--policy-pack <path>", "a policy pack to run; may be repeated", collect],
  ["--policy-pack-config <file>", "the configuration of the policy pack at the same position; may be repeated", collect],
] as const satisfies readonly OptionRow[];
export type RunFlags = FlagsOf<typeof runOptions>;

/** The options of a run, for Pulumi. */
export const runFlags = (given: RunFlags): string[] =>
  runOptions.map(optionOf).flatMap((option) => {
    const value = (given as Readonly<Record<string, boolean | readonly string[] | undefined>>)[option.attributeName()];
    if (value === undefined || value === false || option.negate) return [];
    return value === true ? [option.long!] : [...new Set(value)].flatMap((each) => [option.long!, each]);
  });

export const applyOptions = [
  ["--digest <digest>", "the digest that `hosting review` printed", { required: true }],
  ["--review <file>", "what `hosting review --json` printed, to say which resources differ"],
  ["--force <reason>", "apply it even if it is not what was reviewed"],
  ["--approvers <file>", "refuse what nobody in this file of allowed signers has approved"],
  ["--approval <file>", "the signature of an approver, by ssh-keygen"],
  ["--not <identity>", "an approver who does not count, such as the author; may be repeated", collect],
  ["--record <file>", "add a line of JSON to this file"],
  ...stackOptions,
  ...runOptions,
  ...reportOptions,
] as const satisfies readonly OptionRow[];
export type ApplyFlags = FlagsOf<typeof applyOptions>;

export const callOptions = [
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
export type CallFlags = FlagsOf<typeof callOptions>;

export const driftOptions = [
  ["-s, --stack <name>", "a stack; default: the selected one; may be repeated", collect],
  cwdOption,
  profileOption,
  ["--unmanaged", "list what none of the stacks manages, instead of comparing"],
  ["--customer <number>", "with --unmanaged: also the accounts of this customer; may be repeated", collect],
  ["--account <name>", "with --unmanaged: also the domains of this account; may be repeated", collect],
  ["--ignore <pattern>", "with --unmanaged: leave out a kind and an id, such as 'domain p100001/*'; may be repeated", collect],
  ["--ignore-file <file>", "with --unmanaged: leave out the patterns in a file, one a line"],
  ...reportOptions,
] as const satisfies readonly OptionRow[];
export type DriftFlags = FlagsOf<typeof driftOptions>;

export const importOptions = [
  ["--customer <number>", "import what this customer has; may be repeated", collect],
  ["--account <name>", "import the domains of this account; may be repeated", collect],
  ["--only <kind>", "import only this kind, such as domain; may be repeated", collect],
  ["--skip <kind>", "do not import this kind; may be repeated", collect],
  ["-o, --out <folder>", "folder of the program; default: this one if it has a Pulumi project, else imported"],
  ["-s, --stack <name>", "the stack whose state the objects enter; created if it does not exist"],
  ["--code-only", "write only the program"],
  ["--dry-run", "show what would be written, with the names of resources, and write nothing"],
  ["--names <file>", "names for new resources, as --dry-run --json prints them"],
  ["--forget <name>", "no longer read this customer, account or kind; may be repeated", collect],
  profileOption,
  jsonOption,
] as const satisfies readonly OptionRow[];
export type ImportFlags = FlagsOf<typeof importOptions>;

export const operationsOptions = [
  ["--area <area>", "only the operations of one area"],
  jsonOption,
] as const satisfies readonly OptionRow[];
export type OperationsFlags = FlagsOf<typeof operationsOptions>;

export const recoverOptions = [
  ...stackOptions,
  ["-y, --yes", "write the state"],
  ["--cancel-lock <time>", "with --yes: cancel the lock of the stack that is held since this time"],
  ["--forget-rest", "with --yes: settle the rest even if a creation has to be left, which Pulumi then forgets"],
  jsonOption,
] as const satisfies readonly OptionRow[];
export type RecoverFlags = FlagsOf<typeof recoverOptions>;

export const rehearseOptions = [
  ...stackOptions,
  ["--from <file>", "the copy of the accounts that `hosting snapshot` wrote; default: read them now"],
  ["--customer <number>", "read this customer as well; may be repeated", collect],
  ["--account <name>", "read this account with its customer as well; may be repeated", collect],
  ...reportOptions,
] as const satisfies readonly OptionRow[];
export type RehearseFlags = FlagsOf<typeof rehearseOptions>;

export const reviewOptions = [
  ...stackOptions,
  [
    "--events <file>",
    "read the events of a preview from a file instead of running it",
    { conflicts: ["against", "stack", "profile"] },
  ],
  ["--against <target>", "preview as a new stack against the embedded sandbox, without a login", { choices: ["sandbox"] }],
  ["--base <revision>", "with --against sandbox: compare with a git revision, or with a folder"],
  ["--from <file>", "with --against sandbox: a copy of accounts that `hosting snapshot` wrote"],
  ["--max-changes <number>", "threshold of changed resources; may be repeated", collect],
  ["--max-share <percent>", "threshold of changed resources, of all of them"],
  ["--share-from <number>", "with --max-share: only from so many changes on; default: 10"],
  ["--max-deletions <number>", "threshold of deletions and replacements; may be repeated", collect],
  ["--max-orders <number>", "threshold of orders; may be repeated", collect],
  ["--max-cost <amount>", "threshold of known prices with their currency; unknown ones exceed it; may be repeated", collect],
  ["--rules <file>", "thresholds as a file of rules; may be repeated", collect],
  ["--out <folder>", "write the review in all forms to this folder as well"],
  ["--limit <bytes>", "most bytes of the Markdown; default: all, and 65000 for review.md"],
  ["--whole <link>", "where all of a shortened review is, for its readers"],
  ...runOptions,
  ...reportOptions,
] as const satisfies readonly OptionRow[];
export type ReviewFlags = FlagsOf<typeof reviewOptions>;

export const sandboxOptions = [
  ["--port <port>", "port to listen on; 0 picks a free one", { default: "4010" }],
  ["--host <host>", "address to listen on", { default: "127.0.0.1" }],
  ["--allow-host <name>", "a further name, with a dot, by which control requests may call it; may be repeated", collect],
  ["--seed <name|file>", "what exists at the start: default, empty, agency, large, or a JSON file; default: default"],
  ["--from <file>", "start from a copy of accounts that `hosting snapshot` wrote, instead of a seed"],
  ["--snapshot <file>", "state to continue from, and to save for the next time"],
  ["--fault <json|file>", "a fault, or a list of faults; may be repeated", collect],
  ["--reading <name=value>", "how to interpret the API where it is ambiguous; may be repeated", collect],
  ["--rate-limit <n/time|off>", "requests in a window, per caller", { default: "1000/15m" }],
  ["--no-cache", "answer every read anew, unlike the gateway"],
  ["--token-lifetime <time>", "lifetime of an access token", { default: "24h" }],
  ["--registration-delay <time>", "time from the order of a domain to its registration", { default: "2s" }],
  ["--list", "only print what the seed, copy or snapshot has: customers, accounts, articles, logins"],
  ["--verbose", "log every request to standard error"],
  ["--json", "for programs: address, login and environment as one line of JSON; so are the log and --list"],
] as const satisfies readonly OptionRow[];
export type SandboxFlags = FlagsOf<typeof sandboxOptions>;

export const snapshotOptions = [
  ["--out <file>", "the file to write; a snapshot that is there is replaced", { required: true }],
  ["--customer <number>", "also this customer with its accounts; may be repeated", collect],
  ["--account <name>", "also this account with its customer; may be repeated", collect],
  ["-s, --stack <name>", "also the logins and customers of a stack; may be repeated", collect],
  cwdOption,
  profileOption,
  jsonOption,
] as const satisfies readonly OptionRow[];
export type SnapshotFlags = FlagsOf<typeof snapshotOptions>;
