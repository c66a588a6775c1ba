#!/usr/bin/env bash
# Tests of boardlab tune on the command line. Takes the path of the command.
. "$(dirname "$0")/../support/expect.sh"

run 0 tune --help; out "boardlab tune GAME"; out "Example:"; no_err

# One candidate is left: the table, the sentences, tune.csv.
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out one
no_err
out "quoridor:size=3: 3 candidates, "
out "Nearest to the goal: quoridor:size=3,walls=0: 7."
out "It beats all others with 95% confidence."
out "To check it with new games: boardlab simulate 'quoridor:size=3,walls=0' --games 100000 --seed 2 --out DIR"
out "after round "
out "one/tune.csv    one row per candidate"
[ "$(head -n 1 one/tune.csv)" = 'run,game,"walls",games,pareto,dropped,plies,plies_low,plies_high,plies_distance,plies_goal_min,plies_goal_max' ] ||
  fail "wrong columns"
[ "$(wc -l <one/tune.csv)" -eq 4 ] || fail "tune.csv does not have 4 lines"
grep -q '^"walls=0","quoridor:size=3,walls=0",0,[0-9]*,true,,7\.' one/tune.csv || fail "the nearest candidate is not in tune.csv"
run 1 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --out one; err "one"; no_out

# One thread writes the same bytes.
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out alone --jobs 1
cmp -s one/tune.csv alone/tune.csv || fail "the number of threads changes the results"

# Several candidates are left, or meet all goals; with rotated seats.
run 0 tune tictacdoh --vary blocked_loses=true,false --goal truncated=0..5% --goal seat1=30..70% --seat random --seat bots/onestep.lua --rotate --games 2000 --quiet
out "2 candidates meet all goals with 95% confidence."
out "simulate 'tictacdoh' --seat 'random' --seat 'bots/onestep.lua' --rotate --games 100000 --seed 2"
run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --games 401 --quiet
out "2 candidates, 1 round, 400 games"
out "2 candidates could not be distinguished with 400 games."
run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --goal balance=100% --games 401 --quiet
out "2 candidates are left after 400 games"

# Usage errors.
run 2 tune; err "missing argument: boardlab tune GAME"
run 2 tune quoridor --goal seat1=50%; err "there is nothing to vary"
run 2 tune quoridor --vary walls=1..3; err "there is no goal: add --goal seat1=50%"
run 2 tune quoridor --vary walls=1..3 --goal seat1=50; err "write seat1=50%"; no_out
run 2 tune quoridor --vary walls=1..3 --goal plys=50; err "does not name a metric"
run 2 tune quoridor --vary walls=29..32 --goal draw=0; err "is not allowed (0..30)"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --first 10; err "at least 100 for each candidate"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --each 10; err "less than the 200 games of the first round"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --games 10; err "10 games are too few for 3 candidates: allow 300"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --moves; err "no flag '--moves'"
run 2 tune dorix --vary teams=true,false --goal draw=0; err "with teams=true: dorix: teams=true needs players=4"

# An error in the rules names the values it occurred with.
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

# Ctrl-C prints the results so far.
start tune quoridor:size=9 --vary walls=1..3 --goal seat1=50% --goal plies=100 --games 1000000000 --each 100000000 --out stopped
until_true test -s stopped/tune.csv
kill -INT "$running"
finish 130
out "stopped early"
out "Nearest to all goals: quoridor:walls="
[ "$(wc -l <stopped/tune.csv)" -eq 4 ] || fail "the tune.csv of the stopped tuning does not have 4 lines"

conclude
