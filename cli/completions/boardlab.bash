# shellcheck shell=bash
# Completion of boardlab in bash. Source this file, or install it as
# share/bash-completion/completions/boardlab, from where it is loaded when needed.

_boardlab() {
  # Bash takes colons and equals signs for the ends of words; quoridor:size=7 is one word.
  local line=${COMP_LINE:0:COMP_POINT} words word rest breaks=${COMP_WORDBREAKS//[^:=]/}
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  word=${words[-1]}
  local IFS=$'\n'
  # shellcheck disable=SC2207 # one candidate per line
  COMPREPLY=($("${words[0]}" __complete "${words[@]:1}" 2>/dev/null | cut -f 1))
  # What is before the last of these signs stays on the line.
  rest=$word
  [[ $breaks ]] && rest=${word##*["$breaks"]}
  COMPREPLY=("${COMPREPLY[@]#"${word%"$rest"}"}")
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:/] ]] && compopt -o nospace
  return 0
}

complete -F _boardlab boardlab
