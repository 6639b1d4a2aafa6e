import type { Command } from "commander";
import { importOptions } from "../options.js";
import { action, addCommand } from "../shared/command.js";

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

const text = {
  name: "import",
  summary: "write program and state for what exists",
  description: "Writes a program that declares what exists, and enters it in the state of a stack. Only reads at the provider.",
  help,
};

export const addImport = (program: Command): Command =>
  addCommand(program, text, importOptions).action(action(async () => (await import("./run.js")).runImport));
