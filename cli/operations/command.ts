import type { Command } from "commander";
import type { OperationsFlags } from "./run.js";

const epilogue = `
Columns:
  REPEAT     what sending it twice would do: safe (nothing), idempotent (the same as once), ambiguous (check before
             retrying), billable (costs money, or deletes what was paid for), notifying (contacts a person again)
  EVIDENCE   how well the operation is known: documented, inferred from a similar one, or unknown; the weakest of
             what is known about its statuses, body and answer

Examples:
  $ hosting operations
  $ hosting operations --area domains
  $ hosting operations webhooks.create
  $ hosting operations --json | jq -r '.[] | select(.repeat == "billable") | .id'`;

export function addOperations(program: Command): void {
  program
    .command("operations")
    .summary("list the operations, or describe one")
    .description("Lists the operations of the API, or describes one: what it takes, what it answers.")
    .argument("[operation]", "identifier (createWebhook), or area and verb (webhooks.create)")
    .option("--area <area>", "only the operations of one area")
    .option("--json", "for programs: one line of JSON")
    .addHelpText("after", epilogue)
    .action(async (operation: string | undefined, flags: OperationsFlags) => {
      const { runOperations } = await import("./run.js");
      runOperations(operation, flags);
    });
}
