#!/usr/bin/env bash
# What the author of a Lua file sees when it fails or prints: tracebacks, the moves that led
# there, the command that shows it, and who printed what. Argument: boardlab.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../../support/expect.sh"

cat >bad.lua <<'LUA'
local function score(s)
  if s:count() > 3 then error("lost", 0) end
  return 1
end
local function best(s)
  local value = score(s)
  return value and s:moves()[1]
end
return {
  choose = function(s)
    local move = best(s)
    return move
  end,
}
LUA
cat >rules.lua <<'LUA'
local function add(s, move)
  if s.n == 3 then s.n = s.n + nil end
  s.n = s.n + move
end
return require("boardlab").rules {
  state = { n = 1 },
  moves = function() return { 1 } end,
  play = function(s, move) add(s, move) end,
  outcome = function(s) return s.n == 9 and 1 or nil end,
}
LUA
cat >talks.lua <<'LUA'
local name = setmetatable({}, { __tostring = function() return "two\nlines" end })
print "the file runs"
return { choose = function(s) print(s:count(), name) return s:moves()[1] end }
LUA
trace=$'  bad.lua:2: in \'score\'\n  bad.lua:6: in \'best\'\n  bad.lua:11: in \'choose\'\n'

test_bots_that_fail() {
  for mode in auto off; do
    run 1 check bad.lua --games 4 --isolation "$mode"
    out "problem: forfeited 4 games: bad.lua:2: lost"
    [[ $(<out) == *"$trace"* ]] || fail "not written: $trace"
    out "  in game 0, seat 1, at ply 3, after "
  done
  run 1 simulate tictacdoh --seat random --seat bad.lua --games 3 --seed 5 --quiet
  out "the first game that bad.lua forfeited is 0; this shows where:"
  out "  boardlab play tictacdoh --seat random --seat bad.lua --seed 5 --index 0"
  run 0 play tictacdoh --seat random --seat bad.lua --seed 5 --index 2
  out "seat 2 forfeited"
  out "bad.lua failed: bad.lua:2: lost"
  out "  bad.lua:6: in 'best'"
  # Limits belong to the command, and so do quotation marks.
  cp bad.lua "it's bad.lua"
  run 1 simulate tictacdoh --seat "it's bad.lua" --seat random --games 2 --quiet --budget 5000 --memory 9
  out "  boardlab play tictacdoh --seat 'it'\\''s bad.lua' --seat random --seed 1 --index 0 --budget 5000 --memory 9"
  # With openings of their own, games can be shown only from a folder.
  run 1 simulate tictacdoh --seat bad.lua --seat random --rotate --pairs --games 4 --quiet
  out "the first game that bad.lua forfeited is 0"; out "(with --out DIR, boardlab replay can show it)"
  run 1 simulate tictacdoh --seat bad.lua --seat random --rotate --pairs --games 4 --quiet --out "bad's" --memory 9
  out "  boardlab replay 'bad'\\''s' --game 0 --memory 9"
  run 0 replay "bad's" --game 3 --memory 9
  out "seat 2 forfeited: seat 1 wins"; out "bad.lua:2: lost"
  [[ $(<out) == *"${trace%?}" ]] || fail "not written: $trace"
}

# A coroutine that fails shows its own functions as well, however its error gets out.
test_coroutines() {
  cat >threads.lua <<'LUA'
local function deep() error("lost") end
local function inner() coroutine.wrap(function() deep() end)() end
return {
  options = { how = { "wrap", "error", "assert", "other" } },
  choose = function(_, me)
    if me.options.how == "wrap" then coroutine.wrap(inner)() end
    local good, why = coroutine.resume(coroutine.create(inner))
    if me.options.how == "error" then error(why) end
    if me.options.how == "assert" then assert(good, why) end
    error "something else"
  end,
}
LUA
  functions=$'  threads.lua:1: in \'deep\'\n  threads.lua:2: in the function at line 2\n  threads.lua:2: in '
  for how in wrap error assert; do
    run 1 check "threads.lua:how=$how" --games 1
    out "threads.lua:1: lost"
    [[ $(<out) == *"$functions"* ]] || fail "not written with $how: $functions"
    out "in 'choose'"
  done
  run 1 check threads.lua:how=other --games 1
  out "something else"
  lacks "in 'deep'"
}

# --index plays the game with that number.
test_games_by_number() {
  run 0 simulate tictacdoh --games 3 --moves --out run --quiet
  for game in 0 2; do
    run 0 play tictacdoh --seat random --seat random --seed 1 --index "$game"
    grep -o 'plays .*' out | cut -c 7- >played
    awk -F, -v game="$game" '$1 == game { gsub(/"/, "", $4); print $4 }' run/moves.csv >recorded
    [ -s recorded ] || fail "no moves were recorded"
    cmp -s played recorded || fail "other moves than in game $game of the run"
  done
  run 0 play tictacdoh --seat random --seat random --seed 1 --save g.game
  run 2 play g.game --index 1
  err "--index is for a new game"
  for bad in -1 x 1.5 ""; do
    run 2 play tictacdoh --index "$bad"
    err "--index takes a whole number from 0"
  done
}

test_rules_that_fail() {
  for mode in auto off; do
    run 1 simulate rules.lua --games 2 --quiet --isolation "$mode"
    err "game 0 of seed 1: rules.lua:2: attempt to perform arithmetic on a nil value"
    err "  rules.lua:2: in 'add'"
    err "  rules.lua:8: in 'play'"
    err "  after 1 1 1 1"
    err "  boardlab play rules.lua --seat random --seat random --seed 1 --index 0"
    run 1 solve rules.lua --quiet --isolation "$mode"
    err "  boardlab check shows moves that lead to such a position"
    run 1 check rules.lua --games 2 --isolation "$mode"
    out "after 1 1 1"
    out "  rules.lua:8: in 'play'"
  done
  run 2 show rules.lua --play "1 1 1 1"
  err "  rules.lua:8: in 'play'"
}

# A deep recursion is shown with both its ends.
test_deep_recursion() {
  echo 'local function f(s, n) return 1 + (n > 100 and nil + 1 or f(s, n + 1)) end
return { choose = function(s) local x = f(s, 1) return x end }' >deep.lua
  run 1 check deep.lua --games 1
  out "  ..."
  out "  deep.lua:2: in 'choose'"
}

test_print() {
  run 0 simulate tictacdoh --seat random --seat talks.lua --games 2 --quiet --jobs 1 --out shown
  grep -qx 'talks.lua, game 0: the file runs' err || fail "not said: before the first move"
  grep -qx $'talks.lua, game 1, ply 2: [0-9]*\ttwo' err || fail "not said: game and ply"
  cp err first
  run 0 simulate tictacdoh --seat random --seat talks.lua --games 2 --quiet --jobs 1 --isolation=off
  cmp -s err first || fail "something else is printed without isolation"
  run 0 simulate tictacdoh --seat random --seat talks.lua --games 2 --quiet --jobs 1 --out silent --no-print
  [ ! -s err ] || fail "something is printed"
  cmp -s shown/games.csv silent/games.csv || fail "printing changes the games"
  run 0 play tictacdoh --seat talks.lua --seat random --seed 1
  err $'talks.lua, ply 1: 3\ttwo'
  run 0 check talks.lua --games 1 --quiet
  err $'talks.lua, game 0, ply 1: 3\ttwo'
}

# No file can write a line in the name of another.
test_print_of_several_lines() {
  cat >forge.lua <<'LUA'
return { choose = function(s) print("one\nother.lua, game 7: two") return s:moves()[1] end }
LUA
  for mode in auto off; do
    run 0 simulate tictacdoh --seat forge.lua --seat random --games 1 --quiet --isolation "$mode"
    grep -qx 'forge.lua, game 0, ply 1: other.lua, game 7: two' err || fail "no origin in the second line"
    [ "$(grep -cv '^forge.lua, game' err)" = 0 ] || fail "a line without its origin"
  done
  sed 's/s.n == 3/print(s.n)/' rules.lua >says.lua
  run 0 solve says.lua --quiet --no-print
  [ ! -s err ] || fail "solve --no-print shows something"
  run 0 games says.lua --no-print
}

# What printing costs does not depend on whether it is shown.
test_print_is_charged() {
  echo 'return { choose = function(s) for i = 1, 90 do print(i) end return s:moves()[1] end }' >chatty.lua
  for budget in 15000 30000; do
    for flag in --jobs=1 --no-print; do
      run $((budget < 30000)) simulate tictacdoh --seat chatty.lua --seat random --games 2 --budget "$budget" --quiet "$flag" \
        --out "chatty$budget$flag"
    done
    cmp -s "chatty$budget--jobs=1/games.csv" "chatty$budget--no-print/games.csv" || fail "--no-print changes what is charged"
  done
  grep -q "exceeded its budget" chatty15000--jobs=1/games.csv || fail "printing costs nothing"
}

run_parts bots_that_fail games_by_number rules_that_fail deep_recursion print print_of_several_lines print_is_charged
conclude
