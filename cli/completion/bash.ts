import { commandList, type CompletedOption, type Grammar, type Values } from "./grammar.js";

/** A text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The script for bash 3.2 and later, with and without the package bash-completion. */
export function bashScript({ options, commands, lists }: Grammar): string {
  const all = [{ name: "", options, argument: { list: commandList } as Values }, ...commands];
  const withOptions = all.filter(({ options }) => options.length > 0);
  return `# Completes hosting in bash. Printed by \`hosting completion bash\`.

${Array.from(lists, ([name, words]) => listFunction(name, words)).join("\n")}

# Sets \`value\` to what the option $2 of the command $1 takes, if it takes anything.
__hosting_value() {
  case "$1 $2" in
${all.flatMap(({ name, options }) => options.flatMap((option) => valueCase(name, option))).join("\n")}
  *) value= ;;
  esac
}

# Prints the options of a command.
__hosting_options() {
  case "$1" in
${withOptions.map(({ name, options }) => `  ${quoted(name)}) printf '%s\\n' ${options.flatMap(({ names }) => names).join(" ")} ;;`).join("\n")}
  esac
}

# Sets \`value\` to what the argument of a command is.
__hosting_argument() {
  case "$1" in
${all.flatMap(({ name, argument }) => (argument === undefined ? [] : [`  ${quoted(name)}) value=${nameOf(argument)} ;;`])).join("\n")}
  esac
}

_hosting() {
  local current="\${COMP_WORDS[COMP_CWORD]}" command= argument= value= word= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    word="\${COMP_WORDS[index]}"
    if [[ $word == = ]]; then
      # Bash makes three words of --option=value and of name=value.
      [[ -n $value ]] || ((index++))
    elif [[ -n $value ]]; then
      value=
    elif [[ $word == -* ]]; then
      __hosting_value "$command" "$word"
    elif [[ -z $command ]]; then
      command="$word"
    else
      argument="$word"
    fi
  done

  COMPREPLY=()
  if [[ -z $value && ($current == = || \${COMP_WORDS[COMP_CWORD - 1]} == =) ]]; then return; fi
  if [[ $current == = ]]; then current=; fi

  local candidates=
  if [[ -z $value && $current == -* ]]; then
    candidates="$(__hosting_options "$command")"
  else
    if [[ -z $value && -z $argument ]]; then __hosting_argument "$command"; fi
    case "$value" in
    '' | any) ;;
    file)
      compopt -o filenames 2>/dev/null || true
      candidates="$(compgen -f -- "$current")"
      ;;
    *) candidates="$("__hosting_list_$value")" ;;
    esac
  fi

  while IFS= read -r word; do
    if [[ -n $word && $word == "$current"* ]]; then COMPREPLY+=("$word"); fi
  done <<<"$candidates"
}

complete -F _hosting hosting`;
}

const listFunction = (name: string, words: readonly { readonly word: string }[]): string =>
  `__hosting_list_${name}() {\n  printf '%s\\n' ${words.map(({ word }) => word).join(" ")}\n}`;

const nameOf = (values: Values): string => (typeof values === "string" ? values : values.list);

const valueCase = (command: string, { names, placeholder, values }: CompletedOption): string[] =>
  placeholder === undefined
    ? []
    : [`  ${names.map((name) => quoted(`${command} ${name}`)).join(" | ")}) value=${nameOf(values)} ;;`];
