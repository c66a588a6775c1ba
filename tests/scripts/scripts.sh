#!/usr/bin/env bash
# shellcheck disable=SC2317 # run_parts calls the functions
# The experiments in scripts/: each prints on few games what golden/NAME.txt says, refuses wrong arguments before it plays
# or writes anything, and says in its header what README.md says about it. Arguments: the path of boardlab, and the
# folder of the scripts.
scripts=$(realpath "$2")
golden=$(realpath "$(dirname "$0")/golden")
. "$(dirname "$0")/../support/expect.sh"

# The arguments of each script for a short run; a new script needs an entry here.
arguments() {
  case $1 in
  bots_vs_random) echo "4 runner" ;;
  bot_ladder) echo "2" ;;
  compare_variants) echo "variants 10" ;;
  game_cards) echo "tiny cards games/nim.lua tictacdoh:small=3,medium=3" ;;
  first_move_advantage) echo "10 tictacdoh orbital" ;;
  levels) echo "levels.csv games/nim.lua" ;;
  holds_draws) echo "5 tictacdoh:small=3,medium=3,large=3 10 40" ;;
  strength) echo "1 quoridor:size=3,walls=1" ;;
  solved) echo "quoridor:size=3 walls=0..2" ;;
  three_player_tictacdoh) echo "300" ;;
  esac
}

# The same games give the same text on any machine: if a change of it is intended, copy it to golden/.
test_runs() {
  local script name
  for script in "$scripts"/*.lua; do
    name=$(basename "$script" .lua)
    [ -n "$(arguments "$name")" ] || fail "tests/scripts/scripts.sh has no arguments for $name"
    # shellcheck disable=SC2046 # several words
    run 0 run "scripts/$name.lua" $(arguments "$name")
    no_err
    diff "$golden/$name.txt" out >differences || fail "not as in golden/$name.txt: $(cat differences)"
  done
  for report in variants/report.html cards/tiny/nim/report.html; do
    [ -s "$report" ] || fail "there is no $report"
  done
}

# What it has studied it does not study again, and there is a card for every game of the library.
test_game_cards() {
  local file
  echo 'return require "boardlab".rules { max_moves = 2, state = { turn = 1 }, moves = function() return { 1, 2 } end,
    play = function(s) s.turn = 1 - s.turn end, outcome = function() end }' >endless.lua
  run 0 run scripts/game_cards.lua tiny some endless.lua
  out "There is little to be said: 100.0% of games between random players do not end."
  grep -qF 'endless.lua` | – | – |' some.md || fail "a row with figures of a game that does not end"
  grep -qF 'endless.lua`: 100.0% of games between random players do not end' some.md || fail "no note"
  run 0 run scripts/game_cards.lua tiny some tictacdoh:small=3 endless.lua
  cp some.csv before.csv
  run 0 run scripts/game_cards.lua tiny some tictacdoh:small=3 endless.lua
  cmp before.csv some.csv || fail "other figures of the same studies"
  run 0 run scripts/game_cards.lua tiny,small some endless.lua
  out "What small studies say"
  [ "$(grep -c '^"endless.lua",small,' some.csv)" -gt 0 ] || fail "no figures of small studies"
  for file in "$scripts"/../lua/games/*.lua; do
    grep -qF "\"games/${file##*/}\"" "$scripts/game_cards.lua" || fail "game_cards.lua lacks games/${file##*/}"
    grep -qF "\"games/${file##*/}\"" "$scripts/levels.lua" || fail "levels.lua lacks games/${file##*/}"
  done
}

# gate VERDICT PAIRS GAME CANDIDATE REFERENCE OPPONENT…: what the gate of strength.lua says.
gate() {
  run 0 run scripts/strength.lua gate "${@:2}"
  [ "$(tail -n 1 out)" = "The candidate is $1." ] || fail "not: The candidate is $1."
}

# Stronger is only who is so against unseen opponents, too; against random both win all games.
test_gate() {
  local alphabeta=alphabeta:depth=2 runner=bots/runner.lua
  gate stronger 20 quoridor:size=5 "$alphabeta" "$runner" greedy bots/walls.lua
  diff "$golden/strength_gate.txt" out >differences || fail "not as in golden/strength_gate.txt: $(cat differences)"
  gate "not shown to be stronger: only against the reference" 20 quoridor:size=5 "$alphabeta" "$runner" random
  gate "not shown to be stronger" 1 quoridor:size=5 "$alphabeta" "$runner" greedy
  gate weaker 10 quoridor:size=5 "$runner" "$alphabeta" greedy
}

# header FILE: its first comment, without the marks.
header() { sed -n '/^--/!q; s/^-- \{0,1\}//p' "$1"; }

# The question, the call and the time, all as in the table of README.md.
test_headers() {
  local script name question time
  for script in "$scripts"/*.lua; do
    name=$(basename "$script")
    question=$(header "$script" | head -n 1)
    time=$(header "$script" | sed -n '$s/^Takes \(.*\) on two cores\.$/\1/p')
    [[ $question == *\? ]] || fail "$name: the first line is not a question"
    header "$script" | grep -q "^  boardlab run scripts/$name" || fail "$name: the header does not show how to call it"
    [ -n "$time" ] || fail "$name: the last line of the header is not 'Takes … on two cores.'"
    grep -qxF "| \`$name\` | $question | $time |" "$scripts/README.md" ||
      fail "README.md lacks: | \`$name\` | $question | $time |"
  done
}

# The other programs say how long they take, too.
test_times() {
  local file
  for file in "$scripts"/{quickstart,fetch_packages,package,release,read_runs.py,read_runs.R,cluster/parallel.sh,cluster/slurm.sh}; do
    head -n 30 "$file" | grep -q 'Takes ' || fail "the header of $file does not say how long it takes"
  done
}

test_readme() {
  local file
  for file in "$scripts"/*; do
    file=$(basename "$file")
    [ "$file" = README.md ] || grep -q "\`${file}[/\`]" "$scripts/README.md" || fail "README.md does not mention $file"
  done
  run 0 run
  for file in "$scripts"/*.lua; do
    out "  scripts/$(basename "$file")"
  done
}

# wrong TEXT SCRIPT ARGUMENT…: it is refused with that message.
wrong() {
  local text=$1 script=$2
  shift 2
  refuse 1 "$text" run "scripts/$script.lua" "$@"
}

test_wrong_arguments() {
  local script games
  mkdir there
  for games in 0 -1 2.5 many; do
    for script in bot_ladder bots_vs_random first_move_advantage strength three_player_tictacdoh; do
      wrong "GAMES must be 1 or more, not '$games'" "$script" "$games"
    done
    wrong "GAMES must be 1 or more, not '$games'" compare_variants new "$games"
  done
  for script in first_move_advantage strength; do
    wrong "there is no game 'tictacdo'; did you mean 'tictacdoh'?" "$script" 5 orbital tictacdo
  done
  wrong "there exists: choose a new folder" compare_variants there 5
  wrong "usage: boardlab run scripts/compare_variants.lua DIR" compare_variants
  wrong "there is no game 'tictacdo'" compare_variants new 5 tictacdoh tictacdo
  wrong "there is no game 'tictacdo'" bot_ladder 5 tictacdo random greedy
  wrong "there is no bot 'gredy'; did you mean 'greedy'?" bot_ladder 5 tictacdoh random gredy
  wrong "usage: boardlab run scripts/bot_ladder.lua [GAMES" bot_ladder 5 tictacdoh random
  wrong "BUDGET must be tiny, small, medium or large, not 'smal'" game_cards tiny,smal
  wrong "there is no game 'tictacdo'" game_cards tiny new orbital tictacdo
  wrong "there is no bot 'gredy'" three_player_tictacdoh 5 gredy
  wrong "usage:" three_player_tictacdoh 5 random more
  wrong "there is no bot 'wall' in the table; the bots are runner, walls" bots_vs_random 5 wall
  wrong "usage:" bots_vs_random 5 walls more
  wrong "usage: boardlab run scripts/strength.lua gate PAIRS" strength gate 5 orbital mcts
  wrong "PAIRS must be 1 or more, not 'many'" strength gate many orbital mcts greedy
  wrong "OPPONENT 'greedy' is the candidate or the reference itself" strength gate 5 orbital mcts greedy greedy
  wrong "POSITIONS must be 1 or more, not '0'" holds_draws 0
  wrong "LAST must be 1 or more, not 'many'" holds_draws 5 tictacdoh 10 many
  wrong "quoridor:size=3,walls=0 is not a draw" holds_draws 5 quoridor:size=3,walls=0
  wrong "no drawn position can be lost" holds_draws 5 tictacdoh:small=2,medium=2,large=2
  wrong "usage:" solved tictacdoh
  wrong "usage:" solved tictacdoh small=1..2 many
  wrong "usage:" solved tictacdoh small=1..2 64 more
  wrong "'small' is not of the form walls=0..3" solved tictacdoh small
  [ ! -e new ] || fail "a folder was left behind"
}

run_parts runs game_cards gate headers times readme wrong_arguments
conclude
