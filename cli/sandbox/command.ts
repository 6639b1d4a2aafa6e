import type { Command } from "commander";
import { addCommand, collect, type FlagsOf, type OptionRow } from "../shared/command.js";

const help = `
It runs until Ctrl-C or SIGTERM, and then exits with 0. The file of --snapshot is written then, and on SIGUSR2.

Seeds:
  default    a reseller with two customers
  agency     a reseller with dozens of customers
  large      a reseller with 300 customers
  empty      a reseller without customers
  FILE       your own JSON

Faults are JSON: which operation (identifier; absent: any), which occurrence (a number, or "always"), which effect:
  {"operation": "createWebhook", "occurrence": 1, "effect": {"kind": "reset-after"}}
Kinds of effects: delay (ms), reset-before, reset-after, timeout-before, timeout-after, truncate, stall, malformed,
wrong-shape, status (status, body, headers, when), body (body), redirect (location), hidden (reads), stale-list,
hold (when), delete-all-subdomains.

A stub is a fault of the kind status. \`curl http://127.0.0.1:4010/_sandbox\` shows every control route, with an example.

Examples:
  $ hosting sandbox
  $ hosting sandbox --port 0 --json
  $ hosting sandbox --list --seed agency
  $ hosting sandbox --from copy.json
  $ hosting sandbox --seed agency --snapshot agency.json --verbose
  $ hosting sandbox --fault '{"operation":"listDomains","effect":{"kind":"status","status":503}}'
  $ hosting sandbox --reading gdprIdentifier=uuid --rate-limit 20/1m --token-lifetime 90s
  $ hosting sandbox --host 0.0.0.0 --allow-host sandbox.test`;

const options = [
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
export type SandboxFlags = Omit<FlagsOf<typeof options>, "noCache"> & { readonly cache: boolean };

const text = {
  name: "sandbox",
  summary: "run an emulator of the API",
  description: "Runs an emulator of the whole API on this machine, for experiments, tests and CI.",
  help,
};

export const addSandbox = (program: Command): Command =>
  addCommand(program, text, options).action(async (flags: SandboxFlags) => (await import("./run.js")).runSandbox(flags));
