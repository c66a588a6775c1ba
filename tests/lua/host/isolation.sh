#!/usr/bin/env bash
# Plugins that have taken over the interpreter: what they do to themselves, and what
# they cannot do to anybody else. Arguments: boardlab with the functions of attacks.c,
# and a program that runs a command on a kernel that locks nothing down.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
no_seccomp=$(realpath "$2")
hostile=$(realpath "$(dirname "$0")/hostile")
. "$(dirname "$0")/../../support/expect.sh"

# A bot that plays at random and now and then does something. Both kinds draw the same
# random numbers, so they play the same games up to there.
bot() {
  cat >"$1" <<LUA
local lab = require "boardlab"
return {
  choose = function(s, me)
    if me.rng(20) == 1 then $2 end
    return s:random_move()
  end,
}
LUA
}

# Rules that do something when they are to list the moves of some position.
rules() {
  cat >"$1" <<LUA
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s)
    if s.n == $3 then $2 end
    return { 1, 2 }
  end,
  play = function(s, move) s.n = s.n + move end,
  outcome = function(s) return s.n >= 9 and s:seat() or nil end,
}
LUA
}

# The rows of a run without the reasons of forfeits.
rows() { mlr --icsv --ocsv cut -x -f reason "$1/games.csv"; }

test_crashing_bot() {
  bot fails.lua 'error "on purpose"'
  bot crash.lua 'lab.crash()'
  play fails quoridor:size=5 --seat fails.lua --seat random --games 24 --jobs 1
  play crash quoridor:size=5 --seat crash.lua --seat random --games 24 --jobs 1
  out "forfeited"
  no_err
  [ "$(rows fails | sed s/fails.lua/crash.lua/)" = "$(rows crash)" ] || fail "a crash changed other games"
  grep -q "crash.lua: the interpreter crashed: signal 11 (Segmentation fault)" crash/games.csv ||
    fail "games.csv lacks the reason"
  # Rules in Lua are in a process of their own while such a game is played again: with the same hash.
  for name in fails crash; do
    run 1 simulate variants/quoridor_opening.lua --seat "$name.lua" --seat random --games 6 --jobs 1 \
      --quiet --out "${name}_opening"
  done
  [ "$(rows fails_opening | sed s/fails.lua/crash.lua/)" = "$(rows crash_opening)" ] || fail "rules in another process play other games"
  play crash3 quoridor:size=5 --seat crash.lua --seat random --games 24 --jobs 3
  same crash crash3
  for how in abort trap stack exit close; do
    games=$([ "$how" = close ] && echo 3 || echo 8)
    bot crash.lua "lab.crash '$how'"
    play "crash_$how" quoridor:size=5 --seat crash.lua --seat random --games "$games"
    rows crash | head -n $((games + 1)) >wanted
    rows "crash_$how" | cmp -s - wanted || fail "other games after '$how'"
  done
}

# In a tournament, what a bot does to the memory of its process does not touch the
# games between others.
test_tournament() {
  bot heap.lua 'lab.crash "heap"'
  bot fails.lua 'error "on purpose"'
  bot other.lua 'return s:random_move()'
  for bad in fails heap; do
    run 0 tournament tictacdoh --bot "$bad.lua" --bot other.lua --bot random --games 60 --quiet --out "t_$bad" --jobs 2
    grep -v "$bad.lua" "t_$bad/games.csv" >"others_$bad"
  done
  [ "$(wc -l <others_heap)" -gt 20 ] || fail "there are hardly any games between the others"
  cmp -s others_fails others_heap || fail "a bot that corrupts its memory changed games of others"
}

# A bot that is opened once and never again forfeits; the games of others go on.
test_opening_later() {
  bot fails.lua 'error "on purpose"'
  bot later.lua 'lab.crash()'
  sed -i '1a if lab.forks() > 4 then lab.crash() end' later.lua
  bot other.lua 'return s:random_move()'
  for bad in fails later; do
    run 0 tournament tictacdoh --bot "$bad.lua" --bot other.lua --bot random --games 60 --quiet --out "o_$bad" --jobs 1
    grep -v "$bad.lua" "o_$bad/games.csv" >"others_$bad"
  done
  cmp -s others_fails others_later || fail "a bot that cannot be opened any more changed games of others"
  mlr --icsv --onidx cut -f reason o_later/games.csv | grep . | sort -u >reasons
  [ "$(cat reasons)" = "later.lua: the interpreter crashed: signal 11 (Segmentation fault)" ] || fail "other reasons: $(cat reasons)"
  mlr --icsv --onidx cut -f plies o_later/games.csv | grep -qx 0 || fail "it could always be opened"
  # A file that is gone is nobody's forfeit.
  bot gone.lua 'lab.crash()'
  start simulate quoridor --seat gone.lua --seat random --games 1000000 --quiet --jobs 1 --out gone
  until_true played gone
  rm gone.lua
  finish 1
  err "'gone.lua'"
}

# A bot that has taken over its process, and with it the rules that run there, lies
# about the games it plays. They are replayed, and played again with the bot by itself.
test_lies() {
  local how
  bot honest.lua 'lab = lab'
  bot winner.lua 'lab = lab'
  sed -i 's/choose = .*/&lab.lie "winner"/' winner.lua # always, so that it is caught in the first game
  bot move.lua 'lab.lie "move"'
  for how in honest winner move; do
    play "l_$how" quoridor:size=5 --seat "$how.lua" --seat random --rotate --games 60 --jobs 1
    run 0 stats "l_$how"
    run 0 simulate quoridor:size=5 --seat "$how.lua" --seat random --games 300 --jobs 1 --quiet
    sed "s/$how.lua */honest.lua /" out >"said_$how"
  done
  [ "$(sed s/winner.lua/honest.lua/ l_winner/games.csv)" = "$(cat l_honest/games.csv)" ] || fail "games that a bot lied about"
  cmp -s l_honest/moves.csv l_winner/moves.csv || fail "moves that a bot lied about"
  diff <(sed 's/  */ /g' said_honest) <(sed 's/  */ /g' said_winner) >/dev/null || fail "games that a bot lied about, without a folder"
  grep -q ',"move.lua: chose 2147483647, which is not a legal move"$' l_move/games.csv || fail "no forfeit for an illegal move"
  play l_again quoridor:size=5 --seat move.lua --seat random --rotate --games 60 --jobs 3
  same l_move l_again
}

test_crashing_rules() {
  rules good.lua 'lab = lab' 0
  rules crash.lua 'lab.crash()' 6
  reason="crash.lua: the interpreter crashed: signal 11"
  run 1 simulate crash.lua --games 50 --quiet --out rules
  err "$reason"
  err "game "
  run 1 simulate crash.lua --games 50 --quiet --out rules --resume
  err "$reason"
  run 1 perft crash.lua --depth 6
  err "$reason"
  run 1 solve crash.lua --quiet
  err "$reason"
  run 1 check crash.lua
  out "$reason"
  run 1 show crash.lua --play "2 2 2" --moves
  err "$reason"
  run 1 play crash.lua --seat random --seat random --seed 1
  err "$reason"
  run 1 bench crash.lua --rounds 1 --seconds 0.01
  err "$reason"
  echo 'require("boardlab").simulate { game = "crash.lua", games = 50 }' >script.lua
  run 1 run script.lua
  err "$reason"
}

test_crash_on_opening() {
  echo 'require("boardlab").crash() return {}' >crash.lua
  for command in show perft games; do
    run 2 "$command" crash.lua
    err "crash.lua: the interpreter crashed: signal 11"
  done
  run 2 simulate tictacdoh --seat crash.lua
  err "crash.lua: the interpreter crashed: signal 11"
}

test_doors() {
  echo victim >victim
  bot doors.lua 'error("open doors: " .. lab.doors() .. "none")'
  play doors tictacdoh --seat doors.lua --seat random --games 20
  grep -q "open doors: none" doors/games.csv || fail "the doors were not tried, or not all are shut: $(tail -n 1 doors/games.csv)"
  ! grep "open doors: [^n]" doors/games.csv || fail "doors are open"
  rules doors.lua 'error("open doors: " .. lab.doors() .. "none")' 4
  run 1 show doors.lua --play "2 2" --moves
  err "open doors: none"
  [ -e victim ] || fail "a file was removed"
  [ ! -e attack ] || fail "a file was created"
  # The test itself: without isolation they are open.
  rules doors.lua 'error("open doors: " .. lab.doors "open")' 4
  run 1 show doors.lua --play "2 2" --moves --isolation=off
  err "open doors: open "
}

# A person who looks at the list of processes sees what they are, and that not even those of
# root may do anything.
test_processes() {
  local child field name
  bot slow.lua 'while true do end'
  mkdir -p bots
  mv slow.lua bots
  start play quoridor --seat bots/slow.lua --seat random --seed 1 --budget 0
  until_true has_children
  child=$(pgrep -P "$running")
  is_locked() { grep -q "^Seccomp:[[:space:]]*2" "/proc/$child/status"; }
  until_true is_locked
  for field in Inh Prm Eff Amb $([ "$(id -u)" -eq 0 ] && echo Bnd); do
    grep -q "^Cap$field:[[:space:]]*0*$" "/proc/$child/status" || fail "Cap$field: $(grep "^Cap$field" "/proc/$child/status")"
  done
  name=$(cat "/proc/$child/comm")
  [ "$name" = "boardlab: slow." ] || fail "its short name is '$name'"
  name=$(ps -o args= -p "$child")
  [ "$name" = "boardlab: bots/slow.lua" ] || fail "its command line is '$name'"
  kill -KILL "$child"
  finish 0
}

# A plugin that loops inside the interpreter, where no budget counts.
test_hanging() {
  rules hang.lua 'lab.crash "spin"' 4
  run 1 show hang.lua --play "2 2" --moves --budget 1000
  err "hang.lua: the interpreter hung and was stopped"
  rules wake.lua 'lab.crash "wake"' 4
  run 1 show wake.lua --play "2 2" --moves
  err "wake.lua: the interpreter kept writing to its parent"
  bot wake.lua 'lab.crash "wake"'
  play wake tictacdoh --seat wake.lua --seat random --games 10
  grep -q "wake.lua: the interpreter kept writing to its parent" wake/games.csv || fail "no forfeit"
}

# Where the kernel does not lock anything down.
test_without_lockdown() {
  rules good.lua 'lab = lab' 0
  program=$no_seccomp
  run 0 "$boardlab" show good.lua
  err "boardlab: warning: this system does not allow boardlab to isolate Lua files (seccomp: "
  run 0 "$boardlab" simulate good.lua --games 20 --quiet --jobs 2
  [ "$(grep -c warning err)" -eq 1 ] || fail "not warned once"
  run 2 "$boardlab" show good.lua --isolation=require
  err "this system does not allow boardlab to isolate Lua files"
  run 0 "$boardlab" show good.lua --isolation=off
  no_err
  run 0 "$boardlab" show quoridor --isolation=require
  no_err
  program=$boardlab
  run 0 show good.lua --isolation=require
  no_err
  run 2 show good.lua --isolation=maybe
  err "--isolation takes auto, require or off, as in --isolation=auto, not 'maybe'"
}

# A run gives the same bytes with and without isolation, and leaves no process behind
# when it is killed.
test_same_bytes() {
  bot plain.lua 'return s:moves()[1]'
  for mode in off auto; do
    play "bytes_$mode" quoridor:size=5 --seat plain.lua --seat random --rotate --games 40 --moves --isolation "$mode"
  done
  same bytes_off bytes_auto
}

has_children() { [ "$(pgrep -c -P "$running")" -ge "${1:-1}" ]; }
are_gone() { ! kill -0 "$@" 2>/dev/null; }
test_killed() {
  local pids
  bot slow.lua 'for _ = 1, 100000 do end'
  start simulate quoridor --seat slow.lua --seat random --games 100000 --quiet --jobs 2
  until_true has_children 2
  mapfile -t pids < <(pgrep -P "$running")
  kill -KILL "$running"
  finish 137
  until_true are_gone "${pids[@]}"
}

# --verify finds plugins whose games depend on what their process did before, and has no
# objection to those that crash again and again.
test_verify() {
  local mode
  # One thread: then it is certain that the first game has few calls before it.
  cat >hidden.lua <<LUA
local lab = require "boardlab"
return { choose = function(s) return s:moves()[lab.calls() > 50 and #s:moves() or 1] end }
LUA
  rules hidden_rules.lua 'if lab.calls() > 50 then return { 1 } end' 0
  for mode in auto off; do
    run 1 simulate tictacdoh --seat hidden.lua --seat random --games 100 --verify 20 --quiet --isolation "$mode" \
      --jobs 1
    err " of seed 1 (hidden.lua, random): ply "
    err " of 20 games played again differ: a bot or the rules depend on something other than"
    run 1 simulate hidden_rules.lua --games 100 --verify 20 --quiet --isolation "$mode" --jobs 1
    err " legal moves in the run and "
  done
  bot crash.lua 'lab.crash()'
  run 0 simulate quoridor:size=5 --seat crash.lua --seat random --games 10 --verify 10 --quiet
  out "forfeited"
  out "verified: 10 games played again in other processes, all the same"
  # What is built in needs no lockdown.
  program=$no_seccomp
  run 0 "$boardlab" simulate tictacdoh --games 20 --verify 5 --quiet --isolation=require
  out "verified: 5 games"
  no_err
  program=$boardlab
}

# Whether a child has worked for a second: then it is open, and chooses a move.
child_works() {
  local child
  child=$(pgrep -P "$running" | head -n 1)
  # The name, in parentheses, may have spaces. Then the twelfth field is its time, in hundredths of a second.
  [ -n "$child" ] && [ "$(sed 's/.*) //' "/proc/$child/stat" 2>/dev/null | cut -d ' ' -f 12)" -ge 100 ] 2>/dev/null
}

# A child that something outside has killed is not said to have crashed.
test_killed_child() {
  bot slow.lua 'while true do end'
  start play quoridor --seat slow.lua --seat random --seed 1 --budget 0
  until_true child_works
  pkill -KILL -P "$running"
  finish 0
  out "slow.lua: its process was killed (signal 9), as happens when the system is out of memory"
}

# A game that is called as a built-in one is not taken for it.
test_name_of_a_native_game() {
  rules quoridor.lua 'lab = lab' 0
  sed -i 's/state = /name = "quoridor", state = /' quoridor.lua
  run 0 show quoridor.lua
  out "n: 0"
}

# A bot whose games depend on where Lua keeps strings: they are the same in every run, and its
# author is warned.
test_lengths() {
  cp "$hostile/length_with_holes.lua" holes.lua
  for i in 1 2 3; do
    play "holes$i" tictacdoh --seat holes.lua --seat random --games 20 --jobs "$i"
    same holes1 "holes$i"
  done
  run 0 check holes.lua --games 2
  out "warning: game 0 with seed 1 depends on how Lua keeps tables in memory: '#' of a list with holes"
  out "no problems, 1 warning"
}

run_parts crashing_bot tournament opening_later lies crashing_rules crash_on_opening doors processes hanging without_lockdown same_bytes killed killed_child name_of_a_native_game verify lengths
conclude
