#!/usr/bin/env bash
# boardlab tune as a user meets it. Called with the path of the command.
. "$(dirname "$0")/../support/expect.sh"

run 0 tune --help; out "boardlab tune GAME"; out "Example:"; no_err

# One is left; the table, the sentence, the file.
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out one
no_err
out "quoridor:size=3: 3 candidates, "
out "Nearest to the goal: quoridor:size=3,walls=0: 7."
out "It surely beats all others."
out "by other games: boardlab simulate 'quoridor:size=3,walls=0' --games 100000 --seed 2 --out DIR"
out "after round "
out "one/tune.csv    a row a candidate"
[ "$(head -n 1 one/tune.csv)" = 'run,game,"walls",games,front,dropped,plies,plies_low,plies_high,plies_distance,plies_least,plies_most' ] ||
  fail "other columns"
[ "$(wc -l <one/tune.csv)" -eq 4 ] || fail "tune.csv has not 4 lines"
grep -q '^"walls=0","quoridor:size=3,walls=0",0,[0-9]*,true,,7\.' one/tune.csv || fail "the best is not in tune.csv"
run 1 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --out one; err "one"; no_out

# The same bytes on one thread.
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out alone --jobs 1
cmp -s one/tune.csv alone/tune.csv || fail "threads make a difference"

# Several are left, or meet all goals; seats are rotated.
run 0 tune tictacdoh --vary blocked_loses=true,false --goal truncated=0..5% --goal seat1=30..70% --seat random --seat bots/onestep.lua --rotate --games 2000 --quiet
out "2 candidates surely meet all goals."
out "simulate 'tictacdoh' --seat 'random' --seat 'bots/onestep.lua' --rotate --games 100000 --seed 2"
run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --games 401 --quiet
out "2 candidates, 1 rounds, 400 games"
out "2 candidates could not be told apart with 400 games."
run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --goal balance=100% --games 401 --quiet
out "2 candidates are left after 400 games"

# Wrong usage.
run 2 tune; err "missing argument: boardlab tune GAME"
run 2 tune quoridor --goal seat1=50%; err "nothing is varied"
run 2 tune quoridor --vary walls=1..3; err "there is no goal: --goal seat1=50%"
run 2 tune quoridor --vary walls=1..3 --goal seat1=50; err "write seat1=50%"; no_out
run 2 tune quoridor --vary walls=1..3 --goal plys=50; err "names no figure"
run 2 tune quoridor --vary walls=29..32 --goal draw=0; err "is not allowed (0..30)"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --first 10; err "at least 100 for each candidate"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --each 10; err "fewer than the 200 of the first round"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --games 10; err "10 games are too few for 3 candidates: take 300"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --moves; err "no flag '--moves'"
run 2 tune dorix --vary teams=true,false --goal draw=0; err "with teams=true: dorix: teams=true needs players=4"

# Rules that fail say with which values.
cat >fails.lua <<'LUA'
return require "boardlab".variant {
  base = "quoridor:size=3",
  options = { x = { default = 1, min = 1, max = 9 } },
  outcome = function(_, _, options)
    if options.x == 2 then error "two is too many" end
  end,
}
LUA
run 1 tune fails.lua --vary x=1..3 --goal draw=0 --quiet; err "with x=2: "; err "two is too many"

# Ctrl-C prints what there is.
start tune quoridor:size=9 --vary walls=1..3 --goal seat1=50% --goal plies=100 --games 1000000000 --each 100000000 --out stopped
until_true test -s stopped/tune.csv
kill -INT "$running"
finish 130
out "stopped early"
out "Nearest to all goals: quoridor:walls="
[ "$(wc -l <stopped/tune.csv)" -eq 4 ] || fail "tune.csv of the one that was stopped"

conclude
