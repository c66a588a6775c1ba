#!/usr/bin/env bash
# Tests of studies: games of a known truth, bad games, what a change does, the same bytes however a
# study is interrupted, and files that are damaged. Takes the path of the command.
#
# The functions test_… are called by run_parts.
# shellcheck disable=SC2317
. "$(dirname "$0")/../support/expect.sh"

games=$(cd "$(dirname "$0")/../analysis/experiments/games" && pwd)

# The value of a figure of a card: FOLDER SCOPE KEY METRIC [FIELD, 4 for the value].
figure() {
  awk -F, -v scope="$2" -v key="\"$3\"" -v metric="$4" -v field="${5:-4}" \
    '$1 == scope && ($2 == key || key == "\"\"" && $2 == "") && $3 == metric { print $field }' "$1/study.csv"
}

# Whether a condition of numbers holds.
holds() { awk "BEGIN { exit !($1) }"; }

card() {
  local game=$1
  shift
  run 0 study "$games/$game.lua" --budget tiny --quiet --out "$game" "$@"
}

# ---- games of a known truth ----------------------------------------------------

# Nobody plays it better than anybody else.
test_lottery() {
  card lottery
  out "That who thinks longer plays better is not shown"
  holds "$(figure lottery skill '' skill_levels 5) < 0" || fail "skill in a lottery"
  [ -s lottery/report.html ] || fail "no page"
}

test_skill() {
  card race
  out "levels of skill, each of which scores 75% against the one below"
  holds "$(figure race skill '' skill_levels 5) > 1" || fail "no skill in a race of skill"
  holds "$(figure race fair '' perfect_score) == 0.5" || fail "the race is not solved"
}

test_decided() {
  card first_move
  out "With perfect play the first side wins"
  holds "$(figure first_move open '' early_lead_rate 5) > 0.69" || fail "decided at the first move"
  card last_move
  out "With perfect play the first side wins"
  holds "$(figure last_move open '' early_lead_rate 5) > 0.69" || fail "who sees the last move wins"
}

# Three games in five are drawn, for nobody more than for anybody else.
test_draws() {
  card draws
  out "Between random players no advantage is shown"
  out "iterations no advantage is shown"
  out "That who thinks longer plays better is not shown"
}

# Nature takes all steps: nothing is chosen, and leads do not grow in a walk. In an urn they do.
test_leads() {
  card walk
  lacks "leads are kept more often"
  holds "$(figure walk skill '' luck_share 5) > 0.9" || fail "not all of a walk is luck"
  holds "$(figure walk choices all choice_rate 5) == 0" || fail "choices matter in a walk"
  card urn
  holds "$(figure urn open '' early_lead_rate) > 0.75" || fail "leads do not grow in an urn"
  holds "$(figure urn skill '' luck_share 5) > 0.9" || fail "not all of an urn is luck"
}

test_opening() {
  card opening
  holds "$(figure opening variety '' first_move_share 5) > 0.5" || fail "no opening is dominant"
  holds "$(figure opening variety '' openings_effective 6) < 3" || fail "too many openings"
}

test_kingmaking() {
  card kingmaker
  holds "$(figure kingmaker others '' hopeless_rate 5) > 0.2" || fail "nobody is without hope"
  holds "$(figure kingmaker others '' hopeless_rate 6) < 0.8" || fail "too many are without hope"
  holds "$(figure kingmaker others '' kingmaking_rate 5) > 0.05" || fail "no kingmaking"
  holds "$(figure kingmaker others '' kingmaking_rate 6) < 0.5" || fail "too much kingmaking"
}

test_elimination() {
  card out_early
  holds "$(figure out_early others '' eliminated_rate) == 1" || fail "nobody is eliminated"
  holds "$(figure out_early others '' looking_on_share) == 0.4" || fail "not two of five plies"
}

test_unused_rule() {
  card unused
  out "late = true instead of false would have made no difference in "
}

# ---- bad games -----------------------------------------------------------------

test_bad_games() {
  card endless
  out "There is little to be said: 100.0% of games between random players do not end."
  card alone
  out "there is only one side, so nobody plays against anybody"
  out "The bot random wins"
  card fails
  out "the rules fail: random against itself: game 0 of seed 1: $games/fails.lua:12: a mistake, after the move "
  card forced
  out "the games repeat each other"
  for game in endless alone fails forced; do
    run 0 report "$game"
  done
  cp "$games/fails.lua" mended.lua
  run 0 study mended.lua --budget tiny --quiet --out mended
  sed 's/^.*a mistake.*$//' "$games/fails.lua" >mended.lua
  run 1 study mended.lua --budget tiny --quiet --out mended --resume
  err "mended holds the study of other rules: choose a new folder"
}

# The trial games do not show the mistake: the games of the ladder do, or only the solver.
test_seldom_failing() {
  for turns in 18 19; do
    run 0 study "$games/fails.lua:turns=$turns" --budget tiny --quiet --out "fails$turns" --seed 2
    cp out first
    grep -q '"complete": false' "fails$turns/study.json" || fail "a study of failing rules is complete"
    run 0 report "fails$turns"
    run 0 study "$games/fails.lua:turns=$turns" --budget tiny --quiet --out "fails$turns" --seed 2 --resume
    cmp first out || fail "another card when it is resumed"
    case $turns in
      18) out "said: the rules fail: mcts:iterations=64 against mcts:iterations=64: game 17 of seed 1320286752: " ;;
      19) out "said: the rules fail: a position that the solver looked at: " ;;
    esac
    out "fails.lua:12: a mistake"
  done
  # Whoever mends the rules is told what to do, before games of both kinds mix.
  cp "$games/fails.lua" seldom.lua
  run 0 study seldom.lua:turns=18 --budget tiny --quiet --out seldom --seed 2
  sed -i '/a mistake/d' seldom.lua
  run 2 study seldom.lua:turns=18 --budget tiny --quiet --out seldom --seed 2 --resume
  err "seldom holds the study of other rules: choose a new folder"
  # A manifest that was truncated is made anew once it is out of the way.
  head -c 300 fails18/study.json >part && mv part fails18/study.json
  run 1 study "$games/fails.lua:turns=18" --budget tiny --quiet --out fails18 --seed 2 --resume
  err "fails18/study.json does not end with its checksum"
  err "delete that file, and the same command makes it anew from the games"
  rm fails18/study.json
  run 0 study "$games/fails.lua:turns=18" --budget tiny --quiet --out fails18 --seed 2 --resume
}

# ---- what a change does --------------------------------------------------------

test_change() {
  run 0 study "$games/first_move.lua" "$games/last_move.lua" --budget tiny --quiet --out change
  out "What changed from $games/first_move.lua to $games/last_move.lua, by two tiny studies:"
  out 'Variety: The figure “share of the most frequent first move” falls from '
  out "no difference is shown."
  lacks "calibration"
  lacks "share of moves  " # all figures are on the page
  lacks "Among others"
  [ -s change/report.html ] || fail "no page of the change"
  run 0 report change/before change/after --out change.html
  cmp change/report.html change.html || fail "another page of the same change"
  run 0 report change --out again.html
  cmp change.html again.html || fail "another page of the folder of a change"
  grep -q "After: the game card of $games/last_move.lua" change.html || fail "the cards are not told apart"
  cp -r change other
  run 0 report change other --out both.html
  grep -q '"kind":"change","name":"other"' both.html || fail "no page of two changes"
  run 0 study "$games/first_move.lua" "$games/last_move.lua" --budget tiny --quiet --out change --resume --csv
  out "scope,key,metric,old,old_low,old_high,new,new_low,new_high,change,change_low,change_high,p_holm"
  run 0 study "$games/first_move.lua" --budget tiny --quiet --out single
  run 2 study "$games/first_move.lua" "$games/last_move.lua" --budget tiny --quiet --out single --resume
  err "single holds the study of one game"
  run 0 study "$games/first_move.lua" "$games/fails.lua" --budget tiny --quiet --out failed --csv
  err "warning: $games/fails.lua could not be studied: the rules fail: random against itself: game 0 of seed 2: "
  run 0 study "$games/unused.lua" "$games/unused.lua:late=true" --budget tiny --quiet --out same
  out "No figure is shown to differ"
}

judge() { grep ',calibration,' "$1/study.csv" | cut -d, -f 2; }

# What is judged is compared if the same oracle judges it, with the same power, and what the
# strongest players do if they are as strong.
test_same_judge() {
  run 0 study tictacdoh tictacdoh:small=4 --budget tiny --seed 5 --quiet --out alike --csv
  judge alike/before | grep -q power= || fail "this test needs a judge whose values are raised"
  [ "$(judge alike/before)" = "$(judge alike/after)" ] || fail "two judges"
  out 'choices,"all",choice_gain,'
  cp "$folder/out" first
  run 0 study tictacdoh --budget tiny --quiet --out raw
  run 0 report alike/before raw --out judges.html
  grep -q "What is judged is not compared: it was judged by mcts:iterations=50:power=" judges.html || fail "two judges are compared"
  run 0 study tictacdoh --budget tiny --like alike/before --quiet --out liked
  [ "$(judge liked)" = "$(judge alike/before)" ] || fail "--like has another judge"
  run 0 report alike/before liked --out liked.html
  ! grep -q "is not compared" liked.html || fail "with --like not all is compared"
  grep -q choice_gain liked.html || fail "with --like choices are not compared"
  run 2 study tictacdoh --budget tiny --like nowhere --quiet --out unlike
  err "nowhere is not the folder of a study"
  grep -A 1 '"--seed",' liked/study.json | grep -q '"6"' || fail "--like has the same seed"
  run 0 study tictacdoh:small=4 --budget tiny --seed 6 --like alike/before --quiet --out anew
  cmp anew/study.csv alike/after/study.csv || fail "the command of a change's page makes another card"
  run 0 study "$games/fails.lua:turns=18" --budget tiny --quiet --out failing --seed 2
  run 2 study tictacdoh --budget tiny --like failing --quiet --out unlike
  err "the study in failing has no levels: the rules fail"
  run 0 study tictacdoh:players=3 --budget tiny --like raw --quiet --out unlike
  err "warning: games with other numbers of sides cannot be compared: --like is left out"
  run 0 report raw unlike --out unlike.html
  grep -q "The cards of games with 2 and 3 sides are not compared." unlike.html || fail "games of 2 and 3 sides are compared"
  run 2 study tictacdoh orbital --budget tiny --like liked --quiet --out unlike
  err "two games that are studied together are like each other, and not like a third one"
  run 0 study tictacdoh tictacdoh:small=4 --budget tiny --seed 5 --quiet --out alike --csv --resume
  cmp first "$folder/out" || fail "another comparison after --resume"
  out 'choices,"all",choice_gain,'
}

# ---- the library ---------------------------------------------------------------

# The table that games are compared with is that of this version. If it differs because studies
# have changed, remake it: scripts/README.md.
test_library() {
  local cards
  cards=$(dirname "$0")/../../analysis/experiments/game_cards.csv
  run 0 study tictacdoh --budget tiny --quiet --out card
  grep '^"tictacdoh",tiny,' "$cards" | cut -d, -f 4- >there
  tail -n +2 card/study.csv | grep -v '^among,' >here
  diff there here || fail "the table of the library's cards is older"
  out "As far as the judges see, choices matter more than in all,"
  holds "$(figure card among branching_mean below_share) > 0.3" || fail "few games have more moves"
  grep -q '^among,"plies_mean, random",below_share,' card/study.csv || fail "not all figures are compared"
}

# ---- weights ----------------------------------------------------------------

test_weights() {
  cp "$(dirname "$0")/../../lua/games/nim.lua" mine.lua
  echo damaged >mine.weights
  run 0 study mine.lua --budget tiny --quiet --out without
  err "warning: without the learned player: mine.weights does not end with its checksum"
  lacks "weights="
  rm mine.weights
  run 0 learn mine.lua --positions 20000 --quiet --out mine.weights
  run 0 study mine.lua --budget tiny --quiet --out with
  out "weights=mine.weights"
  run 0 report without with --out levels.html
  grep -q "The studies have different levels: only what is of one level is compared." levels.html || fail "levels are mixed"
}

# ---- people ---------------------------------------------------------------------

# Games of bots, said to be of people, who mostly move as a search does.
test_people() {
  mkdir returned
  for seed in {1..24}; do
    run 0 play quoridor:size=5 --seat mcts:iterations=20 --seat mcts:iterations=20 --seed "$seed" --save "returned/$seed.game"
    sed -i 's/: mcts.*/: human/' "returned/$seed.game"
  done
  run 0 collect returned --out people
  run 0 study quoridor:size=5 --budget tiny --quiet --out plain
  run 0 study quoridor:size=5 --budget tiny --quiet --out played --people people --jobs 1
  out "Between people: 24 games, seat 1 wins "
  out "Between people, beside mcts:iterations=64: it would make "
  out " of their moves, random players 1"
  out "What differs from its games: seat 1 wins -"
  out ". They took "
  grep -v '^people,' played/study.csv | cmp - plain/study.csv || fail "people change what is said of bots"
  holds "$(figure played people 'seat 1 wins' people_p) < 0.05" || fail "people win as often as bots"
  run 0 stats people --like mcts:iterations=64 --scope agreement --csv
  mlr --icsv --onidx filter "\$key == \"all\" && \$metric == \"agreement_rate\"" 'then' cut -f value,low,high out >there
  for field in 4 5 6; do figure played people '' agreement_rate "$field"; done | paste -sd' ' | cmp - there || fail "not what stats says"
  cp -r played again
  rm -r again/study.csv again/study.json
  run 0 study quoridor:size=5 --budget tiny --quiet --out again --people people --resume --jobs 2
  cmp played/study.csv again/study.csv || fail "another card after an interruption"
  run 0 report played
  run 1 study quoridor:size=5 --budget tiny --quiet --out played --resume
  err "played holds a different study: it was made with --people people"

  # Where games repeat each other, nothing but what is counted is said.
  run 0 play quoridor:size=3 --seat random --seat random --save small.game
  sed -i 's/: random/: human/' small.game
  run 0 collect small.game --out small
  run 0 study quoridor:size=3 --budget tiny --quiet --people small --out repeats
  out "Between people: 1 game, "
  out ". It took "
  out ". Differences from its games are not tested."

  run 2 study people
  err "people is a run and no game: boardlab study quoridor:size=5 --people people"
  run 2 study played/ladder/iterations=16
  err "is a run, and a study plays games of its own: boardlab study quoridor:size=5"
  run 2 study quoridor:size=5 --people played/ladder/iterations=16
  err "bots have played played/ladder/iterations=16: 'people' takes a run of games that people have played, made by boardlab collect"
  run 0 play quoridor:size=5 --seat random --seat random --save bots.game
  run 0 collect bots.game --out bots
  run 2 study quoridor:size=5 --people bots
  err "bots have played bots: 'people' takes a run of games that people have played, made by boardlab collect"
  run 2 study quoridor:size=7 --people people
  err "people has games of quoridor:size=5, not of quoridor:size=7"
  run 2 study quoridor:size=5 quoridor:size=5 --people people
  err "people have played one game: study it alone"
  run 2 study quoridor:size=5 --people nowhere
  err "nowhere is not the folder of a run"
  cp "$(dirname "$0")/../../lua/games/nim.lua" nim.lua
  run 0 play nim.lua --seat random --seat random --save nim.game
  sed -i 's/: random/: human/' nim.game
  run 0 collect nim.game --out nim
  echo >>nim.lua
  run 2 study nim.lua --people nim
  err "the games of nim were played with other rules: nim.lua has changed since"
}

# ---- files ---------------------------------------------------------------------

test_resumed() {
  run 0 study tictacdoh --budget tiny --quiet --out whole --jobs 1
  cp -r whole part
  rm -r part/study.csv part/study.json part/report.html "part/ladder/iterations=64"
  run 0 study tictacdoh --budget tiny --quiet --out part --resume --jobs 2
  cmp whole/study.csv part/study.csv || fail "another card after an interruption"
  run 2 study tictacdoh --budget huge
  err "--budget takes tiny, small, medium or large, as in --budget=tiny, not 'huge'"
  run 1 study tictacdoh --budget tiny --quiet --out whole
  err "whole already holds a study: choose another folder, or continue it with --resume"
  run 1 study dorix --budget tiny --quiet --out whole --resume
  sed 's/choice/chance/;s/0/1/' whole/study.csv >changed
  cp changed whole/study.csv
  run 1 report whole
  err "has changed since it was written"
}

run_parts lottery skill decided draws leads opening kingmaking elimination unused_rule bad_games seldom_failing change same_judge library weights people resumed
conclude
