#!/usr/bin/env bash
# Games that are first played without counting instructions (core/isolation/attempt.h):
# the same games, verdicts and messages as where everything is counted, which is what
# --isolation=off does. Argument: boardlab with the functions of attacks.c.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../../support/expect.sh"

# bot FILE BODY: a bot that does BODY in its second call and now and then, and whose moves
# depend on what that has left behind.
bot() {
  cat >"$1" <<LUA
local lab = require "boardlab"
local kept, calls = {}, 0
local function work(s, me) $2 end
return {
  choose = function(s, me)
    calls = calls + 1
    if calls == 2 or me.rng(6) == 1 then work(s, me) end
    local moves = s:moves()
    return moves[1 + (#kept + calls) % #moves]
  end,
}
LUA
}

# rules FILE BODY: rules that do BODY in one position of a game, and in which later moves
# depend on what that has left behind.
rules() {
  cat >"$1" <<LUA
local lab = require "boardlab"
local kept = {}
return lab.rules {
  state = { n = 1 },
  moves = function(s)
    if s.n == 5 and #kept == 0 then $2 end
    return #kept > 1000 and { 1, 2 } or { 2, 1, 3 }
  end,
  play = function(s, move) s.n = s.n + move end,
  outcome = function(s) return s.n >= 15 and s:seat() or nil end,
}
LUA
}

# same_as_counted NAME GAMES GAME ARGUMENT…: plays both ways.
same_as_counted() {
  local name=$1 games=$2
  shift 2
  play "$name" "$@" --games "$games" --moves --isolation=off --jobs 2
  sort err >wanted
  play "${name}_2" "$@" --games "$games" --moves --jobs 1
  same "$name" "${name}_2"
  sort err | cmp -s - wanted || fail "other messages than in a counted run"
}

# forfeits_for NAME TEXT: there are forfeits, all for this reason.
forfeits_for() {
  grep -q ",forfeit," "$1/games.csv" || fail "$1 never forfeits"
  ! grep ",forfeit," "$1/games.csv" | grep -v "$2" || fail "$1 forfeits for other reasons than $2"
}
no_forfeits() { ! grep ",forfeit," "$1/games.csv" || fail "$1 forfeits"; }

# What is tested here takes place: games are attempts, and without isolation they are not.
test_attempts_are_made() {
  cat >tells.lua <<'LUA'
local lab = require "boardlab"
return { choose = function(s) return s:moves()[lab.attempt() and 1 or #s:moves()] end }
LUA
  for mode in off auto; do
    play "tells_$mode" tictacdoh --seat tells.lua --seat random --games 10 --moves --jobs 1 --isolation "$mode"
  done
  ! cmp -s tells_off/moves.csv tells_auto/moves.csv || fail "no game is an attempt"
  for small in "--budget 9999999" "--budget 0"; do
    # shellcheck disable=SC2086
    play "tells_small" tictacdoh --seat tells.lua --seat random --games 10 --moves --jobs 1 $small
    cmp -s tells_off/moves.csv tells_small/moves.csv || fail "attempts with $small"
    rm -r tells_small
  done
  bot tells.lua 'error(lab.attempt() and "in an attempt" or "in a counted game")'
  play tells_errors tictacdoh --seat tells.lua --seat random --games 20
  forfeits_for tells_errors "tells.lua:3: in a counted game"
  rules tells.lua 'error(lab.attempt() and "in an attempt" or "in a counted game")'
  run 1 simulate tells.lua --games 20 --quiet
  err "tells.lua:6: in a counted game"
}

test_loops() {
  local loop='while true do kept[#kept % 10 + 1] = 1 end'
  bot pcall.lua "pcall(pcall, function() $loop end) while true do pcall(error) end"
  bot deep.lua "pcall(coroutine.wrap(function() pcall(coroutine.wrap(function() pcall(function() $loop end) end)) end)) $loop"
  bot resumed.lua "local c = coroutine.create(function() while true do coroutine.yield() end end) while true do coroutine.resume(c) end"
  bot asks.lua 'while true do s:count() end'
  bot opens.lua 'local g = lab.game "games/mnk.lua" while true do g:start():playout() end'
  for name in pcall deep resumed asks opens; do
    same_as_counted "loop_$name" 1 tictacdoh --seat "$name.lua" --seat random
    forfeits_for "loop_$name" "$name.lua.*exceeded its budget of 10000000 instructions"
  done
  rules loop.lua "$loop"
  for mode in off auto; do
    run 1 simulate loop.lua --games 2 --quiet --isolation "$mode"
    cp err "loop_$mode.err"
  done
  err "loop.lua:6: exceeded its budget"
  cmp -s loop_off.err loop_auto.err || fail "other messages than in a counted run"
}

# Calls that come near the budget or exceed it, by instructions and by charges.
test_near_the_budget() {
  bot near.lua 'for _ = 1, 9900000 + 20000 * me.rng(9) do end'
  same_as_counted near 3 tictacdoh --seat near.lua --seat random
  forfeits_for near "near.lua:3: exceeded its budget"
  [ "$(grep -c ,forfeit, near/games.csv)" -lt 3 ] || fail "every game has a forfeit"
  bot charges.lua 'for _ = 1, 10000 + me.rng(9) do ("x"):rep(16000) end'
  same_as_counted charges 1 tictacdoh --seat charges.lua --seat random
  forfeits_for charges "charges.lua:[38]: exceeded its budget"
}

# Long calls that are within their limits, and leave something behind half way.
test_interrupted() {
  bot slow.lua 'for i = 1, 300000 do kept[i % 900 + 1] = i end'
  same_as_counted slow 5 tictacdoh --seat slow.lua --seat random
  bot long.lua 'for i = 1, 1500000 do kept[i % 900 + 1] = i end'
  same_as_counted long 3 tictacdoh --seat long.lua --seat random
  # Calls of every length up to some milliseconds, on and off coroutines and caught errors.
  bot mixed.lua 'local c = coroutine.wrap(function()
    for i = 1, me.rng(400) do
      local good = pcall(function()
        for j = 1, me.rng(300) do kept[j % 50 + 1] = (kept[j % 50 + 1] or 0) + j end
        if i % 97 == 0 then error "caught" end
      end)
      calls = calls + (good and 1 or 2)
      if i % 10 == 0 then coroutine.yield(true) end
    end
  end)
  while c() do calls = calls + s:count() end'
  same_as_counted mixed 15 tictacdoh --seat mixed.lua --seat mixed.lua
  rules half.lua 'for i = 1, 1600000 do kept[i // 1500 + 1] = i end'
  same_as_counted half 5 half.lua
  rules half_in_coroutine.lua 'local f = coroutine.wrap(function() for i = 1, 1000000 do kept[i // 900 + 1] = i if i % 1000 == 0 then coroutine.yield() end end return true end) while not f() do end'
  same_as_counted half_in_coroutine 5 half_in_coroutine.lua --seat slow.lua --seat random
  for name in slow long half_in_coroutine; do no_forfeits "$name"; done
}

test_memory() {
  bot all.lua 'while true do kept[#kept + 1] = ("x"):rep(50000) .. #kept end'
  same_as_counted all 1 tictacdoh --seat all.lua --seat random
  forfeits_for all "all.lua.*exceeded its memory limit"
  bot half.lua 'for i = 1, 800 do kept[i] = ("x"):rep(50000) .. i end'
  same_as_counted half_memory 2 tictacdoh --seat half.lua --seat random
  bot block.lua 'for i = 1, 60000 do kept[i] = i end'
  same_as_counted block 3 tictacdoh --seat block.lua --seat random
  # Without the hook a little more fits on the stack.
  bot deep.lua 'local function f(n) if n > 0 then return 1 + f(n - 1) end return 0 end f(20400 + me.rng(100))'
  same_as_counted deep 8 tictacdoh --seat deep.lua --seat random
}

# What is printed is printed once, and the games of a bot that prints are all counted.
test_prints() {
  bot prints.lua 'print(calls, lab.attempt())'
  same_as_counted prints 10 tictacdoh --seat prints.lua --seat random
  grep -q "false" err || fail "nothing was printed"
  ! grep "true" err || fail "printed in an attempt"
}

# Failures of all kinds, which a new game forgets.
test_failures() {
  bot fails.lua 'kept[1] = 1 if me.rng(2) == 1 then error "on purpose" end return kept.x.y'
  same_as_counted fails 20 tictacdoh --seat fails.lua --seat random
  bot illegal.lua 'kept = setmetatable({}, { __len = function() return me.rng(7) == 1 and -100 or 0 end })'
  same_as_counted illegal 20 tictacdoh --seat illegal.lua --seat random
  bot inner.lua 'local good, why = pcall(lab.game, "none.lua") kept[#kept + 1] = good or why'
  same_as_counted inner 10 tictacdoh --seat inner.lua --seat random
}

run_parts attempts_are_made loops near_the_budget interrupted memory prints failures
conclude
