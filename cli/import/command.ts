import type { Command } from "commander";
import { action, addCommand, collect, type FlagsOf, jsonOption, type OptionRow, profileOption } from "../shared/command.js";

const help = `
Exit codes:
  0  imported, or nothing new
  1  the command failed, or something could not be read, was not entered in the state, has to be added by hand, or would be
     ordered by the next run
  2  the command line or the environment is wrong, and nothing was sent

Examples:
  $ hosting import --customer 100001 --customer 100002 --stack production
  $ hosting import --account p100001 --code-only --out garden
  $ hosting import --only domain --dry-run --json > names.json
  $ hosting import --only domain --stack production --names names.json`;

const options = [
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

export type ImportFlags = FlagsOf<typeof options>;

const text = {
  name: "import",
  summary: "write program and state for what exists",
  description: "Writes a program that declares what exists, and enters it in the state of a stack. Only reads at the provider.",
  help,
};

export const addImport = (program: Command): Command =>
  addCommand(program, text, options).action(action(async () => (await import("./run.js")).runImport));
