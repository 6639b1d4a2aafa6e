import type { Command } from "commander";
import { action, addStackOptions, collect } from "../shared/command.js";

const epilogue = `
What it does:
  Asks Pulumi what the next \`up\` would create, and looks for objects with the same natural keys. Those that exist as
  declared enter the state with --yes, as a run would have recorded them, without any request but reads. A preview after a
  refresh must then have nothing to change in them; otherwise the state is as before. What the next \`up\` would still create
  is listed, and what it would order, which is billed. An object that differs from the program stays out: change the program.
  If several objects fit, none enters: name the right one with --take.

Exit codes:
  0  everything that the program declares is in the state
  1  the command failed, or the next \`up\` would still create something
  2  the command line or the environment is wrong, and nothing was sent
  3  something can be adopted, and --yes is missing

Examples:
  $ hosting adopt
  $ hosting adopt --stack production --yes
  $ hosting adopt --take 'Webhook registration=1032' --yes`;

export function addAdopt(program: Command): void {
  const command = program
    .command("adopt")
    .summary("enter what exists in the state of a program")
    .description(
      "Finds the objects that exist for what a program declares, and enters them in its state. Only reads at the provider.",
    );
  addStackOptions(command)
    .option("--take <resource=id>", "which of several objects a resource gets; may be repeated", collect)
    .option("--yes", "enter what exists as declared")
    .option("--json", "for programs: one line of JSON")
    .addHelpText("after", epilogue)
    .action(action(async () => (await import("./run.js")).runAdopt));
}
