#!/usr/bin/env bash
# Tests of learning: the same weights on any number of threads and in any process, what they are
# good for, and files that are not for the game, damaged or hostile. Takes the path of the command.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../support/expect.sh"

# ---- learning ----------------------------------------------------------------

test_weights() {
  run 0 learn games/connect_four.lua --out a.weights --positions 60000 --jobs 2 --quiet
  out "games/connect_four.lua: 42 inputs, 71,784 weights, 2 symmetries, the game's own evaluation; the seats are alike"
  grep -Eq '^against random: (9[0-9.]+|100.0)% \([0-9.]+ to [0-9.]+\) of the points in [0-9]+ games$' out || fail "it has not learned"
  run 0 learn games/connect_four.lua --out b.weights --positions 60000 --jobs 1 --quiet --isolation=off
  cmp -s a.weights b.weights || fail "other weights on another number of threads"
  run 0 learn games/connect_four.lua --out b.weights --positions 60000 --jobs 2 --quiet --seed 2
  cmp -s a.weights b.weights && fail "the seed makes no difference"
  cp a.weights c.weights
}

# The same weights with every build, on every machine: a change here is a change of what
# scripts/learn_all writes.
test_remade() {
  remade() {
    run 0 learn "$1" --out small.weights --positions 40000 --quiet
    [ "$(sed -n '/"inputs"/,/"values"/p' small.weights | sha256sum | cut -c1-16)" = "$2" ] || fail "other weights than were recorded"
  }
  remade quoridor:size=5,walls=3 31c3a0608a521dc5
  remade games/breakthrough.lua:columns=5,rows=6 b187374950188e3c
}

# Killed after a checkpoint, and stopped by Ctrl-C: the same file in the end.
test_resumed() {
  run 0 learn games/connect_four.lua --out whole.weights --positions 300000 --quiet
  start learn games/connect_four.lua --out parts.weights --positions 300000 --quiet
  until_true test -e parts.weights.part
  kill -KILL "$running"
  finish
  [ ! -e parts.weights ] || fail "it was killed too late"
  cp parts.weights.part copy
  start learn games/connect_four.lua --out parts.weights --positions 300000 --quiet --resume
  until_true test parts.weights.part -nt copy
  kill -INT "$running"
  finish 130
  err "stopped; the same command with --resume goes on"
  run 0 learn games/connect_four.lua --out parts.weights --positions 300000 --quiet --resume --jobs 1
  cmp -s whole.weights parts.weights || fail "other weights after a kill"
  [ ! -e parts.weights.part ] || fail "the file of the training is still there"
  head -c 5000 copy >parts.weights.part
  run 1 learn games/connect_four.lua --out parts.weights --positions 300000 --quiet --resume
  err "parts.weights.part is damaged"
  cp copy parts.weights.part
  run 1 learn games/connect_four.lua --out parts.weights --positions 300000 --quiet --resume --seed 5
  run 1 learn games/connect_four.lua --out parts.weights --positions 200000 --quiet --resume
  err "or of another build, game, seed or --positions"
  rm parts.weights.part
}

# Boards of hexagons, cards and dice; a variant; three players.
test_games() {
  local game
  echo 'return require "modifiers".two_moves "games/mnk.lua:m=4,n=4,k=4"' >two.lua
  for game in games/hex.lua:size=4 games/dice_race.lua games/tricks.lua two.lua games/mnk.lua:players=3; do
    run 0 learn "$game" --out x.weights --positions 60000 --quiet --jobs 1
    out "wrote x.weights"
    run 0 simulate "$game" --seat greedy:weights=x.weights --games 20 --quiet
  done
}

# Where all win together, the weights are compared with random moves by how often each wins.
test_together() {
  run 0 learn games/dikes.lua --out dikes.weights --positions 100000 --quiet --jobs 1
  grep -Eq '^wins [6-9][0-9.]+% of 40 games, random moves [3-6][0-9.]+%$' out || fail "it has not learned to win together"
}

# The built-in games and their variants, whose symmetries are found by playing.
test_built_in() {
  learns() {
    run 0 learn "$1" --out x.weights --positions 2000 --quiet --jobs 1
    out "$1: $2"
    out "the seats $3"
    run 0 simulate "$1" --seat mcts:iterations=5,weights=x.weights --games 4 --quiet
  }
  learns quoridor:size=5,walls=2 "61 inputs, 45,588 weights, 2 symmetries" "are alike"
  learns dorix:pawns=4,size=3 "29 inputs, 46,732 weights, 8 symmetries" "are alike"
  learns orbital "88 inputs, 47,042 weights, 8 symmetries" "are alike"
  learns tictacdoh "12 inputs" "are alike"
  learns tictacdoh:players=3 "12 inputs" "are alike"
  learns variants/orbital_misere.lua "88 inputs, 47,042 weights, 8 symmetries" "are alike"
  echo 'return require "boardlab".variant { base = "quoridor:size=5,walls=2",
    setup = function(s) s:set("hand1", 1) end }' >uneven.lua
  learns uneven.lua "61 inputs, 91,176 weights, 2 symmetries" "are taken to differ"
}

# Seats that are swapped: what was learned belongs to whoever plays it now.
test_swapped() {
  echo 'return require "modifiers".pie "games/hex.lua:size=4"' >pie.lua
  run 0 learn pie.lua --out pie.weights --positions 200000 --quiet --jobs 1
  run 0 simulate pie.lua --seat greedy:weights=pie.weights --seat random --rotate --games 200 --quiet
  out "is stronger than random"
}

# Numbers of a game's own that say more than its fields.
test_features() {
  game() {
    cat >heap.lua <<END
return require "boardlab".rules {
  players = 2, state = { heap = 1 },
  start = function(s) s.heap = 21 end,
  moves = function(s) local list = {} for i = 1, math.min(3, s.heap) do list[i] = i end return list end,
  play = function(s, take) s.heap = s.heap - take end,
  outcome = function(s, mover) if s.heap == 0 then return mover end end,
  features = function(s) return $1 end,
}
END
  }
  game '{ s.heap % 4 }'
  run 0 learn heap.lua --out x.weights --positions 20000 --quiet
  out "heap.lua: 2 inputs"
  game '{ 0.5 }'
  run 2 learn heap.lua --out x.weights; err "'features' must return a list of 1 to 64 whole numbers"
  game 's.heap > 10 and { 1 } or { 1, 2 }'
  run 1 learn heap.lua --out x.weights; err "'features' returned 2 numbers here and 1 in the first position"
}

# ---- using it ----------------------------------------------------------------

test_bots() {
  local bot
  for bot in greedy: 'mcts:iterations=20,' 'alphabeta:depth=2,'; do
    run 0 simulate games/connect_four.lua --seat "${bot}weights=a.weights" --seat random --rotate --games 30 --out "one_$bot"
    out "weights=a.weights is stronger than random"
    run 0 simulate games/connect_four.lua --seat "${bot}weights=a.weights" --seat random --rotate --games 30 --out "two_$bot" --jobs 1 --isolation=off
    cmp -s "one_$bot/games.csv" "two_$bot/games.csv" || fail "other games in another process"
    grep -q '"a.weights": "' "one_$bot/run.json" || fail "the run does not record its weights"
  done
}

# Searches in scripts, in bots from files, where the rules run; who leads; opponents and hints.
test_used() {
  cat >search.lua <<'END'
local lab = require "boardlab"
local s, rng = lab.game("games/connect_four.lua"):start(), lab.rng(1)
for _, find in ipairs { lab.search.mcts, lab.search.alphabeta } do
  local move = find(s, { weights = "a.weights", rng = rng })
  assert(s:legal(move))
end
local function refuses(options, why)
  local good, message = pcall(lab.search.mcts, s, options)
  assert(not good and message:find(why, 1, true), message)
end
refuses({ weights = 5 }, "'weights' must be the name of a file")
refuses({ weights = "none.weights" }, "none.weights")
refuses({ weights = "a.weights", evaluate = function() return 0.5 end }, "give either")
END
  run 0 run search.lua
  mkdir -p bots
  cp a.weights bots/mine.weights
  cat >bots/mine.lua <<'END'
local lab = require "boardlab"
return { choose = function(s) return (lab.search.mcts(s, { iterations = 20, weights = "mine.weights" })) end }
END
  run 0 simulate games/connect_four.lua --seat bots/mine.lua --seat random --rotate --games 30 --out own
  out "bots/mine.lua is stronger than random"
  grep -q 'mine.weights": "' own/run.json || fail "the run does not record the weights of a bot's search"
  sed -i 's/mine.weights/..\/a.weights/' bots/mine.lua
  run 1 simulate games/connect_four.lua --seat bots/mine.lua --seat random --games 1 --quiet
  err "forfeited"
  run 0 stats own --oracle weights:a.weights
  out "Who leads is judged by the evaluation in a.weights"
  run 2 stats own --oracle weights:none.weights; err "none.weights"
  cp "$(dirname "$0")/../../lua/games/connect_four.lua" four.lua
  run 0 learn four.lua --out four.weights --positions 20000 --quiet
  echo quit | run 0 play four.lua --seat human
  out "seat 2: mcts:weights=four.weights"
  echo quit | run 0 play four.lua:columns=6 --seat human
  out "seat 2: mcts"
  ! grep -q weights out || fail "weights for other options were taken"
}

test_report() {
  run 0 report a.weights --out a.html
  for text in "What was learned of Connect Four" '"learned-curve"' '"learned-calibration"' '"learned-moves"' '"learned-balance"' \
    "Pieces on board: the mover" "boardlab learn games/connect_four.lua --positions 60000 --seed 1 --out a.weights"; do
    grep -qF "$text" a.html || fail "the page lacks $text"
  done
  cp a.html before.html
  run 0 report a.weights --out a.html
  cmp -s a.html before.html || fail "another page of the same weights"
  echo '{}' >bare.weights
  run 1 report bare.weights --out b.html; err "bare.weights is not the folder of a run or an experiment, and no file of weights"
  run 1 report learn.csv --out b.html
}

# A run cannot be continued with other weights.
test_changed() {
  run 0 simulate games/connect_four.lua --seat mcts:iterations=5,weights=c.weights --games 10 --out run
  cp b.weights c.weights
  run 2 simulate games/connect_four.lua --seat mcts:iterations=5,weights=c.weights --games 20 --out run --resume
  err "c.weights"
}

# ---- wrong files -------------------------------------------------------------

test_refused() {
  run 2 learn games/connect_four.lua; err "learn needs --out FILE"
  run 2 learn games/connect_four.lua --out no/such/folder.weights
  echo "return 1" >kept.lua
  run 2 learn games/mnk.lua --out kept.lua; err "kept.lua is there, and is no file of weights"
  [ "$(cat kept.lua)" = "return 1" ] || fail "a file was replaced"
  echo >stopped.weights.part
  run 2 learn games/mnk.lua --out stopped.weights; err "stopped.weights.part is of a training that was stopped: add --resume"
  cat >bare.lua <<'END'
return require "boardlab".rules {
  players = 2, moves = function() return { 1, 2 } end, play = function() end, max_plies = 20,
}
END
  run 1 learn bare.lua --out x.weights; err "bare.lua declares nothing to learn from"
  local bot=greedy:weights=
  run 2 simulate games/mnk.lua --seat "${bot}none.weights"; err "weights: could not open none.weights"
  run 2 simulate games/mnk.lua --seat "${bot}."; err "is not a file"
  run 2 simulate games/mnk.lua --seat "${bot}a.weights"
  err "a.weights was learned for connect_four:columns=7,connect=4,rows=6, not for mnk:"
  run 2 simulate games/connect_four.lua:columns=6 --seat "${bot}a.weights"
  err "not for connect_four:columns=6"
  head -c 2000 a.weights >cut.weights
  run 2 simulate games/connect_four.lua --seat "${bot}cut.weights"; err "does not end with its checksum"
  sed 's/"seed": 1/"seed": 2/' a.weights >edited.weights
  run 2 simulate games/connect_four.lua --seat "${bot}edited.weights"; err "it has been edited"
  { cat "$(dirname "$0")/../../lua/games/connect_four.lua"; echo "-- another rule"; } >changed.lua
  run 2 simulate changed.lua --seat "${bot}a.weights"
  err "a.weights was learned before the rules of connect_four:columns=7,connect=4,rows=6 were changed"
  echo >empty.weights
  run 2 simulate games/connect_four.lua --seat "${bot}empty.weights"
  run 2 sweep games/connect_four.lua --vary-bot weights=1,2 --seat greedy
}

run_parts weights remade resumed games together built_in swapped features bots used report changed refused
conclude
