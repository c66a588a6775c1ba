#!/usr/bin/env bash
# Tests of boardlab tune on the command line. Takes the path of the command.
#
# The arguments of a command are kept in a word list.
# shellcheck disable=SC2086
. "$(dirname "$0")/../support/expect.sh"

run 0 tune --help; out "boardlab tune GAME"; out "Example:"; no_err

# Games without a result are not fair: hardly a game of Dorix with two pawns ends.
run 0 tune dorix --vary pawns=2,15 --goal balance=97..100% --games 800 --quiet
out "Nearest to the goal in these games: pawns=15."
out "new games of pawns=15, not used to choose it: balance "
out "1 of 2 candidates has no result in more than 5.0% of the games."

# Games that repeat each other are said first, and nothing is claimed of them.
run 0 tune quoridor:size=5 --vary walls=1,2 --goal plies=1..20 --seat alphabeta:depth=1 --games 300 --quiet
out "Both runs repeat their games; walls=1 has 1 distinct of 100."
out "one game only: dropped in round 1"
out "Games that are all the same cannot show that a candidate meets or misses the goal."
! grep -q "confidence" out || fail "one game is claimed to show something"
! grep -B 9 "^Both runs" out | grep -q "^Nearest" || fail "the caveat is not the first sentence"

# One candidate is left: the table, the sentences, tune.csv.
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out one
no_err
out "quoridor:size=3: 3 candidates, "
out "Nearest to the goal in these games: walls=0."
out "In 800 new games of walls=0, not used to choose it: 8.0 plies (7.1 to 8.9)."
out "In the tables, the candidates at the top look nearer to the goal than they are"
out " beats all others with 95% confidence."
out "To check it with more new games: boardlab simulate quoridor:size=3,walls=0 --games 100000 --seed 3 --out DIR"
out "beaten: dropped in round 3"
out "one/tune.csv    one row per candidate"
[ "$(head -n 1 one/tune.csv)" = 'run,game,walls,level,bots,games,draw_rate,truncated_rate,forfeit_rate,undecided_rate,distinct_games,repeats,pareto,dropped,check_games,plies,plies_low,plies_high,plies_distance,plies_distance_low,plies_distance_high,plies_goal_min,plies_goal_max,plies_check,plies_check_low,plies_check_high' ] ||
  fail "wrong columns"
[ "$(wc -l <one/tune.csv)" -eq 4 ] || fail "tune.csv does not have 4 lines"
grep -q '^"walls=0","quoridor:size=3,walls=0",0,1,"random",[0-9]*,0.000000,0.000000,0.000000,0.000000,[0-9]*,false,true,,[0-9]*,7\.' one/tune.csv || fail "the nearest candidate is not in tune.csv"
[ "$(grep -c ',false,true,,800,7\..*,7\.[0-9]*,7\.[0-9]*,8\.[0-9]*$' one/tune.csv)" -eq 1 ] || fail "the check of the nearest candidate is not in tune.csv"
[ "$(grep -c ',,,$' one/tune.csv)" -eq 2 ] || fail "other candidates are checked"
refuse 1 "one already holds a tuning: choose another folder, or continue it with --resume" \
  tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --out one
refuse 1 "one holds a tuning whose --each is 3200, not 1600: it can only be raised" \
  tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 1600 --out one --resume
refuse 1 "one holds a different tuning: it was made with --goal plies=7, not with --goal plies=8" \
  tune quoridor:size=3 --vary walls=0..2 --goal plies=8 --each 3200 --out one --resume
refuse 1 "one holds a different tuning: it was made without --seat greedy" \
  tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --bot greedy --each 3200 --out one --resume
refuse 1 "one holds a tuning, not a sweep" sweep quoridor:size=3 --vary walls=0..2 --out one
refuse 1 "it is the folder of a tuning, which keeps no games" stats one
refuse 2 "--resume needs --out DIR" tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --resume

# Resuming a complete tuning prints the same results and changes nothing.
cp -r one again
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out again --resume
no_err
out " beats all others with 95% confidence."
same one again
run 0 report one --out one.html
grep -q " beats all others with 95% confidence." one.html || fail "the report does not say that it is decided"
! grep -q "The tuning is not complete" one.html || fail "the report of a complete tuning says it is not"

# One thread writes the same bytes.
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out alone --jobs 1
same one alone

# Several candidates are left, or meet all goals; with rotated seats.
run 0 tune tictacdoh --vary blocked_loses=true,false --goal truncated=0..5% --goal draw=0..40% --seat random --seat bots/onestep.lua --rotate --games 2000 --quiet
out "2 candidates meet all goals with 95% confidence."
out "simulate tictacdoh --seat random --seat bots/onestep.lua --rotate --games 100000 --seed 3"
run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --games 601 --quiet
out "2 candidates, 1 round, 600 games"
out "2 candidates are left: 400 games do not show which of them is nearest to the goal."
run 0 tune tictacdoh --vary blocked_loses=true,false --goal plies=9 --goal balance=100% --games 601 --quiet
out "2 candidates are left after 400 games"

# A game in which strength decides and seat 1 has an edge: different bots that change seats hide
# it. Fixed, they are named; what they show is theirs.
cat >duel.lua <<'LUA'
return require "boardlab".rules {
  options = { edge = { default = 0, min = 0, max = 400 } },
  state = { strength = { 2 }, made = 1, winner = 1 },
  moves = function() return { 0, 300, 600 } end,
  play = function(s, move, seat) s.strength[seat], s.made = move, s.made + 1 end,
  chance = function(s, _, options)
    local elo = s.strength[1] - s.strength[2] + options.edge
    local one = math.floor(1000000 / (1 + 10 ^ (-elo / 400)))
    return s.made == 2 and { 1, 2, weights = { one, 1000000 - one } } or nil
  end,
  roll = function(s, move) s.winner = move end,
  outcome = function(s) if s.winner > 0 then return s.winner end end,
}
LUA
for move in 0 300 600; do
  echo "return { choose = function(s) return s:moves()[1 + $move // 300] end }" >b$move.lua
done
duel="tune duel.lua --vary edge=0,200,300 --games 20000 --quiet"
for goal in seat1=45..55% balance=90..100%; do
  run 2 $duel --goal $goal --seat b0.lua --seat b600.lua --rotate
  err "--goal '$goal': b0.lua and b600.lua change seats, and the stronger one wins from each of them"
  err "give one bot for all seats (--bot A), or one for each level of play (--bot A --bot B)"
  no_out
done
run 0 $duel --goal plies=1..9 --seat b0.lua --seat b600.lua --rotate
run 0 $duel --goal seat1=45..55% --seat b600.lua --seat ./b600.lua --rotate
out "edge=0 meets the goal with 95% confidence."
run 0 $duel --goal seat1=45..55% --seat b0.lua --seat b300.lua --out duel
out "edge=300 meets the goal between these bots with 95% confidence."
out ", not used to choose it: seat 1 (b0.lua) wins "
out "this holds for these bots in these seats (seat 1 b0.lua, seat 2 b300.lua), not for the seats between equal bots."
run 0 report duel --out duel.html
grep -q "seat 1 (b0.lua) wins " duel.html || fail "the report does not name the bot of the seat"
grep -q "(seat 1 b0.lua, seat 2 b300.lua), not for the seats" duel.html || fail "the report takes the bots for the seats"

# Goals that are out of reach, not shown to be met, or met by the only one left.
run 0 tune quoridor:size=5 --vary walls=1,5 --goal seat1=80..90% --games 20000 --quiet --out none
out "Nearest to the goal in these games: walls=5."
out "No candidate meets the goal, with 95% confidence."
out "39.0 points   misses seat1: dropped in round 1"
! grep -q "To check it" out || fail "a candidate that misses the goal is recommended"
run 0 report none --out none.html
grep -q "No candidate meets the goal, with 95% confidence." none.html || fail "the report does not say that no candidate meets the goal"
run 0 tune quoridor:size=5 --vary walls=7,8 --goal seat1=45..55% --games 600 --quiet
out "2 candidates are within the goal in these games, among them walls="
out "It takes more games to tell with 95% confidence whether a candidate meets the goal."
run 0 tune quoridor:size=5 --vary walls=7 --goal seat1=45..55% --games 400 --quiet
out "There is one candidate, walls=7."
out "It takes more games to tell with 95% confidence whether walls=7 meets the goal."
run 0 tune tictacdoh --vary blocked_loses=true,false --goal seat1=50% --games 601 --quiet
out "No games can show that a single number is met exactly: give a range for seat1 to learn which candidates meet it."
run 0 tune quoridor:size=9 --vary walls=8,9 --goal plies=10..30 --max-plies 20 --games 600 --quiet
out "100.0% of the games with walls=8 have no result; their length counts only the plies played."
run 0 tune quoridor:size=3 --vary walls=0,2 --goal seat1=45..60% --games 20000 --quiet
out "The other candidate misses the goal, with 95% confidence."
out "walls=2 meets the goal with 95% confidence."

# Candidates are named by all options that are varied, also where they have the default.
run 0 tune quoridor:size=5 --vary walls=5,10 --vary pawn_jump=true,false --goal plies=1..2 --games 800 --quiet
out "    5        true     160"

# Levels: the goals must be met between equal bots of each. A level that is not fair drops a candidate.
playouts=mcts:iterations=50,playout_plies=-1,bias=0,variety=1
run 0 tune quoridor:size=3 --vary walls=1..3 --goal seat1=35..60% --bot random --bot "$playouts" --games 8000 --quiet --out levels
out "quoridor:size=3: 3 candidates at 2 levels, 2 rounds, 2,400 games, seed 1"
out "Nearest to the goal at every level in these games: walls=2."
out "new games of walls=2 with random in all seats, not used to choose it: seat 1 wins"
out "new games of walls=2 with $playouts in all seats, not used to choose it: seat 1 wins"
out "No candidate meets the goal at every level, with 95% confidence."
out "levels/tune.csv    one row per candidate and level"
[ "$(wc -l <levels/tune.csv)" -eq 7 ] || fail "tune.csv does not have a row per candidate and level"
run 0 report levels --out levels.html
run 0 tune quoridor:size=3 --vary walls=0,2 --goal plies=1..30 --bot random --bot mcts:iterations=5 --quiet
out "2 candidates meet the goal at every level with 95% confidence."
out "simulate quoridor:size=3,walls=0 --seat mcts:iterations=5 --games 100000"

# At the limits more games are proposed, with the time they take; the limits can be raised.
run 0 tune quoridor:size=5 --vary walls=7,8 --goal seat1=45..55% --games 600 --out raised
out "the same command with --games 2400 --resume"
grep -Eq "intervals \((about [0-9]+ (second|minute)s?|less than a second)\): the same" out || fail "no time is estimated for more games"
grep -Eq "new games \((about [0-9]+ (second|minute|hour)s?|less than a second)\): boardlab" out || fail "no time is estimated for the run to check it"
run 0 tune quoridor:size=5 --vary walls=7,8 --goal seat1=45..55% --games 2400 --quiet --out raised --resume
out "quoridor:size=5: 2 candidates, 3 rounds, 2,400 games"
out "Four times as many games of each remaining candidate would about halve the intervals: the same command with --games 9600 --resume"
refuse 1 "raised holds a tuning whose --games is 2400, not 600: it can only be raised" \
  tune quoridor:size=5 --vary walls=7,8 --goal seat1=45..55% --games 600 --out raised --resume
run 0 tune quoridor:size=5 --vary walls=7,8 --goal seat1=45..55% --each 300 --quiet
out "the same command with --each 1200"

# Bots that leave nothing to chance do not repeat themselves after random first plies.
run 0 tune quoridor:size=5 --vary walls=1,2 --goal plies=1..2 --bot greedy --opening 4 --games 400 --quiet --out opening
! grep -q "repeat" out || fail "games are repeated after random openings"
refuse 1 "opening holds a different tuning: it was made with --opening 4, not with --opening 3" \
  tune quoridor:size=5 --vary walls=1,2 --goal plies=1..2 --bot greedy --opening 3 --games 400 --out opening --resume

# The check has the limits that the bots were given.
run 0 tune quoridor:size=3 --vary walls=0,2 --goal plies=1..30 --games 400 --budget 20000000 --memory 80 --max-plies 500 --quiet
out " --max-plies 500 --budget 20000000 --memory 80 --games 100000 --seed 3"

# Games that were all forfeited say nothing.
echo 'return { choose = function() error("boom") end }' >forfeits.lua
run 1 tune quoridor:size=3 --vary walls=0..1 --goal seat1=50% --bot forfeits.lua --games 1000 --quiet --out forfeits
out "Every game was forfeited: there is nothing to compare."
out "The first forfeit: "; out "boom"; err "every game was forfeited"
! grep -Eq "Nearest|Four times|To check it" out || fail "forfeited games are taken for results"
run 0 report forfeits --out forfeits.html
grep -q "Every game was forfeited: there is nothing to compare." forfeits.html || fail "the report does not say that every game was forfeited"
! grep -q "Nearest to" forfeits.html || fail "the report takes forfeited games for results"

# Usage errors.
run 2 tune; err "missing argument: boardlab tune GAME"
run 2 tune quoridor --goal seat1=50%; err "there is nothing to vary"
run 2 tune quoridor --vary walls=1..3; err "there is no goal: add --goal balance=95..100%"
run 2 tune quoridor --vary walls=1..3 --goal seat1=50; err "write seat1=50%"; no_out
run 2 tune quoridor --vary walls=1..3 --goal plys=50; err "--goal 'plys=50' does not name a metric"
run 2 tune quoridor --vary walls=29..32 --goal draw=0; err "is not allowed (0..30)"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --first 10; err "at least 100 for each candidate"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --each 10; err "less than the 200 games of the first round"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --games 10; err "10 games are too few for 3 candidates: allow 400"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --moves; err "no flag '--moves'"
run 2 tune dorix --vary teams=true,false --goal draw=0; err "with teams=true: dorix: teams=true needs players=4"
run 2 tune quoridor --vary walls=3..1 --goal draw=0; err "walls=3..1"
run 2 tune quoridor --vary walls= --goal draw=0; err "walls="
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --bot random --seat greedy; err "--bot plays all seats and cannot be combined with --seat"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --bot random --rotate; err "--bot plays all seats and cannot be combined with --rotate"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --bot random --bot greedy --bot random; err "--bot random is given twice"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --bot bots/random.lua --bot ./bots/random.lua; err "--bot bots/random.lua is given twice"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --bot gredy; err "gredy"
run 2 tune quoridor --vary walls=1..3 --goal draw=0 --bot mcts:iterations={1,2,3}; err "unexpected"

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
out "Nearest to all goals in these games: walls="
out "The same command with --resume continues it."
run 0 report stopped --out stopped.html
grep -q "The tuning is not complete. The same command with --resume continues it." stopped.html ||
  fail "the report does not say that the tuning is not complete"
! grep -q "confidence\." stopped.html || fail "the report of a stopped tuning is sure of its results"
[ "$(wc -l <stopped/tune.csv)" -eq 4 ] || fail "the tune.csv of the stopped tuning does not have 4 lines"

# While some candidates have not played, none is nearest, nor on the Pareto front.
start tune quoridor:size=9 --vary walls=1..3 --goal plies=100 --first 100000000 --each 100000000 --games 1000000000 --out early
until_true grep -Eqs '^ +"[0-9]+ ' early/tune.json
kill -INT "$running"
finish 130
out "1 of 3 candidates has played: none is nearest to the goal until all have."
! grep -Eq "Nearest|Pareto|To check it" out || fail "a candidate is nearest before the others have played"
! grep -q true early/tune.csv || fail "a candidate is on the Pareto front before the others have played"
run 0 report early --out early.html
grep -q "1 of 3 candidates has played" early.html || fail "the report does not say that candidates have not played"
! grep -q "Nearest to" early.html || fail "the report names a nearest candidate before the others have played"

# Killed at random moments, also within a turn, it ends like one that was not.
race="tune quoridor:size=5 --vary walls=0..3 --goal plies=5..90 --goal seat1=50% --bot mcts:iterations=10
  --bot random --each 6400 --games 60000 --quiet"
began=$(date +%s%N)
run 0 $race --out whole
took=$((($(date +%s%N) - began) / 1000000))
hits=0
for i in {1..8}; do
  start $race --out killed --resume --jobs $((i % 3 + 1))
  if [ $i -eq 1 ]; then # as soon as it has begun, however fast the machine is
    until grep -qs '"complete": false' killed/tune.json || ! kill -0 "$running" 2>/dev/null; do sleep 0.01; done
  else
    sleep "$(awk -v r=$RANDOM -v t=$took 'BEGIN { print 0.05 + t / 2000 * r / 32768 }')"
  fi
  kill -KILL "$running" 2>/dev/null
  finish
  [ $code -eq 0 ] && break
  [ $code -eq 137 ] || fail "exit code $code, not 137"
  grep -qs '"complete": true' killed/tune.json && break # it had just ended
  grep -qs '"complete": false' killed/tune.json && hits=$((hits + 1))
  if "$boardlab" report killed --out killed.html >out 2>err; then
    grep -q "The tuning is not complete" killed.html || fail "a killed tuning looks complete"
  elif [ -e killed/tune.json ]; then
    err "killed has no results yet: the same command with --resume continues it"
  fi
done
run 0 $race --out killed --resume
same whole killed
echo "the tuning was killed $hits times while running"
[ $hits -gt 0 ] || fail "was never killed while running"

# Bytes that were changed.
sed -i '2s/true/false/' again/tune.csv
kept=(again)
refuse 1 "again/tune.csv has changed since it was written: it has been edited" report again
refuse 1 "again/tune.csv has changed since it was written: it has been edited" \
  tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --out again --resume
rm again/tune.csv
refuse 1 "again/tune.csv is missing: the same command with --resume writes it again" report again
run 0 tune quoridor:size=3 --vary walls=0..2 --goal plies=7 --each 3200 --quiet --out again --resume
same one again
sed -i 's/"round": /"round": 1/' again/tune.json
refuse 1 "again/tune.json has changed since it was written: it has been edited" report again

conclude
