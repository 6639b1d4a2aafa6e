import type { Command } from "commander";
import { recoverOptions } from "../options.js";
import { action, addCommand } from "../shared/command.js";

const help = `
Exit codes:
  0  nothing to settle, or everything is settled; with --forget-rest also if something was forgotten
  1  the command failed, or had to leave something
  2  the command line or the environment is wrong
  3  there is something to settle or forget, and --yes is missing

Examples:
  $ hosting recover
  $ hosting recover --stack production --yes
  $ hosting recover --stack production --yes --cancel-lock 2030-01-31T12:00:00Z
  $ hosting recover --json | jq -r '.pending[] | [.urn, .action, .why] | @tsv'`;

const text = {
  name: "recover",
  summary: "settle what a killed run of Pulumi left pending",
  description: "Shows how the operations ended that a killed run of Pulumi left pending, and settles them.",
  help,
};

export const addRecover = (program: Command): Command =>
  addCommand(program, text, recoverOptions).action(action(async () => (await import("./run.js")).runRecover));
