#!/usr/bin/env bash
# boardlab profile: what functions and lines cost. Argument: boardlab.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../../support/expect.sh"

# A loop whose rounds are one instruction each, and calls of a function of two.
cat >known.lua <<'LUA'
local function twice(n)
  return n + n
end
local function loop()
  for _ = 1, 100 do end
end
return {
  choose = function(state)
    for i = 1, 50 do twice(i) end
    loop()
    local text = ("x"):rep(2000)
    return state:moves()[#text // 2000]
  end,
}
LUA

# field NUMBER PATTERN: that column of the row.
field() { grep -- "$2" out | cut -d , -f "$1"; }
expect() { [ "$1" = "$2" ] || fail "$3: $1, not $2"; }

test_counts_are_exact() {
  for mode in auto off; do
    run 0 profile known.lua --games 2 --csv --isolation "$mode"
    calls=$(field 5 '^call,"known.lua",0,"choose"')
    [ "$calls" -ge 4 ] || fail "only $calls calls"
    expect "$(field 5 '"twice"')" $((50 * calls)) "calls of twice"
    # an addition and a return
    expect "$(field 6 '"twice"')" $((2 * 50 * calls)) "instructions of twice"
    expect "$(field 6 '^line,"known.lua",2,')" "$(field 6 '"twice"')" "instructions of its line"
    # three constants, and preparing the loop
    expect "$(field 6 '^line,"known.lua",5,')" $((104 * calls)) "instructions of the loop"
    expect "$(field 5 '^function,"",0,"moves"')" "$calls" "calls of moves"
    [ "$(field 9 '^line,"known.lua",11,')" -ge $((2000 * calls)) ] || fail "too few bytes"
    cut -d , -f 1-9 out >"rows.$mode"
  done
  cmp -s rows.auto rows.off || fail "other counts without isolation: $(diff rows.auto rows.off | head -3)"
  # The work of all functions is that of all calls.
  awk -F, '$1 == "function" { work += $6 + $7 } $1 == "call" { calls += $6 + $7; share += $8 }
    END { exit work != calls || share < 0.99999 || share > 1.00001 }' out || fail "functions do not add up to calls"
}

# The games are those of a run.
test_same_games() {
  cp known.lua says.lua
  sed -i 's/local text/print(state:key()) local text/' says.lua
  run 0 profile says.lua --games 2
  sed 's/.*: //' err >profiled
  half=$(($(wc -l <profiled) / 2))
  cmp -s <(head -n "$half" profiled) <(tail -n "$half" profiled) || fail "the games differ when profiled"
  run 0 check says.lua --games 2 --quiet
  cmp -s <(sed 's/.*: //' err | sort -u) <(sort -u profiled) || fail "other games than in check"
}

# Functions have the names of variables, also after a tail call, and not that of the entry.
test_names() {
  cat >names.lua <<'LUA'
local function heavy() for _ = 1, 100 do end return 1 end
local function wrapper(s) return heavy(s) end
return { choose = function(s)
  local n = wrapper(s)
  table.sort({ 1, 2 }, function(a, b) return a < b end)
  for _, move in ipairs(s:moves()) do local _ = s:after(move) end
  return s:moves()[n]
end }
LUA
  run 0 profile names.lua --games 2 --csv
  expect "$(field 4 '^function,"names.lua",1,')" '"heavy"' "name after a tail call"
  expect "$(field 4 '^function,"names.lua",3,')" '"choose"' "name of the entry"
  expect "$(field 4 '^function,"names.lua",5,')" '"(no name)"' "name of a comparison"
  [ "$(field 7 '^function,"",0,"after"')" -gt 0 ] || fail "after costs nothing"
  ! grep -q '^function,"",0,"(no name)"' out || fail "built in without a name"
}

test_tables() {
  run 0 profile known.lua --games 1 --top 2
  out "known.lua: 1 game of tictacdoh against random"
  out "known.lua:8 choose"
  out "more; --top "
  run 0 profile games/mnk.lua --games 1 --against mcts:iterations=5
  out "games/mnk.lua: 1 game of games/mnk.lua between mcts:iterations=5"
  grep -q '^outcome  *[1-9]' out || fail "no calls of outcome"
  run 0 profile variants/tictacdoh_no_repeat.lua --games 1 --budget 0
  out "allow"
  run 0 profile bots/runner.lua --games 1
  out "of quoridor against"
}

# Limits hold, and a bot that exceeds them forfeits.
test_limits() {
  echo 'return { choose = function() while true do end end }' >hangs.lua
  run 0 profile hangs.lua --games 1 --budget 20000
  out "1 game was forfeited: hangs.lua:1: exceeded its budget of 20000 instructions"
  echo 'return { choose = function(s) return coroutine.wrap(function() for _ = 1, 500 do end return s:moves()[1] end)() end }' >co.lua
  run 0 profile co.lua --games 1 --csv
  [ "$(field 6 '^line,"co.lua",1,')" -ge 1500 ] || fail "coroutines are not counted"
}

test_wrong_arguments() {
  run 2 profile random; err "'random' is not a Lua file"
  run 2 profile tictacdoh; err "boardlab bench measures the others"
  run 1 profile nowhere.lua; err "there is no file 'nowhere.lua'"
  run 2 profile; err "missing argument"
  run 2 profile ""; err "file"
  run 2 profile variants/tictacdoh_small.lua; err "it only sets options of tictacdoh, whose rules are built in"
  run 2 profile games/mnk.lua --game dorix; err "--game is for bots"
  run 2 profile known.lua --game chess; err "chess"
  run 2 profile known.lua --against nobody; err "nobody"
  for bad in 0 -1 nan 1e-3 ""; do
    run 2 profile known.lua --games "$bad"; err "--games takes a whole number from 1"
    run 2 profile known.lua --top "$bad"; err "--top takes a whole number from 1"
  done
  echo 'error "no"' >broken.lua
  run 1 profile broken.lua; err "broken.lua:1: no"
}

# How long bots think is printed on request, and recorded nowhere.
test_times() {
  local bots=(--bot random --bot known.lua --bot mcts:iterations=5)
  run 0 tournament tictacdoh "${bots[@]}" --games 2 --quiet --out plain
  lacks "time per move"
  for mode in auto off; do
    run 0 tournament tictacdoh "${bots[@]}" --games 2 --quiet --times --out "timed_$mode" --isolation "$mode"
    out "time per move"
    moves=$(awk '/^time per move/ { counts = 1; next } counts && NF == 4 { sum += $2 } END { print sum }' out)
    plies=$(sed 's/^"[^"]*"/game/' plain/games.csv | awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "plies") c = i; next } { sum += $c } END { print sum }')
    expect "$moves" "$plies" "moves that were timed"
    diff -r plain "timed_$mode" >/dev/null || fail "times change the files of a run"
  done
  run 0 simulate tictacdoh --games 50 --quiet --times --jobs 1
  out "random"
}

# dice FILE BEFORE LIST: a game whose `chance`, on line 5, has a list of 36 rolls.
dice() {
  cat >"$1" <<LUA
local lab = require "boardlab"
local function rolls(n) local list = {} for i = 1, n do list[i] = i end return list end $2
return lab.rules {
  state = { sum = 1, roll = 1 },
  chance = function(s) if s.roll == 0 then return $3 end end,
  roll = function(s, roll) s.roll = roll end,
  moves = function() return { 1, 2 } end,
  play = function(s, move) s.sum, s.roll = s.sum + move * (s.roll % 6), 0 end,
  outcome = function(s, mover) return s.sum > 40 and mover or nil end,
}
LUA
}

# A list that is always the same is better made once: `check` and `profile` say so.
test_lists_made_again() {
  local advice="'chance', on line 5, makes a new list in each call, always with the same 36 moves; make it once"
  dice again.lua "" "rolls(36)"
  for what in check profile; do
    for mode in auto off; do
      run 0 "$what" again.lua --games 20 --isolation "$mode"
      out "$advice"
    done
  done
  dice once.lua "local all = rolls(36)" all
  dice short.lua "" "rolls(6)"
  dice differ.lua "" "rolls(30 + s.sum % 3)"
  for file in once short differ; do
    for what in check profile; do
      run 0 "$what" "$file.lua" --games 20
      lacks "makes a new list"
    done
  done
}

run_parts counts_are_exact names same_games tables limits wrong_arguments times lists_made_again
conclude
