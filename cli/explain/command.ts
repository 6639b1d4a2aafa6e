import type { Command } from "commander";

const epilogue = `
Many messages end with the code of their page. The pages are part of the package, in docs/messages.md, so this needs no network.

Examples:
  $ hosting explain                     all pages
  $ hosting explain exists-elsewhere    what to do if another stack has the object`;

export function addExplain(program: Command): void {
  program
    .command("explain")
    .summary("explain a message")
    .description("Prints the page behind a message: what happened, why the run stopped, and what to do.")
    .argument("[code...]", "code at the end of the message, such as exists-elsewhere")
    .addHelpText("after", epilogue)
    .action(async (words: readonly string[]) => {
      const { runExplain } = await import("./run.js");
      runExplain(words.join("-"));
    });
}
