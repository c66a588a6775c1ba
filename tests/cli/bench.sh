#!/usr/bin/env bash
# boardlab bench on a busy machine: what it measures in CPU time does not depend on how
# often it has to wait. Argument: the path of the command.
#
# shellcheck disable=SC2016 # expressions of Miller
. "$(dirname "$0")/../support/expect.sh"

measure=(bench orbital --rounds 1 --seconds 0.03 --csv)

# Every row has a game, however short the time: a run may not even have begun by then.
run 0 bench orbital --rounds 1 --seconds 0.001 --csv
mlr_is 0 --icsv --onidx filter '$games == 0' 'then' count out

# Suspended most of the time. Rates by the wall clock would be a quarter or less.
run 0 "${measure[@]}"
cp out quiet.csv
start "${measure[@]}"
while kill -STOP "$running" 2>/dev/null; do
  sleep 0.03
  kill -CONT "$running"
  sleep 0.01
done
finish 0
for mode in sampled listed run run_moves read mcts mcts_bot; do
  mlr_is fast --icsv --onidx join -j mode -f quiet.csv --lp quiet_ --rp busy_ 'then' filter "\$mode == \"$mode\"" 'then' \
    put -q 'print $busy_best_games_per_second > 0.4 * $quiet_best_games_per_second ? "fast" : "slow";' out
done

conclude
