import { Argument, type Command } from "commander";
import type { Shell } from "./run.js";

const epilogue = `
How to install it, with \`hosting\` on the path:
  bash   in ~/.bashrc: source <(hosting completion bash)
         or, so that a new shell need not run it: hosting completion bash > a file that ~/.bashrc reads with \`source\`
  zsh    hosting completion zsh > "\${fpath[1]}/_hosting", a folder that \`compinit\` reads
  fish   hosting completion fish > ~/.config/fish/completions/hosting.fish
Write the file again after an upgrade: the script contains the names of commands, options and operations.

Examples:
  $ hosting completion bash > ~/.hosting-completion
  $ source ~/.hosting-completion`;

export function addCompletion(program: Command): void {
  program
    .command("completion")
    .summary("print a script that completes commands in a shell")
    .description("Prints a script that completes the commands, options, areas and operations of hosting in a shell.")
    .addArgument(new Argument("<shell>", "bash, zsh or fish").choices(["bash", "zsh", "fish"] satisfies Shell[]))
    .addHelpText("after", epilogue)
    .action(async (shell: Shell) => {
      const { runCompletion } = await import("./run.js");
      runCompletion(program, shell);
    });
}
