import type { Command } from "commander";
import {
  action,
  addCommand,
  collect,
  type CommandContext,
  type CommandRow,
  cwdOption,
  profileOption,
  reportOptions,
} from "../shared/command.js";
import { FailedCommand } from "../shared/exit.js";
import type { DriftFlags } from "./run.js";

const help = `
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
  $ hosting drift --unmanaged --ignore-file unmanaged.txt --ignore 'applicationToken *'`;

const failing = (error: unknown): never => {
  throw new FailedCommand(error);
};

const command: CommandRow = {
  name: "drift",
  summary: "show what differs from the program, or what no stack manages",
  description: "Shows what differs between the program of a stack and the provider, or what no stack manages. Changes nothing.",
  options: [
    ["-s, --stack <name>", "a stack; default: the selected one; may be repeated", collect],
    cwdOption,
    profileOption,
    ["--unmanaged", "list what none of the stacks manages, instead of comparing"],
    ["--customer <number>", "with --unmanaged: also the accounts of this customer; may be repeated", collect],
    ["--account <name>", "with --unmanaged: also the domains of this account; may be repeated", collect],
    ["--ignore <pattern>", "with --unmanaged: leave out a kind and an id, such as 'domain p100001/*'; may be repeated", collect],
    ["--ignore-file <file>", "with --unmanaged: leave out the patterns in a file, one a line"],
    ...reportOptions("an issue"),
  ],
  action: action(async () => {
    const { runDrift } = await import("./run.js");
    return (flags: DriftFlags, around: CommandContext) => runDrift(flags, around).catch(failing);
  }),
  help,
};

export const addDrift = (program: Command): Command => addCommand(program, command).exitOverride(failing);
