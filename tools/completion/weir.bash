# Completion of Weir's tools in bash: options and their values as `--help` lists them, else files. Source this file, or
# install it under the tools' names in share/bash-completion/completions.

# The options that the help on stdin lists, those with a value with "=" behind them.
_weir_options() {
  awk '/^ +--?[a-zA-Z]/ { option = $1; takes = option ~ /=/; sub(/[=[].*/, "", option); print option (takes ? "=" : "") }'
}

# The values that the help on stdin lists below the option $1 or, as <a|b>, behind it.
_weir_values() {
  awk -v wanted="$1" '/^ +--?[a-zA-Z]/ { option = $1; sub(/[=[].*/, "", option)
      if (option == wanted && match($1, /<.*\|.*>/)) {
        values = substr($1, RSTART + 1, RLENGTH - 2); gsub(/\|/, " ", values); print values } }
    /^ +=[a-zA-Z]/ && option == wanted { sub(/^=/, "", $1); print $1 }'
}

_weir() {
  local word=${COMP_WORDS[COMP_CWORD]} option="" values
  # "=" breaks words: --emit=a is three of them.
  if [[ $word == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD - 1]} word=""
  elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == "=" ]]; then
    option=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if [[ -n $option ]]; then
    values=$("$1" --help 2>/dev/null | _weir_values "$option")
    mapfile -t COMPREPLY < <(compgen -W "$values" -- "$word")
  elif [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$("$1" --help 2>/dev/null | _weir_options)" -- "$word")
    [[ ${COMPREPLY[*]} == *= ]] && compopt -o nospace 2>/dev/null
  fi
  [[ ${#COMPREPLY[@]} -gt 0 || $word == -* ]] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -o filenames -F _weir weir-compile weir-fuzz weir-lsp-server weir-opt weir-reduce weir-run
