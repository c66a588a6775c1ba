# shellcheck shell=bash
# Completion of boardlab in bash. Source this file, or install it as
# share/bash-completion/completions/boardlab, from where it is loaded when needed.

# _boardlab_unquote WORD: sets `plain` to a word without its quotes, which need not be closed.
# Nothing is expanded but a tilde at its start.
_boardlab_unquote() {
  local word=$1 quote='' char i
  plain=
  [[ $word == \~ || $word == \~/* ]] && plain=$HOME word=${word:1}
  for ((i = 0; i < ${#word}; i++)); do
    char=${word:i:1}
    if [[ $char == "$quote" ]]; then
      quote=
    elif [[ ! $quote && $char == [\'\"] ]]; then
      quote=$char
    elif [[ $char == \\ && $quote != \' ]]; then
      plain+=${word:$((++i)):1} # the next one as it is
    else
      plain+=$char
    fi
  done
}

_boardlab() {
  local line=${COMP_LINE:0:COMP_POINT} words=() part='' plain word blank i
  # Bash takes colons and equals signs for the ends of words; quoridor:size=7 is one word.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blank=${line%%[![:space:]]*}
    line=${line#"$blank"}
    [[ $blank || $i -eq 0 ]] && words+=("")
    part=${COMP_WORDS[i]:0:${#line}}
    words[-1]+=$part
    line=${line#"$part"}
  done
  for i in "${!words[@]}"; do
    _boardlab_unquote "${words[i]}"
    words[i]=$plain
  done
  word=${words[-1]}
  mapfile -t COMPREPLY < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null | cut -f 1)
  # Bash replaces the last part of the word only.
  [[ $part == [:=] ]] && part=
  _boardlab_unquote "$part"
  for i in "${!COMPREPLY[@]}"; do
    if [[ -e ${COMPREPLY[i]} ]]; then
      compopt -o filenames # bash quotes it, and adds the slash of a folder
      COMPREPLY[i]=${COMPREPLY[i]%/}
    fi
    COMPREPLY[i]=${COMPREPLY[i]#"${word%"$plain"}"}
    [[ $part == \~* ]] && COMPREPLY[i]="~${COMPREPLY[i]#"$HOME"}"
  done
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *[=:] ]] && compopt -o nospace
  return 0
}

complete -F _boardlab boardlab
