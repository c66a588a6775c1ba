#!/usr/bin/env bash
# Work that is done in the process of the rules as a whole (core/game/job.h): the same
# output, messages and exit codes as with --isolation=off, which does it in boardlab's own.
# Argument: boardlab.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../../support/expect.sh"

# cleaned: without times and speeds.
cleaned() {
  sed -E 's/^( +[0-9]+ +[0-9,]+) .*/\1/; s/^took .*//'
}

# same_as_off ARGUMENT…: runs the command both ways, with what the file `commands` says.
same_as_off() {
  local there
  command="$* --isolation=require"
  "$program" "$@" --isolation=require >out 2>err <commands
  there=$?
  cleaned <out >out.there
  cleaned <err >err.there
  "$program" "$@" --isolation=off >out 2>err <commands
  code=$?
  [ "$code" -eq "$there" ] || fail "exit code $there, not $code as with --isolation=off"
  cleaned <out | diff - out.there || fail "another output than with --isolation=off"
  cleaned <err | diff - err.there || fail "other messages than with --isolation=off"
}

echo "hint 20" >commands

# failing FILE PLY BODY: rules that do BODY at that ply of a game.
failing() {
  cat >"$1" <<LUA
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s)
    if s.n == $2 then $3 end
    return { 1, 2, 3 }
  end,
  play = function(s, move) s.n = s.n + 1 end,
  outcome = function(s) return s.n >= 7 and s:seat() or nil end,
}
LUA
}

failing raises.lua 3 'error("ouch")'
failing loops.lua 3 'while true do end'
failing grows.lua 3 'local t = {} for i = 1, 1e9 do t[i] = {} end'

# Rules whose symmetries are false.
cat >false.lua <<LUA
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 3, rows = 3, symmetries = "all" } },
  moves = function(s) return s.board:empty() end,
  play = function(s, move) s.board[move] = s:seat() end,
  outcome = function(s) return s.board[1] ~= 0 and s.board[1] or nil end,
}
LUA

test_perft() {
  same_as_off perft games/mnk.lua --depth 4
  same_as_off perft games/mnk.lua:m=4,n=2 --depth 3 --play "a1 b2"
  same_as_off perft games/reversi.lua:size=4 --divide
  same_as_off perft variants/tictacdoh_no_repeat.lua --depth 3
  same_as_off perft variants/quoridor_pie.lua:size=3 --depth 2
  same_as_off perft raises.lua --depth 5
  same_as_off perft loops.lua --depth 5 --budget 10000
  same_as_off perft grows.lua --depth 5 --memory 8
}

test_check() {
  same_as_off check games/mnk.lua --games 5
  same_as_off check games/mnk.lua:m=4,n=2 --games 5 --seed 7
  same_as_off check games/kalah.lua --games 1
  same_as_off check variants/tictacdoh_no_repeat.lua --games 3
  same_as_off check variants/orbital_misere.lua --games 2
  same_as_off check variants/tictacdoh_small.lua --games 2
  same_as_off check raises.lua --games 5
  same_as_off check loops.lua --games 3 --budget 10000
  same_as_off check grows.lua --games 3 --memory 8
  same_as_off check false.lua --games 3
}

test_solve() {
  same_as_off solve games/nim.lua --quiet
  same_as_off solve games/mnk.lua:m=3,n=2 --moves --quiet
  same_as_off solve games/mnk.lua --quick --quiet --play "a1 b2 c3"
  same_as_off solve games/mnk.lua --plain --within 3 --play "a1 b2 a2" --quiet
  same_as_off solve games/mnk.lua --within 2 --quiet
  same_as_off solve games/mnk.lua --quiet --play "a1 b1 a2 b2 a3"
  same_as_off solve variants/tictacdoh_small.lua --quiet
  same_as_off solve variants/orbital_misere.lua --within 3 --quiet
  same_as_off solve variants/tictacdoh3.lua --quiet
  same_as_off solve games/mnk.lua:m=5,n=5 --memory 2 --quiet
  same_as_off solve games/mnk.lua:m=5,n=5 --memory 2 --within 9 --quiet
  same_as_off solve raises.lua --quiet
  same_as_off solve loops.lua --budget 10000 --within 5 --quiet
  same_as_off solve grows.lua --memory 8 --quiet
  same_as_off play games/nim.lua --seat perfect --seat random --seed 1
  same_as_off solve false.lua --quiet
  same_as_off solve games/dice_race.lua:length=3 --quiet
}

# Built-in bots think where the rules run.
test_bots() {
  local bot
  for bot in mcts:iterations=50 alphabeta:depth=2 greedy perfect:quick=true; do
    same_as_off play games/mnk.lua --seat "$bot" --seat random --seed 1
  done
  same_as_off play games/mnk.lua:m=4,n=4 --seat mcts:iterations=20 --seat alphabeta:depth=2 --seed 2
  same_as_off play variants/tictacdoh_no_repeat.lua --seat mcts:iterations=20,playout_plies=-1 --seat greedy --seed 3
  same_as_off play raises.lua --seat mcts:iterations=20 --seat random --seed 1
  same_as_off play games/mnk.lua:m=5,n=5 --seat perfect:memory=1 --seat random --seed 1
}

# So does a hint.
test_hints() {
  same_as_off play games/hex.lua:size=4 --seat human --seat random --seed 1
  same_as_off play games/tricks.lua --seat human --seed 1
  same_as_off play raises.lua --seat human --seat random --seed 1
}

# Oracles judge positions where the rules run.
test_oracles() {
  run 0 simulate games/mnk.lua --seat random --games 5 --quiet --out run
  same_as_off stats run --tension --oracle mcts:iterations=20
  same_as_off stats run --tension --oracle playouts=10
}

# has_worked: the child of the running program has used some processor time.
has_worked() {
  local child
  child=$(pgrep -P "$running") && [ "$(sed 's/.*) //' "/proc/$child/stat" | awk '{ print $12 }')" -ge 30 ]
}

# Ctrl-C ends solving where it runs, and says how far it got.
test_stopping() {
  start solve games/connect_four.lua
  until_true has_worked
  kill -INT "$running"
  finish 130
  err "stopped after "
  err " positions of games/connect_four.lua"
}

run_parts perft solve check bots hints oracles stopping
conclude
