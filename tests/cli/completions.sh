#!/usr/bin/env bash
# shellcheck disable=SC2317 # run_parts calls the functions
# Completion of the command line: the candidates, and what bash, zsh and fish make of them. Arguments: the paths of boardlab and
# typist, and the folder of the completions.
typist=$(realpath "$2")
completions=$(realpath "$3")
. "$(dirname "$0")/../support/expect.sh"

# offers LINE WORD…: these candidates, in any order, are among those for the last word of LINE.
offers() {
  local words word
  read -ra words <<<"$1"
  [[ $1 == *" " || -z $1 ]] && words+=("")
  run 0 __complete "${words[@]}"
  for word in "${@:2}"; do
    cut -f 1 out | grep -qxF -e "$word" || fail "'$1' does not offer '$word'"
  done
}

# only LINE WORD…: exactly these.
only() {
  offers "$@"
  [ "$(wc -l <out)" -eq $(($# - 1)) ] || fail "'$1' has other candidates"
}

test_words() {
  offers "" games simulate help version
  only "simu" simulate
  only "help per" perft
  only "help first-b" first-bot
  only "simulate quo" quoridor
  offers "simulate " tictacdoh games/mnk.lua variants/tictacdoh3.lua
  offers "check " tictacdoh mcts bots/runner.lua
  only "nothing " # no such command
  only "stats no_such_folder"
  only "simulate tictacdoh orbital tic" # too many
}

test_specs() {
  offers "show quoridor:" quoridor:size= quoridor:players=
  only "show quoridor:size=7,wall_" quoridor:size=7,wall_length=
  only "show quoridor:edge_jump=" quoridor:edge_jump=true quoridor:edge_jump=false
  offers "show quoridor:players=" quoridor:players=2 quoridor:players=4
  only "show games/mnk.lua:play" games/mnk.lua:players=
  only "show nothing:si"
  only "simulate tictacdoh --seat mcts:iter" mcts:iterations=
  offers "play tictacdoh --seat " human mcts bots/random.lua
  only "sweep tictacdoh --vary sma" small=
  only "tune tictacdoh --player mcts --vary-player iter" iterations=
  only "tune tictacdoh --player bots/montecarlo.lua --vary-player cand" candidates=
}

test_reference() {
  only "reference lab.simu" lab.simulate
  only "reference State:mov" State:moves State:move
  only "reference simu" simulate
  only "reference lab.simulate lab.s" # one name
}

test_flags() {
  offers "simulate tictacdoh --" --seat --games --out --help
  only "simulate tictacdoh --rot" --rotate
  only "simulate --rotate --rot"
  only "simulate --seat random --sea" --seat # may be given again
  only "simulate --isolation o" off
  only "simulate --isolation=re" --isolation=require
  only "simulate -o somew"
}

test_files() {
  mkdir -p runs/mine
  : >mygame.lua
  : >saved.game
  : >old.csv
  only "report r" runs/
  only "report runs/" runs/mine/
  only "simulate tictacdoh -o r" runs/
  only "simulate my" mygame.lua
  only "replay s" saved.game
  only "bench --against o" old.csv
  only "new g" game
  offers "run " mygame.lua scripts/compare_variants.lua
  only "run scripts/compare_v" scripts/compare_variants.lua
  offers "run scripts/compare_variants.lua " runs/
}

# The files that shells complete: names with blanks, quotes and what shells act on, names of commands, games and bots, and a home
# folder.
set_up_shell() {
  [ ! -e boardlab ] || return 0
  ln -s "$boardlab" boardlab
  mkdir -p "old runs/first one" home/bin "home/his runs" stats quoridor random "semi;touch ran;" "cash\$1!" "~tilde"
  ln -s "$boardlab" home/bin/boardlab
  cp "$(dirname "$completions")/../lua/games/mnk.lua" "my game.lua"
  : >"it's.game"
}

# What is typed, and the line that bash and zsh make of it: words are completed where a shell splits them, and a blank
# follows only what is complete. \x02 moves the cursor back, \x0f lists the candidates, \x5c is a backslash.
typed_lines() {
  cat <<'END'
boardlab perf\ttictac\t| => |boardlab perft tictacdoh |
boardlab show quoridor:size=5,edge_j\ttr\t--mov\t| => |boardlab show quoridor:size=5,edge_jump=true --moves |
boardlab simulate orbital --seat mcts:iter\t| => |boardlab simulate orbital --seat mcts:iterations=|
boardlab simulate orbital --isolation=re\t| => |boardlab simulate orbital --isolation=require |
boardlab report ol\tf\t| => |boardlab report old\x20runs/first\x20one/|
boardlab report old\x5c r\t| => |boardlab report old\x20runs/|
boardlab report ~/h\t| => |boardlab report ~/his\x20runs/|
boardlab replay i\t| => |boardlab replay it\'s.game |
boardlab show my\x5c game.lua:play\t| => |boardlab show my\x20game.lua:players=|
boardlab show 'my game.lua' --mov\t| => |boardlab show 'my game.lua' --moves |
boardlab report ol x\x02\x02\t| => |boardlab report old\x20runs/ x|
X=1 boardlab perf\t| => |X=1 boardlab perft |
cd .; ./boardlab perf\t| => |cd .; ./boardlab perft |
~/bin/boardlab perf\t| => |~/bin/boardlab perft |
boardlab sta\t| => |boardlab stats |
boardlab simulate quor\t| => |boardlab simulate quoridor|
boardlab simulate orbital --seat rando\t| => |boardlab simulate orbital --seat random|
boardlab simulate orbital --out=semi\t| => |boardlab simulate orbital --out=semi\;touch\x20ran\;/|
boardlab simulate orbital --out=ol\tf\t| => |boardlab simulate orbital --out=old\x20runs/first\x20one/|
boardlab report \x5c~ti\t| => |boardlab report \~tilde/|
boardlab report ~nosuchuser/\t| => |boardlab report ~nosuchuser/|
~nosuchuser/boardlab perf\t| => |~nosuchuser/boardlab perf|
boardlab \t\x0f| => |boardlab |
boardlab simulate \t\x0f| => |boardlab simulate |
boardlab simulate orbital --seat \t\x0f| => |boardlab simulate orbital --seat |
boardlab run \t\x0f| => |boardlab run |
END
  cat own_lines # what the shells do differently
}

# type_at SHELL ARGUMENT…: types these lines at a shell, and compares. The shell reads the file "rc" first, in which Ctrl-T adds the
# line to the file "lines" and prints a number.
type_at() {
  local typed word number=0
  set_up_shell
  rm -f lines
  {
    printf '< $\n> . ./rc\\n\n< ready\n'
    while IFS= read -r typed; do
      printf '> %s\\x14\n< line %d.\n> \\x01\\x0b\n' "${typed%%| => *}" $((++number))
    done < <(typed_lines)
    printf '> exit\\n\n'
  } >in
  HOME=$PWD/home PS1='$ ' input=in program=$typist run 0 "$@"
  lacks _boardlab: # so begin the errors of zsh
  for word in tournament variants/tictacdoh3.lua bots/runner.lua scripts/bot_ladder.lua; do
    out "$word" # one for each empty word
  done
  typed_lines | sed 's/.* => |//; s/\\x20/\\ /g' >wanted
  diff -u wanted lines || fail "$1 makes other lines of what is typed"
}

test_bash() {
  cat >rc <<END
PATH=.:\$PATH
. $completions/boardlab.bash
show() { echo "\$READLINE_LINE|" >>lines; echo line \$((++number)).; }
bind -x '"\C-t": show'
bind '"\C-o": possible-completions'
bind 'set page-completions off'
echo read""y
END
  cat >own_lines <<'END'
boardlab report 'old r\t| => |boardlab report 'old runs/'|
boardlab report 'old r\tf\t| => |boardlab report old\x20runs/first\x20one/|
boardlab report "cash\t| => |boardlab report "cash\$1"'!'"/"|
boardlab report old\x5c 'ru\t| => |boardlab report old\x20'runs/'|
boardlab simulate orbital --out='semi\t| => |boardlab simulate orbital --out='semi;touch ran;/'|
END
  type_at bash --norc --noprofile -i
}

test_zsh() {
  cat >rc <<END
path=(. \$path)
fpath=($completions \$fpath)
autoload -Uz compinit
compinit -u -D
show() { print -r -- "\$BUFFER|" >>lines; zle -I; print line \$((++number)).; }
zle -N show
bindkey '^T' show
bindkey '^O' list-choices
print read""y
END
  printf '%s\n' "boardlab report 'old r\tf\t| => |boardlab report 'old runs/first one/|" >own_lines
  type_at zsh -f -i
}

# fish_lists LINE WORD: this is among what fish offers for the end of the line.
fish_lists() {
  command="fish: $1"
  echo "source $completions/boardlab.fish; complete -C \$argv" >complete.fish
  HOME=$PWD/home PATH=.:$PATH fish --no-config complete.fish "$1" >out 2>err
  cut -f 1 out | grep -qxF -e "$2" || fail "fish does not offer '$2'"
  no_err
}

# fish_offers LINE WORD: and there is no other.
fish_offers() {
  fish_lists "$@"
  [ "$(wc -l <out)" -eq 1 ] || fail "fish does not offer '$2' alone"
}

test_fish() {
  set_up_shell
  fish_lists "boardlab " tournament
  fish_lists "boardlab simulate " variants/tictacdoh3.lua
  fish_lists "boardlab simulate orbital --seat " bots/runner.lua
  fish_offers "boardlab perf" perft
  fish_offers "boardlab sta" stats
  fish_offers "boardlab report '~ti" "~tilde/"
  fish_offers "boardlab simulate orbital --out=semi" "--out=semi;touch ran;/"
  fish_offers "boardlab show quoridor:size=5,edge_j" quoridor:size=5,edge_jump=
  fish_offers "boardlab simulate orbital --isolation=re" --isolation=require
  fish_offers "boardlab simulate orbital --rot" --rotate
  fish_offers "boardlab report ol" "old runs/"
  fish_offers "boardlab report old\\ r" "old runs/"
  fish_offers "boardlab report 'old runs/f" "old runs/first one/"
  fish_offers 'boardlab report "old r' "old runs/"
  fish_offers "boardlab report ~/h" \~/"his runs/"
  fish_offers "boardlab replay i" "it's.game"
  fish_offers "boardlab show my\\ game.lua:play" "my game.lua:players="
  fish_offers "X=1 boardlab perf" perft
  fish_offers "cd .; ./boardlab perf" perft
  fish_offers \~/"bin/boardlab perf" perft
}

run_parts words specs reference flags files bash zsh fish
conclude
