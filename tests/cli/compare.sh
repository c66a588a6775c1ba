#!/usr/bin/env bash
# Tests of boardlab compare on the command line: its output, its error messages,
# and --until, which extends runs in their folders and must never damage them.
#
# Takes the path of the command. Skips the checks that need Miller if it is not
# installed, and says so.
#
# The test functions are called by name; `then` and the quoted programs are
# Miller's.
# shellcheck disable=SC2317,SC1010,SC2016
reseal=$(realpath "$2")
. "$(dirname "$0")/../support/expect.sh"

games_in() { echo $(($(wc -l <"$1/games.csv") - 1)); }
has_more_than() { [ "$(games_in "$2")" -gt "$1" ]; }

play a tictacdoh --games 300
play b tictacdoh:large=4 --games 500
play c orbital --games 400 --seed 2
play d tictacdoh:players=3 --games 300

# ---- tables ----------------------------------------------------------------

test_tables() {
  local before
  before=$(state_of .)
  run 0 compare a b
  no_err
  out "A  a: tictacdoh, 300 games, seed 1"
  out "B  b: tictacdoh:large=4, 500 games, seed 1"
  out "compared game by game, since the seeds are equal: 300 games each"
  out "Pairing: the correlation of A and B in the same game"
  grep -q "^seat 1 wins .* 0\.[0-9][0-9] ×[0-9.]*$" out || fail "no correlation of the pairs"
  grep -q "±" out && fail "an interval without its two ends"
  run 0 compare a c
  out "compared as independent samples, since their seeds differ"
  # A seat that only one run has is not compared.
  run 0 compare a d
  grep -q "^seat 2 wins " out || fail "seat 2 is missing"
  grep -q "^seat 3 wins " out && fail "seat 3 is compared, but only one run has it"
  out "their sides' win rates differ by"
  # The same random numbers mean something else in another game.
  play e orbital --games 300
  run 0 compare a e
  out "compared as independent samples, since they are different games"
  grep -q "Pairing" out && fail "different games are paired"
  rm -rf e
  # The first run is compared with each of the others.
  run 0 compare a b c d
  [ "$(grep -c '^A  a: ' out)" -eq 3 ] || fail "not three comparisons"
  out "B  d: "
  [ "$(grep -c '(Holm)' out)" -eq 1 ] || fail "the adjustment is not explained once"
  [ "$before" = "$(state_of .)" ] || fail "compare changed files"
}

# A bot that wins from every seat says nothing about the seats.
test_unequal_bots() {
  play unequal quoridor --seat bots/runner.lua --seat random --rotate --games 40
  play reversed quoridor --seat random --seat bots/runner.lua --rotate --games 40
  play equal quoridor --games 40
  run 0 compare unequal reversed
  out "Neither can be called fairer: in both 'unequal' and 'reversed' the results do not tell"
  run 0 compare equal unequal
  out "Neither can be called fairer: in 'unequal' the results do not tell"
  # What was asked is the gap of equally strong bots; and then the runs have been looked at.
  play orbit orbital --seat mcts:iterations=2 --seat random --rotate --games 120
  play misere variants/orbital_misere.lua --seat mcts:iterations=2 --seat random --rotate --games 120
  run 0 compare orbit misere --until gap --games 150 --quiet
  out "Undecided after 150 games each. Gap, rated: B - A = "
  run 0 compare orbit misere
  out "Both runs were complete before and given more games: this is look 2."
  out "The anytime-valid intervals of compare --until and --csv hold at every look."
  rm -rf unequal reversed equal orbit misere
}

# hides TEXT: the command has not printed it.
hides() { grep -qF -- "$1" out && fail "it says: $1"; true; }

# Between other bots a game is not fairer, it is played differently.
# A variant that changes nothing, but loses the evaluation of its base, is another game to bots that search, and
# must not be called fairer; to random ones it is the same.
test_evaluation() {
  local said="whether it or the rules make a difference is not known"
  printf '%s\n' 'local lab = require "boardlab"' \
    'return lab.variant { base = "tictacdoh", outcome = function() end }' >null.lua
  play base tictacdoh --seat mcts:iterations=30 --games 60
  play null null.lua --seat mcts:iterations=30 --games 60
  run 0 compare base null
  out "The game of 'base' has an evaluation, by which bots judge positions; that of 'null' has none."
  out "$said"
  grep -q "is fairer" out && fail "called fairer, though the bots played differently"
  play random null.lua --games 300
  run 0 compare a random; grep -q "has an evaluation" out && fail "random bots do not look at it"
  rm -rf base null random null.lua
}

test_bots() {
  local onestep="bots/onestep.lua"
  play first tictacdoh --seat "$onestep" --seat random --games 60
  play second tictacdoh --seat random --seat "$onestep" --games 60
  play larger tictacdoh:large=1 --seat "$onestep" --seat random --games 60
  play turns tictacdoh --seat "$onestep" --seat random --rotate --games 60
  play back tictacdoh --seat random --seat "$onestep" --rotate --games 60
  run 0 compare a first
  out "A  a: tictacdoh, 300 games, seed 1, random in every seat"
  out "B  first: tictacdoh, 60 games, seed 1, $onestep in seat 1 and random in seat 2"
  out "The players differ, not the game: 'a' has random in every seat; 'first' has $onestep in seat 1 and random in seat 2."
  out "In 'a' its sides' win rates differ less: by "
  hides "fairer"
  run 0 compare first second
  out "'second' has random in seat 1 and $onestep in seat 2."
  out "It is not shown in which run its sides' win rates differ more: by "
  hides "fairer"
  run 0 compare a larger
  out "The players differ as well as the game ('a' has random in every seat; 'larger' has $onestep in seat 1 and random in seat 2): which of the two makes a difference is not known."
  hides "fairer"
  # The same bots in the same seats; the strength of the bots hides the seats.
  run 0 compare first larger
  hides "The players differ"
  out "Neither can be called fairer: the seats have different bots ($onestep in seat 1 and random in seat 2); --rotate would tell seats and bots apart."
  # Bots that change seats are the same in any order.
  run 0 compare turns back
  out "A  turns: tictacdoh, 60 games, seed 1, $onestep, random, rotating through all seats"
  hides "The players differ"
  run 0 compare turns first
  out "The players differ, not the game: 'turns' has $onestep, random, rotating through all seats; 'first' has"
  # With another number of seats.
  run 0 compare a d
  hides "The players differ"
  play seats tictacdoh:players=4 --seat random --seat "$onestep" --seat random --seat random --games 20
  run 0 compare seats a
  out "seed 1, random in seats 1, 3 and 4 and $onestep in seat 2"
  # The same name, but another bot; and other rules under the same name.
  echo 'return { name = "x", choose = function(s) return s:moves()[1] end }' >x.lua
  play old tictacdoh --seat x.lua --games 60
  echo 'return { name = "x", choose = function(s) return s:moves()[2] or s:moves()[1] end }' >x.lua
  play new tictacdoh --seat x.lua --games 60
  run 0 compare old new
  out "The players differ, not the game: both have x.lua in every seat, but a bot's file was changed."
  echo 'return require "boardlab".variant { base = "tictacdoh:large=4" }' >v.lua
  play rules v.lua --games 60
  echo 'return require "boardlab".variant { base = "tictacdoh:large=5" }' >v.lua
  play rules2 v.lua --games 60
  run 0 compare rules rules2
  out "v.lua was changed between the runs."
  hides "The players differ"
  # More bots than a sentence has room for.
  run 0 tournament tictacdoh --bot mcts:iterations=1 --bot mcts:iterations=2 --bot mcts:iterations=3 --bot mcts:iterations=4 \
    --bot mcts:iterations=5 --bot mcts:iterations=6 --bot mcts:iterations=7 --games 2 --quiet --out cup
  run 0 compare a cup
  out "seed 1, mcts:iterations=1, mcts:iterations=2, "
  out "The players differ, not the game: 'a' has random in every seat; 'cup' has 7 bots, each in every seat."
  rm -rf first second larger turns back seats old new rules rules2 x.lua v.lua cup
}

# Runs that ended because of their results are no fixed samples.
test_stopped() {
  local note="but the intervals and p-values are for a number of games fixed beforehand. The anytime-valid ones of compare --csv hold nevertheless."
  play test tictacdoh --seat bots/onestep.lua --seat random --rotate --sprt elo0=0,elo1=50
  play enough tictacdoh --until seat1=5%
  run 0 compare a test
  out "'test' was stopped by its results (sprt:elo0=0,elo1=50,alpha=0.05,beta=0.05), $note"
  run 0 compare enough a
  out "'enough' was stopped by its results (seat1=5%), $note"
  run 0 compare enough test
  out "Both runs were stopped by their results (seat1=5% and sprt:elo0=0,elo1=50,alpha=0.05,beta=0.05), $note"
  run 0 report a enough --sample 0 --out page.html
  says page.html "'enough' was stopped by its results (seat1=5%), $note"
  run 0 compare a b
  hides "stopped by"
  rm -rf test enough page.html
}

# One game, run or ply is counted in the singular.
test_singular() {
  run 0 simulate tictacdoh --games 1 --max-plies 1 --out single
  grep -q "^1 game in " err || fail "no count of one game"
  run 0 replay single --game 0
  out "truncated: the run has a limit of 1 ply"
  play longer tictacdoh --games 1 --max-plies 2
  run 0 compare single longer
  out "since the seeds are equal: 1 game each"
  out "lengths are compared up to 1 ply."
  # Games of other lengths and moves: one of them does not vary, so there is no interval of either.
  play one quoridor:size=5 --games 1 --seed 4
  play another quoridor:size=5 --games 1 --seat bots/runner.lua --seed 4
  run 0 compare one another --csv
  grep -qE '^"one","another",(plies|kind pawn),[0-9.]+,[0-9.]+,1,1,[-0-9.]+,,,,,' out || fail "one game has an interval"
  rm -rf one another
  run 0 sweep quoridor:size=3 --vary walls=0 --seat bots/runner.lua --games 30 --quiet --out sweep
  out "quoridor:size=3: 1 run, seed 1"
  out "The only run repeats its games; walls=0 has 1 distinct of 30."
  run 0 report sweep --out page.html
  says page.html '"30 in one run"'
  run 0 solve quoridor:size=3 --within 1
  out "within 1 ply"
  rm -rf single longer sweep page.html
}

# A run whose games repeat each other is named.
test_repeats() {
  play same quoridor --seat bots/runner.lua --games 120
  play other quoridor:walls=2 --games 120
  run 0 compare same other
  out "All 120 games of 'same' are one and the same, move for move."
  grep -q "games of 'other' are" out && fail "games that differ are called the same"
  run 0 compare same other --csv # no interval, nor p-value, of any kind
  grep -q '^"same","other",seat1,[0-9.]*,[0-9.]*,120,120,[-0-9.]*,,,,,,,,true,' out || fail "games that are the same have an interval"
  rm -rf same other
}

# Different shards of a run have no game in common.
test_shards() {
  play part1 tictacdoh --games 200 --shard 1/2
  play part2 tictacdoh --games 200 --shard 2/2
  run 0 compare part1 part2
  out "compared as independent samples, since they are different parts of a run"
  refuse 1 "part1 is shard 1 of 2, and a shard cannot be extended: merge the shards, then compare the whole run" \
    compare part1 c --until forfeit --quiet
  refuse 1 "part2 is shard 2 of 2" compare part2 c --until forfeit --quiet
}

# ---- the report ------------------------------------------------------------

# says FILE TEXT: the page has this text.
says() { grep -qF -- "$2" "$1" || fail "$1 does not say: $2"; }

# The report about several runs says what compare says of them.
test_report() {
  local sentence
  run 0 compare a b d
  grep -E '^(Neither|Seat|[abd]) .*\.$' out >sentences
  [ "$(wc -l <sentences)" -ge 4 ] || fail "too few sentences to look for"
  run 0 report a b d --out page.html
  while read -r sentence; do says page.html "$sentence"; done <sentences
  says page.html '"compared game by game, since the seeds are equal: 300 games each"'
  says page.html "'a' has 2 seats and 'd' 3: only the first 2 are compared."
  # Runs are called by as much of their folder as it takes.
  mkdir -p x y/z
  cp -r a x/run; cp -r b y/z/run
  run 0 report x/run/ y/z/run --out page.html
  says page.html '"names":["x/run","z/run"]'
  # Two games are compared, more are shown side by side; other things cannot be compared.
  run 0 report a c --out page.html
  says page.html '"same_game":false'
  run 0 report a c b --out page.html
  says page.html '"why_not":"These are different games'
  # Specs of one file, variants of it and numbered copies are one game, whether or not it is played
  # again; so is a file that was changed since.
  cat >mine.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  options = { stones = { default = 5, min = 1, max = 9, help = "stones" } },
  state = { left = 1 },
  start = function(s) s.left = s:game():option "stones" end,
  moves = function(s) return s.left > 1 and { 1, 2 } or { 1 } end,
  play = function(s, move) s.left = s.left - move end,
  outcome = function(s, mover) if s.left == 0 then return mover end end,
}
END
  mkdir g; cp mine.lua mine_v2.lua; cp mine.lua other.lua
  echo 'return require "boardlab".variant { name = "quick", base = "mine.lua:stones=3" }' >quick.lua
  for sentence in mine.lua mine.lua:stones=6 mine_v2.lua quick.lua other.lua; do
    play "g/$sentence" "$sentence" --games 30
  done
  for sentence in "" "--sample 0"; do
    # shellcheck disable=SC2086
    run 0 report g/mine.lua g/mine.lua:stones=6 g/mine_v2.lua g/quick.lua $sentence --out page.html
    says page.html '"same_game":true'
    # shellcheck disable=SC2086
    run 0 report g/mine.lua g/mine.lua:stones=6 g/other.lua $sentence --out page.html
    says page.html '"why_not":"These are different games: each is shown by itself. To compare two of the runs, make a report about these two.'
  done
  echo >>mine.lua
  run 0 report g/mine.lua g/mine.lua:stones=6 g/mine_v2.lua --sample 0 --out page.html
  says page.html '"same_game":true'
  run 0 report a b x/../a --out page.html
  says page.html '"why_not":"x/../a is listed twice, so nothing is compared."'
  run 0 sweep tictacdoh --vary large=4,5 --games 10 --quiet --out s
  run 0 report a b s --out page.html
  says page.html '"why_not":"Only runs are compared, and s is a sweep'
  rm -rf x y s g page.html sentences ./*.lua
}

# ---- CSV -------------------------------------------------------------------

test_csv() {
  local header=a,b,metric,value_a,value_b,n_a,n_b,difference,low,high,p_value,p_holm,anytime_low,anytime_high
  header=$header,anytime_p_value,paired,correlation,gain,reason
  local odd=$'odd "x", y\nz'
  run 0 compare a b --csv --sample 0
  no_err
  [ "$(head -n 1 out)" = "$header" ] || fail "wrong header: $(head -n 1 out)"
  [ "$(cut -d , -f 3 out | tail -n +2 | tr '\n' ' ')" = "seat1 seat2 gap draw truncated forfeit plies " ] ||
    fail "wrong metrics"
  cp out plain.csv
  run 0 compare a b --csv # with the moves, after the others
  [ "$(cut -d , -f 3 out | sed 's/ .*//' | tail -n +2 | uniq -c | tr -s ' \n' ' ')" = \
    " 1 seat1 1 seat2 1 gap 1 draw 1 truncated 1 forfeit 1 plies 7 kind 3 opening " ] || fail "wrong metrics of moves"
  mv plain.csv out
  cp out ab.csv
  cp -r c "$odd"
  run 0 compare a b "$odd" --csv --sample 0
  [ "$(grep -c ^a,b, out)" -eq 1 ] || fail "not one header"
  cp out abc.csv
  if ! command -v mlr >/dev/null; then
    echo "skipped: Miller is not installed"
    return
  fi
  mlr_is 14 --icsv --onidx count abc.csv
  mlr_is "$odd" --icsv --onidx --ofs '|' tail -n 1 then cut -f b abc.csv
  mlr_is "true 7
false 7" --icsv --onidx count -g paired abc.csv
  # The values are those of games.csv.
  mlr_is "$(mlr --icsv --onidx --ofmt %.6f head -n 300 then stats1 -a mean -f plies b/games.csv)" \
    --icsv --onidx filter '$metric == "plies"' then cut -f value_b ab.csv
  mlr_is "$(mlr --icsv --onidx put -q 'begin { @n = 0 } $outcome == "win" && $winner == 1 { @n += 1 } end { print fmtnum(@n / NR, "%.6f") }' a/games.csv)" \
    --icsv --onidx filter '$metric == "seat1"' then cut -f value_a ab.csv
  mlr_is 6 --icsv --onidx filter '$metric != "gap"' then filter \
    '$low <= $difference && $difference <= $high && $anytime_low < $low && $high < $anytime_high && $n_a == 300' then count ab.csv
  # Claims are adjusted for all comparisons of the command, intervals are not.
  mlr_is "$(mlr --icsv --onidx filter '$metric == "draw"' then cut -o -f low,high,p_value ab.csv)" \
    --icsv --onidx filter '$metric == "draw" && $b == "b"' then cut -o -f low,high,p_value abc.csv
  mlr_is true --icsv --onidx filter '$p_value != ""' then put -q \
    'begin { @good = true } @good = @good && $p_value <= $p_holm && $p_holm <= 1; end { print @good }' abc.csv
  # Runs without forfeits have no test of them.
  mlr_is 2 --icsv --onidx filter '$metric == "forfeit" && is_empty($p_value) && is_empty($p_holm)' then count abc.csv
  # With fewer than a hundred games there are no anytime-valid intervals, and with fewer than 300 none of lengths.
  play few tictacdoh --games 50
  run 0 compare few a --csv --sample 0
  cp out few.csv
  mlr_is 6 --icsv --onidx filter 'is_empty($anytime_low) && is_empty($anytime_high) && is_not_empty($low)' then count few.csv
  rm -rf "$odd" few
}

# ---- errors ----------------------------------------------------------------

test_errors() {
  local text
  mkdir -p empty
  echo x >file
  refuse 2 "missing argument" compare
  refuse 2 "missing argument" compare a
  refuse 1 "a cannot be compared with itself" compare a a
  refuse 1 "cannot be compared with itself" compare a ./a/
  refuse 1 "cannot be compared with itself" compare a "$PWD/a" --until seat1 --quiet
  refuse 1 "nowhere is not the folder of a run" compare a nowhere
  refuse 1 "nowhere is not the folder of a run" compare nowhere a
  refuse 1 "empty is not the folder of a run: there is no run.json in it" compare a empty
  refuse 1 "file is not the folder of a run" compare a file
  mkdir holder
  cp -r a holder/second
  cp -r a holder/first
  refuse 1 "holder is not the folder of a run: there is no run.json in it; it holds folders of runs, such as holder/first" compare a holder
  # A run without games.
  cp -r a none
  sed -i 's/"played": 300/"played": 0/; s/"bytes": [0-9]*/"bytes": 0/; s/"complete": true/"complete": false/' none/run.json
  "$reseal" none/run.json
  refuse 1 "none has no games yet" compare a none
  refuse 1 "none has no games yet" compare none a --until seat1
  cp -r a damaged
  sed -i '50s/random/rendom/' damaged/games.csv
  refuse 1 "damaged/games.csv" compare a damaged
  refuse 2 "--games needs --until or --sprt" compare a b --games 100
  refuse 2 "--until compares two runs, not 3" compare a b c --until seat1
  for text in '' seat0 seat3 win =1%; do
    refuse 2 "'$text' cannot be compared: write seat1 (seats are 1 to 2), gap, draw, truncated, forfeit or plies" \
      compare a d --until "$text"
  done
  for text in seat1= seat1=0 seat1=-1% seat1=nan seat1=1e99 gap=200% plies=1%; do
    refuse 2 "'$text' has no valid margin: write" compare a b --until "$text"
  done
  refuse 2 "--games takes a whole number" compare a b --until seat1 --games 0
  refuse 2 "--jobs takes a whole number" compare a b --until seat1 --jobs 0
  refuse 2 "a was played with budget=10000000,memory=64, but the limits are now budget=5000,memory=64: give the same" \
    compare a b --until seat1 --budget 5000
  rm -rf empty file none damaged
}

# ---- --sprt ------------------------------------------------------------------

test_sprt() {
  local flags=(--rotate --pairs --opening 4 --games 100)
  play weak quoridor:size=5 --seat alphabeta:depth=2 --seat greedy "${flags[@]}"
  play strong quoridor:size=5 --seat alphabeta:depth=3 --seat greedy "${flags[@]}"
  play other quoridor:size=5 --seat alphabeta:depth=3 --seat random "${flags[@]}"
  refuse 2 "elo1 must be larger than elo0" compare weak strong --sprt elo0=0,elo1=0
  refuse 2 "a is not a match between two bots" compare a weak --sprt elo0=0,elo1=9
  refuse 2 "different opponents: the second bot is greedy in weak and random in other" \
    compare weak other --sprt elo0=0,elo1=9
  refuse 2 "cannot be compared with itself" compare weak ./weak --sprt elo0=0,elo1=9
  refuse 2 "--sprt compares two runs, without --until, --csv and --json" compare weak strong --sprt elo0=0,elo1=9 --csv
  run 0 compare weak strong --sprt elo0=0,elo1=30 --quiet
  out "both against greedy, in 500 pairs of games that both runs have"
  out "H0 is rejected: against greedy, B (alphabeta:depth=3) scores better than A (alphabeta:depth=2). If"
  out "bounds -2.94 and +2.94"
  out "anytime-valid 95% interval"
  run 0 compare strong weak --sprt elo0=0,elo1=30 --quiet
  out "H1 is rejected: against greedy, B (alphabeta:depth=2) scores less than 30 Elo better than A (alphabeta:depth=3), or worse."
  # They have the games of runs of that many games.
  play again quoridor:size=5 --seat alphabeta:depth=3 --seat greedy --rotate --pairs --opening 4 --games 1000
  same_games strong again
}

# ---- --until ---------------------------------------------------------------

test_until() {
  local jobs
  cp -r a left; cp -r c right
  run 0 compare left right --until plies --quiet
  no_err
  # The games already played decide it.
  out "Decided: A and B differ. Plies: B - A = +"
  out ", 95% anytime-valid interval +"
  same left a
  same right c
  # A test that was killed before it wrote the metrics of its games.
  echo "not written yet" >right/summary.csv
  run 0 compare left right --until plies --quiet
  same right c
  for jobs in 1 3; do
    rm -rf left right
    cp -r a left; cp -r c right
    run 0 compare left right --until truncated=0.8% --games 5000 --jobs "$jobs" --quiet
    out "Decided: A and B differ by less than 0.8 points. Truncated: B - A = "
    [ "$(games_in left)" -eq 1000 ] || fail "played $(games_in left) games, not 1000"
    play whole tictacdoh --games 1000
    same_games whole left
    rm -rf whole
    play whole orbital --games 1000 --seed 2
    same_games whole right
    rm -rf whole
  done
  # The table and the sentences are about the games that decided it, though one run has more.
  play longer tictacdoh:small=6 --games 3000
  run 0 compare left longer --until truncated=0.8% --quiet
  out "compared game by game, since the seeds are equal: 1,000 games each"
  out "Decided: A and B differ by less than 0.8 points"
  # The margin of games with scores.
  rm -rf left right
  echo 'return require "modifiers".komi("games/kalah.lua:houses=3", 0)' >komi.lua
  play left komi.lua --games 300
  play right komi.lua:half_points=6 --games 300
  run 0 compare left right --until margin --games 3000 --quiet
  out "Decided: A and B differ. Margin"; out ", 95% anytime-valid interval "
  out " points, 95%"
  run 0 compare left right --until margin=30 --quiet
  out "Decided: A and B differ"
  refuse 2 "'margin=1%' has no valid margin: write margin=2" compare left right --until margin=1%
  refuse 2 "forfeit, plies or margin" compare left right --until points
  refuse 2 "only games that have scores have a margin" compare a right --until margin
  rm -rf left right
  cp -r a left; cp -r c right
  # It stops at the limit.
  run 0 compare left right --until forfeit --games 1234 --quiet
  out "Undecided after 1,234 games each."
  [ "$(games_in left) $(games_in right)" = "1234 1234" ] || fail "did not stop at 1234 games"
  run 0 compare left right --until forfeit --games 1234 --csv --quiet
  [ "$(wc -l <out)" -eq 8 ] || fail "not a header and seven rows"
  grep -qi decided out && fail "CSV has a sentence"
  rm -rf left right
  # More games cannot settle which is fairer if most have no result.
  play left tictacdoh --games 100
  play right orbital --games 100 --max-plies 10
  run 0 compare left right --until gap --games 5000 --quiet
  out "Neither can be called fairer: 100.0% of the games of 'right' have no result."
  out "Undecided after 1,000 games each."
  [ "$(games_in left) $(games_in right)" = "1000 1000" ] || fail "played on"
  rm -rf left right
  # There are too few games for an interval.
  play left tictacdoh --games 20
  play right orbital --games 20
  run 0 compare left right --until seat1 --games 50 --quiet
  out "Undecided after 50 games each."
  grep -qi "inf\|nan" out && fail "prints a number that is not finite"
  rm -rf left right
}

# Ctrl-C prints the results so far, and both runs can still be extended.
test_interrupted() {
  local games left right
  cp -r a left; cp -r c right
  start compare left right --until forfeit --games 1000000000 --quiet
  until_true has_more_than 2000 right
  kill -INT "$running"
  finish 130
  out "A  left: tictacdoh, "
  out "Undecided after "
  out "Stopped early. The same command continues it."
  left=$(games_in left)
  right=$(games_in right)
  games=$(((left > right ? left : right) + 100))
  run 0 compare left right --until forfeit --games "$games" --quiet
  [ "$(games_in left) $(games_in right)" = "$games $games" ] || fail "did not extend both to $games games"
  play whole tictacdoh --games "$games"
  same_games whole left
  rm -rf whole
  play whole orbital --games "$games" --seed 2
  same_games whole right
  rm -rf left right whole
}

# Killed at random moments and begun again, it ends with the same games and decision.
test_killed() {
  local i hits=0 test="--until seat1=1.5% --games 60000 --quiet" began took
  cp -r a left; cp -r b right; cp -r a left1; cp -r b right1
  began=$(date +%s%N)
  # shellcheck disable=SC2086
  run 0 compare left right $test
  took=$((($(date +%s%N) - began) / 1000000))
  cp out wanted
  for i in {1..8}; do
    # shellcheck disable=SC2086
    start compare left1 right1 $test --jobs $((i % 3 + 1))
    sleep "$(awk -v r="$RANDOM" -v t="$took" 'BEGIN { print 0.02 + t / 2000 * r / 32768 }')"
    kill -KILL "$running" 2>/dev/null
    finish
    [ "$code" -eq 0 ] && break
    [ "$code" -eq 137 ] || fail "exit code $code, not 137"
    hits=$((hits + 1))
  done
  # shellcheck disable=SC2086
  run 0 compare left1 right1 $test
  sed 's/left1/left/g; s/right1/right/g' out | diff wanted - || fail "another comparison after it was killed"
  same left left1
  same right right1
  echo "the comparison was killed $hits times while running"
  rm -rf left right left1 right1
}

run_parts tables unequal_bots evaluation bots stopped singular repeats shards report csv errors sprt until interrupted killed
conclude
