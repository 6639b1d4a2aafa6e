import { Command } from "commander";
import { report } from "../shared/failure.js";
import { watchOutputs } from "../shared/terminal.js";
import { addSandbox } from "./command.js";

const tell = (error: unknown): number => report(error, process.argv.includes("--json"));

/** `hosting sandbox` alone, for the single file that `npm run standalone` writes. */
async function main(): Promise<void> {
  watchOutputs(tell);
  try {
    const program = new Command("hosting-sandbox").exitOverride().configureOutput({ outputError: () => undefined });
    addSandbox(program);
    await program.parseAsync(["sandbox", ...process.argv.slice(2)], { from: "user" });
  } catch (error) {
    process.exitCode = tell(error);
  }
}

void main();
