import type { Argument, Command, Option } from "commander";
import { areas, tableRows } from "../../sdk/operations/rows.js";

export interface Candidate {
  readonly word: string;
  readonly meaning: string;
}

/**
 * What the last word can be completed to.
 * @param words those after `hosting`: bash makes three of `name=value`, other shells one
 * @returns nothing if that is a file, or if only the user knows it
 */
export function candidatesFor(program: Command, words: readonly string[]): Candidate[] {
  const help = program.createHelp();
  const commands = help.visibleCommands(program);
  const before = words
    .join("\0")
    .replace(/\0=(\0|$)/g, "=")
    .split("\0");
  const last = before.pop()!;
  const [, option, value] = /^(--[^=]+)=(.*)$/.exec(last) ?? [];
  const [current, prefix] = [value ?? last, option === undefined || words.includes("=") ? "" : `${option}=`];

  let command: Command | undefined = program;
  let pending: Option | undefined;
  let isGiven = false;
  for (const word of before) {
    if (pending !== undefined) pending = undefined;
    else if (word.startsWith("-")) pending = optionOf(command, word);
    else if (command !== program) isGiven = true;
    else command = commands.find((each) => each.name() === word);
    if (command === undefined) return [];
  }
  if (option !== undefined) pending = optionOf(command, option);

  const valuesOf = (name: string, choices: readonly string[] = []): Candidate[] => {
    if (name === "command") return commands.map((each) => ({ word: each.name(), meaning: help.subcommandDescription(each) }));
    if (name === "area") return areas.map((area) => ({ word: area, meaning: `operations of ${area}` }));
    if (name === "operation")
      return tableRows.flatMap(({ name: title, operation: { id, purpose } }) =>
        [title, id].map((word) => ({ word, meaning: purpose })),
      );
    return choices.map((word) => ({ word, meaning: "" }));
  };
  const all = (): Candidate[] => {
    if (pending !== undefined) return valuesOf(placeholderOf(pending));
    if (current.startsWith("-"))
      return help
        .visibleOptions(command)
        .flatMap(({ short = "", long = "", description }) => [short, long].map((word) => ({ word, meaning: description })));
    if (command === program) return valuesOf("command");
    const [argument] = command.registeredArguments as readonly (Argument | undefined)[];
    return isGiven || argument === undefined ? [] : valuesOf(argument.name(), argument.argChoices);
  };
  return all()
    .filter(({ word }) => word !== "" && word.startsWith(current))
    .map(({ word, meaning }) => ({ word: `${prefix}${word}`, meaning }));
}

/** The option of a command, if it takes a value. */
const optionOf = (command: Command, word: string): Option | undefined =>
  command.options.find((option) => [option.short, option.long].includes(word) && placeholderOf(option) !== "");

/** `name=value` of `-p, --param <name=value>` */
const placeholderOf = ({ flags }: Option): string => /[<[](.+)[>\]]/.exec(flags)?.[1] ?? "";
