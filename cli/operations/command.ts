import type { Command } from "commander";
import { type OperationsFlags, operationsOptions } from "../options.js";
import { addCommand } from "../shared/command.js";

const help = `
Examples:
  $ hosting operations
  $ hosting operations --area domains
  $ hosting operations webhooks.create
  $ hosting operations --json | jq -r '.[] | select(.repeat == "billable") | .id'`;

const text = {
  name: "operations",
  summary: "list the operations, or describe one",
  description: "Lists the operations of the API, or describes one: what it takes, what it answers.",
  help,
};

export const addOperations = (program: Command): Command =>
  addCommand(program, text, operationsOptions)
    .argument("[operation]", "identifier (createWebhook), or area and verb (webhooks.create)")
    .action(async (operation: string | undefined, flags: OperationsFlags) =>
      (await import("./run.js")).runOperations(operation, flags),
    );
