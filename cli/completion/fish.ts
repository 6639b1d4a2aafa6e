import { commandList, type CompletedOption, type Grammar, type Values } from "./grammar.js";

/** The script for fish. */
export function fishScript({ options, commands, lists }: Grammar): string {
  return `# Completes hosting in fish. Printed by \`hosting completion fish\`.

${Array.from(lists, ([name, words]) => listFunction(name, words)).join("\n\n")}

# Whether the command is $argv[1], or none for an empty text.
function __hosting_in
    set -l words (commandline -opc)
    test "$words[2]" = "$argv[1]"
end

# Whether no word of the list $argv[1] has been written.
function __hosting_lacks
    set -l known ("__hosting_list_$argv[1]" | string split -f 1 \\t)
    for word in (commandline -opc)[3..-1]
        contains -- $word $known; and return 1
    end
    return 0
end

complete -c hosting -f
complete -c hosting -n '__hosting_in ""' -a '(__hosting_list_${commandList})'
${[
  ...options.map((option) => optionLine("", option)),
  ...commands.flatMap(({ name, options, argument }) => [
    ...options.map((option) => optionLine(name, option)),
    ...argumentLine(name, argument),
  ]),
].join("\n")}`;
}

/** A text as one word of fish. */
const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;

const listFunction = (name: string, words: readonly { readonly word: string; readonly meaning: string }[]): string =>
  `function __hosting_list_${name}
    printf '%s\\t%s\\n' ${words.map(({ word, meaning }) => `${quoted(word)} ${quoted(meaning)}`).join(" \\\n        ")}
end`;

const within = (command: string): string => `__hosting_in "${command}"`;

const argumentLine = (command: string, argument: Values | undefined): string[] =>
  typeof argument === "object"
    ? [
        `complete -c hosting -n ${quoted(`${within(command)}; and __hosting_lacks ${argument.list}`)} ` +
          `-a '(__hosting_list_${argument.list})'`,
      ]
    : [];

function optionLine(command: string, { names, meaning, placeholder, values }: CompletedOption): string {
  const spelled = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`)).join(" ");
  return `complete -c hosting -n ${quoted(within(command))} ${spelled}${valueOf(placeholder, values)} -d ${quoted(meaning)}`;
}

function valueOf(placeholder: string | undefined, values: Values): string {
  if (placeholder === undefined) return "";
  if (values === "file") return " -r -F";
  return values === "any" ? " -x" : ` -x -a '(__hosting_list_${values.list})'`;
}
