import type { Command } from "commander";
import { type SandboxFlags, sandboxOptions } from "../options.js";
import { addCommand, type CommandRow } from "../shared/command.js";

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

const command: CommandRow = {
  name: "sandbox",
  summary: "run an emulator of the API",
  description: "Runs an emulator of the whole API on this machine, for experiments, tests and CI.",
  options: sandboxOptions,
  action: async (flags: SandboxFlags) => (await import("./run.js")).runSandbox(flags),
  help,
};

export const addSandbox = (program: Command): Command => addCommand(program, command);
