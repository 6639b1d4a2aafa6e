import type { Command } from "commander";
import { collect } from "../shared/command.js";
import type { SandboxFlags } from "./run.js";

const epilogue = `
It runs until Ctrl-C or SIGTERM, and then exits with 0. Everything is kept in memory unless --snapshot names a file.
If that file exists, it is read at the start. It is written at the end and on SIGUSR2.

Seeds:
  default    a reseller with two customers
  agency     a reseller with dozens of customers
  large      a reseller with 300 customers
  empty      a reseller without customers
  FILE       your own JSON

--from starts from a copy of real accounts, which \`hosting snapshot\` writes without secrets and personal data.

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

export function addSandbox(program: Command): void {
  program
    .command("sandbox")
    .summary("run an emulator of the API")
    .description("Runs an emulator of the whole API on this machine, for experiments, tests and CI.")
    .option("--port <port>", "port to listen on; 0 picks a free one", "4010")
    .option("--host <host>", "address to listen on", "127.0.0.1")
    .option("--allow-host <name>", "a further name, with a dot, by which control requests may call it; may be repeated", collect)
    .option("--seed <name|file>", "what exists at the start: default, empty, agency, large, or a JSON file; default: default")
    .option("--from <file>", "start from a copy of accounts that `hosting snapshot` wrote, instead of a seed")
    .option("--snapshot <file>", "state to continue from, and to save for the next time")
    .option("--fault <json|file>", "a fault, or a list of faults; may be repeated", collect)
    .option("--reading <name=value>", "how to interpret the API where it is ambiguous; may be repeated", collect)
    .option("--rate-limit <n/time|off>", "requests in a window, per caller", "1000/15m")
    .option("--no-cache", "answer every read anew, unlike the gateway")
    .option("--token-lifetime <time>", "lifetime of an access token", "24h")
    .option("--registration-delay <time>", "time from the order of a domain to its registration", "2s")
    .option("--list", "only print what the seed, copy or snapshot has: customers, accounts, articles, logins")
    .option("--verbose", "log every request to standard error")
    .option("--json", "for programs: address, login and environment as one line of JSON; so are the log and --list")
    .addHelpText("after", epilogue)
    .action(async (flags: SandboxFlags) => {
      const { runSandbox } = await import("./run.js");
      await runSandbox(flags);
    });
}
