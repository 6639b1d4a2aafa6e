import type { Command } from "commander";
import { adoptOptions } from "../options.js";
import { action, addCommand } from "../shared/command.js";

const help = `
Exit codes:
  0  everything that the program declares is in the state
  1  the command failed, or the next \`up\` would still create something
  2  the command line or the environment is wrong, and nothing was sent
  3  something can be adopted, and --yes is missing

Examples:
  $ hosting adopt
  $ hosting adopt --stack production --yes
  $ hosting adopt --take 'Webhook registration=1032' --yes`;

const text = {
  name: "adopt",
  summary: "enter what exists in the state of a program",
  description:
    "Finds the objects that exist for what a program declares, and enters them in its state. Only reads at the provider.",
  help,
};

export const addAdopt = (program: Command): Command =>
  addCommand(program, text, adoptOptions).action(action(async () => (await import("./run.js")).runAdopt));
