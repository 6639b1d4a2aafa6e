import type { Command } from "commander";
import { print } from "../shared/terminal.js";
import { bashScript } from "./bash.js";
import { fishScript } from "./fish.js";
import { grammarOf, type Grammar } from "./grammar.js";
import { zshScript } from "./zsh.js";

export type Shell = "bash" | "zsh" | "fish";

const scripts: Readonly<Record<Shell, (grammar: Grammar) => string>> = { bash: bashScript, zsh: zshScript, fish: fishScript };

/** Prints the script that completes the program's commands in a shell. */
export const runCompletion = (program: Command, shell: Shell): void => print(scripts[shell](grammarOf(program)));
