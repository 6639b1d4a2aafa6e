/** Shells for which there is a script. */
export const shells = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof shells)[number];

/** Each shell asks `hosting complete`, and completes files where that knows nothing. */
export const scripts: Readonly<Record<Shell, string>> = {
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
