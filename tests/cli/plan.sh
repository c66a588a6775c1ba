#!/usr/bin/env bash
# Tests of boardlab plan on the command line. Takes the path of the command.
. "$(dirname "$0")/../support/expect.sh"

run 0 plan --help; out "boardlab plan [DIR DIR]"; out "Example:"; no_err

# Games for a difference: (1.96 + 0.84)² (1 − 0.02²) / 0.02² + 2 / 0.02, and so on.
run 0 plan --difference 2; no_err
out "Games that show a difference of 2.0 points with a power of 80.0%:"
out "19,715  one run, between the win rates of two seats"
out "13,928  each of two runs with different seeds"
out "as does the other"
out "compare adjusts for 4 tests (Holm)"
lacks "same seed"
out "Assumed: 0.0% of games are drawn"
run 0 plan --difference 2 --power 90 --draws 40 --correlation 0.5; no_err
out "with a power of 90.0%"
out "15,851  one run"
out "with the same seed, correlation 0.50"
run 0 plan --difference 2 --tests 1; out "9,804  each of two runs"; lacks "compare adjusts"
run 0 plan --difference 2 --draws 10; out "compare adjusts for 5 tests"
run 0 plan --difference 2 --tests 4; out "95% interval, widened for 4 tests, excludes 0"

# A match.
run 0 plan --elo 20; no_err
out "Games that show 20 Elo, a score of 52.9%, with a power of 80.0%:"
lacks "pairs"
lacks "the seat wins"
run 0 plan --elo 20 --pairing -0.5; out "a match in pairs of games (--pairs), correlation -0.50"

# Rates that differ cannot correlate at 1: (1.96 + 0.84)² 0.02 (1 − 0.02) / 0.02² games.
run 0 plan --difference 2 --correlation 1 --tests 1; no_err
out "385  each of two runs with the same seed, correlation 0.96 (the largest possible)"
run 0 plan --elo 10 --pairing -1; no_err
out "530  a match in pairs of games (--pairs), correlation -0.94 (the smallest possible)"

# The smallest p-value of 9 games is 2 / 2⁹, which is above 0.05 / 20.
run 0 plan --difference 100 --rate 0 --tests 20; out "10  each of two runs with different seeds"

# Small differences do not look like none.
run 0 plan --difference 0.0001; out "a difference of 0.0001 points"
run 0 plan --difference 2.25; out "a difference of 2.25 points"
run 0 plan --elo 0.01; out "Games that show 0.01 Elo, a score of 50.0014%,"
run 0 plan --games 1000000000; out "0.009 points  one run"; out "0.03 Elo  a match between two bots"

# What games show.
run 0 plan --games 1000; no_err
out "The smallest differences that 1,000 games show with a power of 80.0%:"
out "points  one run"
out "Elo  a match between two bots"
run 0 plan --games 2; out "none  one run"

# From two runs.
play one quoridor:size=3 --games 200
play two quoridor:size=3,walls=1 --games 200
play other quoridor:size=3,walls=1 --games 200 --seed 2
run 0 plan one two --difference 5; no_err
out "each of two runs with the same seed, correlation "
"$boardlab" compare one two >compared
tests=$(grep -o "[0-9]* tests" compared)
[ "$(tr "\n" " " <out | grep -o "[0-9]* tests")" = "$tests" ] || fail "plan and compare adjust for different tests"
run 0 plan one other --difference 5; no_err
lacks "the same seed"
play stopped quoridor:size=5 --games 20 --max-plies 3
play stopped2 quoridor:size=5,walls=1 --games 20 --max-plies 3
refuse 1 "no game of stopped is decided" plan stopped stopped2 --difference 5
refuse 1 "one cannot be compared with itself" plan one one --difference 5
refuse 1 "none" plan one none --difference 5

# Wrong input.
refuse 2 "give --difference POINTS or --elo N" plan
refuse 2 "exclude each other" plan --difference 2 --elo 10
refuse 2 "exclude each other" plan --difference 2 --games 10
refuse 2 "name another folder" plan one --difference 2
refuse 2 "--difference" plan --difference 0
refuse 2 "--difference" plan --difference two
refuse 2 "--power" plan --difference 2 --power 100
refuse 2 "--draws" plan --difference 2 --draws 100
refuse 2 "--rate" plan --difference 2 --draws 50 --rate 60
refuse 2 "--correlation" plan --difference 2 --correlation 1.5
refuse 2 "--tests" plan --difference 2 --tests 0
refuse 2 "no difference can be as large as 90 points" plan --difference 90 --draws 50
run 0 plan --difference 60
out "            20  one run"; lacks "each of two runs"; out "No two runs can differ by so much if the seat wins 50.0% in the first: --rate sets it."
refuse 2 "from 0.01 to 1320" plan --elo 1500
refuse 2 "no two bots can differ by 400 Elo" plan --elo 400 --draws 50

conclude
