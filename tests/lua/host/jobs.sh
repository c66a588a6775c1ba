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
  sed -E 's/^( +[0-9]+ +[0-9]+) .*/\1/; s/^took .*//'
}

# same ARGUMENT…: runs the command both ways.
same() {
  local there
  command="$* --isolation=require"
  "$program" "$@" --isolation=require >out 2>err </dev/null
  there=$?
  cleaned <out >out.there
  cleaned <err >err.there
  "$program" "$@" --isolation=off >out 2>err </dev/null
  code=$?
  [ "$code" -eq "$there" ] || fail "exit code $there, not $code as with --isolation=off"
  cleaned <out | diff - out.there || fail "another output than with --isolation=off"
  cleaned <err | diff - err.there || fail "other messages than with --isolation=off"
}

# failing FILE PLY BODY: rules that do BODY at that ply of a game.
failing() {
  cat >"$1" <<LUA
local lab = require "boardlab"
return lab.rules {
  state = { n = 0 },
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

test_perft() {
  same perft games/mnk.lua --depth 4
  same perft games/mnk.lua:m=4,n=2 --depth 3 --play "a1 b2"
  same perft games/reversi.lua:size=4 --divide
  same perft variants/tictacdoh_no_repeat.lua --depth 3
  same perft variants/quoridor_pie.lua:size=3 --depth 2
  same perft raises.lua --depth 5
  same perft loops.lua --depth 5 --budget 10000
  same perft grows.lua --depth 5 --memory 8
}

run_parts perft
conclude
