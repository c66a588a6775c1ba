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

# play FOLDER ARGUMENT…: simulates a run. It fails if all its games are forfeited.
play() {
  local to=$1
  shift
  command="simulate $* --quiet --out $to"
  "$program" simulate "$@" --quiet --out "$to" >out 2>err </dev/null
  code=$?
  [ "$code" -eq 0 ] || grep -q "game was forfeited$" err || fail "exit code $code, not 0"
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
  bot resumed.lua "local c = coroutine.create(function() while true do coroutine.yield() end end) while true do coroutine.resume(c) for _ = 1, 500 do end end"
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
  # Most of it by a search in a string, which is cheap; the rest by memory.
  bot charges.lua 'local text = ("x"):rep(1000) for _ = 1, 4500 do text:find("y", 1, true) end
    for _ = 1, 1000 + me.rng(9) do ("x"):rep(16000) end'
  same_as_counted charges 1 tictacdoh --seat charges.lua --seat random
  forfeits_for charges "charges.lua:[49]: exceeded its budget"
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
  bot all.lua 'local text = ("x"):rep(50000) while true do kept[#kept + 1] = text .. #kept end'
  same_as_counted all 1 tictacdoh --seat all.lua --seat random
  forfeits_for all "all.lua.*exceeded its memory limit"
  bot half.lua 'local text = ("x"):rep(50000) for i = 1, 800 do kept[i] = text .. i end'
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

# hooks FILE MOVES PLAY OUTCOME: rules with these bodies. The lists depend on how often hooks
# have been called so far in the game, so a call more or less is another game.
hooks() {
  cat >"$1" <<LUA
local lab = require "boardlab"
local calls, kept = 0, nil
return lab.rules {
  options = { size = { default = 12, min = 1, max = 50, help = "numbers" } },
  state = { n = 1, array = { 12 } },
  max_plies = 60,
  moves = function(s, seat, o)
    calls = calls + 1
    $2
    return calls % 3 == 0 and { 1, 2 } or { 2, 1, 3 }
  end,
  play = function(s, move, seat, o)
    calls, s.n = (calls * 31 + move) % 100003, s.n + move
    $3
  end,
  next_seat = function(s, mover, move, o)
    calls = calls + 4
    return move == 3 and mover or nil
  end,
  score = function(s) return { s.n % 7, s.array[1] } end,
  outcome = function(s, mover, o, move)
    calls = calls + 8
    $4
    return s.n >= 25 and (calls % 5 == 0 and "draw" or calls % 5 == 1 or mover) or nil
  end,
}
LUA
}

# same_playouts NAME GAMES ARGUMENT…: plays games both ways whose moves are not kept, so that random
# players play them in one go.
same_playouts() {
  local name=$1 games=$2
  shift 2
  rm -rf "$name" "${name}_2"
  play "$name" "$name.lua" --games "$games" --isolation=off --jobs 1 "$@"
  play "${name}_2" "$name.lua" --games "$games" --jobs 1 "$@"
  same "$name" "${name}_2"
}

# same_error NAME TEXT ARGUMENT…: runs fail with the same message both ways, in a game after those
# whose moves are kept.
same_error() {
  for mode in off auto; do
    run 1 simulate "$1.lua" --games 1000 --quiet --jobs 1 --isolation "$mode" "${@:3}"
    cp err "$1_$mode.err"
  done
  err "$2"
  grep -q "game [0-9]*[0-9][0-9][0-9] of seed" err || fail "fails too early"
  cmp -s "$1_off.err" "$1_auto.err" || fail "other messages than in a counted run"
}

# In attempts, the hooks of a random game are called in one go (luagame_playout.c).
test_playouts() {
  hooks plain.lua "" "s.array[move] = seat" ""
  same_playouts plain 220
  [ "$(sed 's/^"[^"]*",//' plain/games.csv | cut -d, -f5 | sort -u | wc -l)" -ge 3 ] || fail "too few kinds of results"
  same_playouts plain 220 --max-plies 7
  same_playouts plain 220 --opening 3
  same_playouts plain 5 --seat mcts:iterations=9
  hooks passes.lua "if s.n % 4 == 3 then return {} end" "s.array[1] = 1" ""
  same_playouts passes 220
  hooks repeats.lua "" "s.n = s.n - move * (calls % 2)" ""
  same_playouts repeats 220
  hooks floats.lua "" "s.array[move] = s.n / 1 s.array[2] = s.array[2] + 1.0" ""
  same_playouts floats 220
  hooks keeps.lua "kept = kept or s.array" "kept[move] = calls" "calls = calls + kept[1]"
  same_playouts keeps 220
  hooks copies.lua "calls = calls + s:copy().n + #s.array" "s.array[1] = s:count()" "calls = calls + s:copy():count() + s.array[1]"
  same_playouts copies 220
  hooks caught.lua "pcall(function() s.array[1] = nil + 1 end) pcall(function() s.n = 3 end)" \
    "pcall(function() s.array = 3 end) s.array[3] = calls" ""
  same_playouts caught 220
  hooks deep.lua "local function f(n) local good, more = pcall(f, n + 1) return good and more or n end calls = calls + f(0)" \
    "local function f(n) return (('x'):gsub('x', function() n = f(n + 1) end)) and n end calls = calls + (pcall(f, 0) and 1 or 2)" ""
  same_playouts deep 120
  hooks nested.lua "local d = 150 while load('return ' .. ('('):rep(d) .. '1' .. (')'):rep(d)) do d = d + 1 end calls = calls + d" "" ""
  same_playouts nested 120
  hooks yields.lua "calls = calls + (pcall(coroutine.yield) and 1 or 2)" "" \
    "for i in coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end) do calls = calls + i end"
  same_playouts yields 220
  hooks long.lua "if s.n == 9 then for i = 1, 100000 do calls = calls + i % 2 end end" "" ""
  same_playouts long 120
}

test_playouts_that_fail() {
  local now='calls % 4001 == 23' # in few games
  hooks error.lua "" "if $now then error 'on purpose' end" ""
  same_error error "error.lua:14: on purpose"
  hooks writes.lua "if $now then s.array[2] = 7 end" "" ""
  same_error writes "array[2] was changed"
  hooks text.lua "" "" "if $now then s.array[3] = 'x' end"
  same_error text "element 3 is a string"
  hooks list.lua "if $now then return { 1, 'x' } end" "" ""
  same_error list "element 2 of its list is a string"
  hooks none.lua "if $now then return nil end" "" ""
  same_error none "'moves' must return a list"
  hooks seat.lua "" "if $now then return 9 end" ""
  same_error seat "'play' must return the seat"
  hooks result.lua "" "" "if $now then return 'won' end"
  same_error result "'outcome' must return"
  hooks options.lua "" "" "if $now then o.size = 3 end"
  same_error options "changed the options"
  hooks loop.lua "if $now then while true do end end" "" ""
  same_error loop "exceeded its budget"
}

# evaluate FILE BODY: adds an evaluation to rules made by `hooks`.
evaluate() {
  sed -i "s|^  score = |  evaluate = function(s, seat, o)\\n    calls = calls + 16\\n    $2\\n    return calls % 11 / 10\\n  end,\\n&|" "$1"
}

# In attempts, the moves of a position are played and evaluated in one go.
test_evaluations() {
  hooks plain.lua "" "s.array[move] = seat" ""
  evaluate plain.lua "calls = calls + s.array[1]"
  same_playouts plain 20 --seat mcts:iterations=30
  same_playouts plain 20 --seat greedy --seat alphabeta:depth=2
  hooks keeps.lua "kept = kept or s.array" "kept[move] = calls" "calls = calls + kept[1]"
  evaluate keeps.lua "calls = calls + kept[2]"
  same_playouts keeps 20 --seat mcts:iterations=30
  hooks asks.lua "calls = calls + #s.array" "s.array[1] = s:count()" ""
  evaluate asks.lua "calls = calls + s:copy():play(1).n + s:count()"
  same_playouts asks 20 --seat mcts:iterations=30
  hooks value.lua "" "" ""
  evaluate value.lua "if calls % 4001 == 23 then return 2 end"
  same_error value "'evaluate' must return" --seat greedy --opening 6
}

# one_liners FILE MOVES PLAY OUTCOME: rules on a grid whose hooks are these lines. `kept` is the
# grid, from the first move on; `calls` counts what else happens.
one_liners() {
  cat >"$1" <<LUA
local lab = require "boardlab"
local kept, calls = nil, 0
local KINDS = { { { 1, 0 }, { 0, 1, "empty" } }, { { -1, 0 }, { 0, -1 } } }
local MORE = setmetatable({}, { __index = function(_, seat)
  calls = calls + (kept and #kept:empty() + #kept:cells(seat) or 1)
  return KINDS[calls % 2 + 1]
end })
local EDGES = { "top", "bottom" }
local function list() return kept:empty() end
return lab.rules {
  options = { k = 3 },
  state = { board = lab.grid { columns = 4, rows = 3, marks = ".XO" } },
  start = function(s) s.board[1], s.board[2], s.board[11], s.board[12] = 1, 1, 2, 2 end,
  moves = function(s, seat, o) $2 end,
  play = function(s, move, seat, o) $3 end,
  outcome = function(s, mover, o, move) $4 end,
  max_plies = 60,
}
LUA
}

# In attempts, a hook that only calls a method of a grid is not called through Lua
# (luagame_direct.c), and lists of moves are not made into tables.
test_one_liners() {
  local steps='kept = s.board s.board[move // 1024], s.board[move % 1024] = 0, seat'
  local over='calls = calls + 1 return s.board:full() and "draw" or calls % 9 == 0 and mover or nil'
  one_liners cells.lua 'return s.board:empty()' 's.board[move] = seat' "$over"
  same_playouts cells 300
  one_liners columns.lua 'return s.board:open_columns(nil)' 's.board:drop(move, seat)' "$over"
  same_playouts columns 300
  one_liners refilled.lua 'return s.board:empty(KINDS)' 's.board[move] = seat' "$over"
  same_playouts refilled 300
  one_liners kinds.lua 'return s.board:steps(seat, KINDS[seat])' "$steps" "$over"
  same_playouts kinds 300
  one_liners more.lua 'return s.board:steps(seat, MORE[seat])' "$steps" "$over"
  same_playouts more 300
  one_liners helper.lua 'kept = s.board return list()' 's.board[move] = seat' "$over"
  same_playouts helper 300
  one_liners counts.lua 'return s.board:empty()' 's.board[move] = seat' 'return s.board:count(0, EDGES[mover])'
  same_playouts counts 300
  one_liners begins.lua 'return s.board:empty()' 's.board[move] = seat' \
    'if not s.board:has_line(mover, o.k) then return nil end s.board[move], calls = 0, calls + 1 return calls % 3 > 0 and mover or nil'
  same_playouts begins 300
  one_liners drops.lua 'return s.board:empty()' '' \
    'if not s.board:drop(2, mover) then return nil end calls = calls + 1 return calls % 5 == 0 and mover or nil'
  same_playouts drops 300
  one_liners option.lua 'return s.board:filled_columns(o.k)' 'calls = calls + 1 s.board[4 + move] = calls o.k = calls % 2 * 2 + 1' ''
  same_playouts option 300
  one_liners number.lua 'return s.board:count(o.k)' '' ''
  same_message number "'moves' must return a list, not a number"
  one_liners nothing.lua 'return s.board:nothing(o.k)' '' ''
  same_message nothing "attempt to call a nil value (method 'nothing')"
  one_liners changes.lua 'return s.board:drop(seat, o.k)' '' ''
  same_message changes "this position is read-only here"
  one_liners outside.lua 'return { o.k, 99 }' 's.board[move] = seat' ''
  same_message outside "board has cells 1 to 12, not 99"
  one_liners other.lua 'return s.board:cells(o.other)' '' ''
  same_message other "there is no option 'other'"
  one_liners value.lua 'return s.board:cells(s.board)' '' ''
  same_message value "board takes integers, not a userdata"
  one_liners many.lua 'return s.board:empty()' 's.board[move] = seat' ''
  sed -i 's/max_plies = 60/max_moves = 6/' many.lua
  same_message many "'moves' returned 8 moves; max_moves is 6"
}

# same_message NAME TEXT: fails with the same message both ways.
same_message() {
  for mode in off auto; do
    run 1 simulate "$1.lua" --games 300 --quiet --jobs 1 --isolation "$mode"
    cp err "$1_$mode.err"
  done
  err "$2"
  cmp -s "$1_off.err" "$1_auto.err" || fail "other messages than in a counted run"
}

run_parts attempts_are_made loops near_the_budget interrupted memory prints failures playouts \
  playouts_that_fail evaluations one_liners
conclude
