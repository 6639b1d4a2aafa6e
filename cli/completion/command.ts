import { Argument, type Command } from "commander";
import { addCommand, type CommandRow } from "../shared/command.js";
import { print } from "../shared/terminal.js";

export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Each shell asks `hosting complete`, and completes files where that knows nothing. */
const scripts: Readonly<Record<Shell, string>> = {
  bash: `_hosting() {
  local IFS=$'\\n'
  COMPREPLY=($(hosting complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null | cut -f 1))
}
complete -o default -F _hosting hosting`,
  zsh: `#compdef hosting
_hosting() {
  local -a found
  found=("\${(@f)$(hosting complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null | cut -f 1)}")
  [[ -n $found ]] && compadd -Q -- $found || _files
}
compdef _hosting hosting`,
  fish: `function __hosting
    hosting complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null
end
complete -c hosting -a '(__hosting)'`,
};

const command: CommandRow = {
  name: "completion",
  summary: "print a script that completes commands in a shell",
  description: "Prints a script that completes the commands, options, areas and operations of hosting in a shell.",
  action: (shell: Shell) => print(scripts[shell]),
  help: `
Examples:
  $ hosting completion bash > ~/.hosting-completion
  $ source ~/.hosting-completion`,
};

export function addCompletion(program: Command): void {
  addCommand(program, command).addArgument(new Argument("<shell>", "bash, zsh or fish").choices(shells));
  program
    .command("complete", { hidden: true })
    .description("Prints what the last word of a command line can be completed to, for the script of a shell.")
    .argument("[words...]")
    .action(async (words: readonly string[]) => {
      const { candidatesFor } = await import("./candidates.js");
      const found = candidatesFor(program, words);
      if (found.length > 0) print(found.map(({ word, meaning }) => `${word}\t${meaning}`).join("\n"));
    });
}
