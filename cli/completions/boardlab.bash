# shellcheck shell=bash
# Completion of boardlab in bash. Source this file, or install it as
# share/bash-completion/completions/boardlab, from where it is loaded when needed.

# _boardlab_unquote WORD: sets `plain` to a word without its quotes, and `quote` to the one that is left open.
_boardlab_unquote() {
  local word=$1 char i
  plain='' quote=''
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

# _boardlab_quote TEXT: sets `quoted` to what stands for a text behind the open `quote`, if any.
_boardlab_quote() {
  local char
  quoted=$1
  case $quote in
    \') quoted=${quoted//\'/"'\\''"} ;;
    \")
      for char in \\ \" \$ \`; do quoted=${quoted//"$char"/"\\$char"}; done
      quoted=${quoted//!/"\"'!'\""} # which no backslash protects there
      ;;
    *)
      printf -v quoted %q "$1"
      quoted=${quoted//\\,/,} # harmless, and frequent in options
      ;;
  esac
}

# Sets `words` to those up to the cursor, as they were typed. Bash takes colons and equals signs for the ends of words;
# quoridor:size=7 is one word.
_boardlab_split() {
  local line=${COMP_LINE:0:COMP_POINT} part blank i
  for ((i = 0; i <= COMP_CWORD; i++)); do
    blank=${line%%[![:space:]]*}
    line=${line#"$blank"}
    [[ $blank || $i -eq 0 ]] && words+=("")
    part=${COMP_WORDS[i]:0:${#line}}
    words[-1]+=$part
    line=${line#"$part"}
  done
}

# Candidates are quoted here, because bash would take all of them for files, or none.
_boardlab() {
  local words=() plain quote quoted home head text i
  _boardlab_split
  for i in "${!words[@]}"; do
    text=${words[i]} home=
    _boardlab_unquote "$text"
    [[ $text == \~ || $text == \~/* ]] && home=$HOME
    words[i]=${home:-${plain:0:1}}${plain:1}
  done
  head=$plain
  _boardlab_unquote "$quote$2" # bash replaces this part of the word only
  head=${head%"$plain"}
  mapfile -t COMPREPLY < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null | cut -f 1)
  for i in "${!COMPREPLY[@]}"; do
    text=${COMPREPLY[i]}
    [[ $text == *[=:/] ]] && compopt -o nospace # more follows
    [[ $home ]] && text=\~${text#"$home"}
    _boardlab_quote "${text#"$head"}"
    [[ $home && ! $head ]] && quoted=${quoted#\\} # the tilde still stands for the folder
    COMPREPLY[i]=$quoted
  done
}

complete -F _boardlab boardlab
