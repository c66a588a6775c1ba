#!/usr/bin/env bash
# shellcheck disable=SC2317 # run_parts calls the functions
# Completion of the command line: the candidates, and a bash that is typed at. Arguments: the paths of boardlab and
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
  offers "run " mygame.lua scripts/first_look.lua
  only "run scripts/first_l" scripts/first_look.lua
  offers "run scripts/first_look.lua " runs/
}

# Words are completed where bash splits them, and a blank follows only what is complete.
test_bash() {
  ln -sf "$boardlab" ./boardlab
  cat >in <<END
< \$
> PATH=.:\$PATH; . $completions/boardlab.bash\n
< \$
> boardlab perf\ttictac\t--depth 2\n
< 2
< \$
> boardlab show quoridor:size=5,edge_j\ttr\t--mov\t\n
< legal moves
< \$
> exit\n
END
  input=in PS1='$ ' program=$typist run 0 bash --norc --noprofile -i
  grep -qF "boardlab perft tictacdoh --depth 2" out || fail "bash does not complete words"
  grep -qF "quoridor:size=5,edge_jump=true --moves" out || fail "bash does not complete options"
}

run_parts words specs reference flags files bash
conclude
