import { quoted } from "./bash.js";
import { commandList, type CompletedOption, type Grammar, type Values } from "./grammar.js";

/** The script for zsh: a file of `fpath`, or to be sourced. */
export function zshScript({ options, commands, lists }: Grammar): string {
  return `#compdef hosting
# Completes hosting in zsh. Printed by \`hosting completion zsh\`.

${Array.from(lists, ([name, words]) => listFunction(name, words)).join("\n\n")}

_hosting() {
  local curcontext="$curcontext" context state state_descr line
  typeset -A opt_args
  _arguments -C \\
${lines([...options.map(optionSpec), `1:command:${actionOf({ list: commandList })}`, "*::argument:->argument"], "    ")}
  [[ $state == argument ]] || return
  case $words[1] in
${commands
  .map(
    ({ name, options, argument }) => `  ${name})
    _arguments \\
${lines([...options.map(optionSpec), ...(argument === undefined ? [] : [`1:argument:${actionOf(argument)}`])], "      ")}
    ;;`,
  )
  .join("\n")}
  esac
}

if [[ $funcstack[1] == _hosting ]]; then
  _hosting "$@"
else
  compdef _hosting hosting
fi`;
}

const lines = (specs: readonly string[], indent: string): string =>
  specs.map((spec) => `${indent}${spec.startsWith("'") ? spec : quoted(spec)}`).join(" \\\n");

const listFunction = (name: string, words: readonly { readonly word: string; readonly meaning: string }[]): string =>
  `__hosting_list_${name}() {
  local -a words=(
${words.map(({ word, meaning }) => `    ${quoted(`${word}:${meaning}`)}`).join("\n")}
  )
  _describe -t ${name}s ${name} words
}`;

const actionOf = (values: Values): string => {
  if (values === "file") return "_files";
  return values === "any" ? " " : `__hosting_list_${values.list}`;
};

/** Escapes what `_arguments` would read as the end of a part. */
const escaped = (text: string): string => text.replace(/[\\:[\]]/g, "\\$&");

/** `'(-o --output)'{-o,--output=}'[meaning]:file:_files'` */
function optionSpec({ names, meaning, placeholder, values, repeatable }: CompletedOption): string {
  const before = repeatable ? "*" : `(${names.join(" ")})`;
  const taking = names.map((name) => (placeholder !== undefined && name.startsWith("--") ? `${name}=` : name));
  const value = placeholder === undefined ? "" : `:${escaped(placeholder)}:${actionOf(values)}`;
  const spelled = taking.length === 1 ? taking[0]! : `{${taking.join(",")}}`;
  return `${quoted(before)}${spelled}${quoted(`[${escaped(meaning)}]${value}`)}`;
}
