import type { Argument, Command, Option } from "commander";
import { areas, tableRows } from "../../sdk/operations/rows.js";

/** A word that can be completed, and what it means. */
interface Word {
  readonly word: string;
  readonly meaning: string;
}

/** What can be in a place: a file, a word of a list, or what only the user knows. */
export type Values = "file" | "any" | { readonly list: string };

export interface CompletedOption {
  /** `-p`, `--param` */
  readonly names: readonly string[];
  readonly meaning: string;
  /** What its value is called; undefined if it has none. */
  readonly placeholder: string | undefined;
  readonly values: Values;
  readonly repeatable: boolean;
}

export interface CompletedCommand {
  readonly name: string;
  readonly options: readonly CompletedOption[];
  readonly argument: Values | undefined;
}

/** What a shell needs to know of the command line. */
export interface Grammar {
  /** Options before a command. */
  readonly options: readonly CompletedOption[];
  readonly commands: readonly CompletedCommand[];
  /** Words by the name that the command line has for them, such as `operation`. */
  readonly lists: ReadonlyMap<string, readonly Word[]>;
}

/** The name of the list of commands. */
export const commandList = "command";

export function grammarOf(program: Command): Grammar {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const lists = new Map([
    [commandList, commands.map((command) => ({ word: command.name(), meaning: help.subcommandDescription(command) }))],
    [
      "operation",
      tableRows.flatMap(({ name, operation: { id, purpose } }) => [name, id].map((word) => ({ word, meaning: purpose }))),
    ],
    ["area", areas.map((area) => ({ word: area, meaning: `operations of ${area}` }))],
    ["shell", choicesOf(commands, "shell").map((word) => ({ word, meaning: `completion for ${word}` }))],
  ]);
  const valuesOf = (placeholder: string): Values => {
    const kinds = placeholder.split("|");
    if (kinds.some((kind) => kind === "file" || kind === "folder")) return "file";
    return lists.has(placeholder) ? { list: placeholder } : "any";
  };
  const optionsOf = (command: Command): CompletedOption[] =>
    help.visibleOptions(command).map((option) => {
      const placeholder = placeholderOf(option);
      return {
        names: [option.short, option.long].filter((name) => name !== undefined),
        meaning: option.description,
        placeholder,
        values: valuesOf(placeholder ?? ""),
        repeatable: option.parseArg !== undefined,
      };
    });
  return {
    options: optionsOf(program),
    commands: commands.map((command) => {
      const [argument] = command.registeredArguments;
      return { name: command.name(), options: optionsOf(command), argument: argument && valuesOf(argument.name()) };
    }),
    lists,
  };
}

/** `name=value` of `-p, --param <name=value>` */
const placeholderOf = ({ flags }: Option): string | undefined => /[<[](.+)[>\]]/.exec(flags)?.[1];

const choicesOf = (commands: readonly Command[], name: string): readonly string[] =>
  commands.flatMap(({ registeredArguments }) =>
    registeredArguments.filter((argument: Argument) => argument.name() === name).flatMap(({ argChoices }) => argChoices ?? []),
  );
