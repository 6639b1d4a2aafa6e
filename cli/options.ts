/** The options of the commands, which give the types of their flags. */
import { callTimeoutText } from "../sdk/values/duration.js";
import { collect, cwdOption, type FlagsOf, jsonOption, type OptionRow, profileOption, stackOptions } from "./shared/command.js";

export const adoptOptions = [
  ...stackOptions,
  ["--take <resource=id>", "which of several objects a resource gets; may be repeated", collect],
  ["--yes", "enter what exists as declared"],
  jsonOption,
] as const satisfies readonly OptionRow[];
export type AdoptFlags = FlagsOf<typeof adoptOptions>;

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
/** Commander reads `--no-cache` as `cache`. */
export type SandboxFlags = Omit<FlagsOf<typeof sandboxOptions>, "noCache"> & { readonly cache: boolean };

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
