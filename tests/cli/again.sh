#!/usr/bin/env bash
# The command that a report shows plays its run or experiment again: pasted into a shell
# in another folder, it makes the same files, byte for byte. Takes the paths of the command and
# of reseal.
#
# Tests are called by name.
# shellcheck disable=SC2317
reseal=$(realpath "$2")
. "$(dirname "$0")/../support/expect.sh"

mkdir path again
ln -s "$boardlab" path/boardlab
export SOURCE_DATE_EPOCH=1000000000 # 9 September 2001

# again FOLDER: pastes the command of its report, and compares the folders.
again() {
  run 0 report "$1" --sample 0
  shows "$1/report.html" run.head.command >pasted
  command=$(cat pasted)
  rm "$1/report.html"
  (cd again && PATH="$folder/path:$PATH" bash -eu ../pasted) >out 2>err || fail "does not run again"
  diff -r "$1" "again/$1" >differences || fail "differs: $(head -n 3 differences)"
}

# played COMMAND …: plays it into the folder `it`, and again.
played() {
  rm -rf it again/it
  run 0 "$@" --out it --quiet
  again it
}

test_runs() {
  played simulate tictacdoh --games 20
  played simulate quoridor:size=5,walls=2 --seat random --seat greedy --games 10 --seed 7 --moves
  played simulate tictacdoh --seat bots/montecarlo.lua:candidates=4 --seat random --rotate --pairs --opening 2 \
    --games 12 --max-plies 9 --budget 20000000 --memory 32
  played simulate variants/quoridor_walled.lua:size=5 --seat greedy --games 4
  played simulate tictacdoh --until seat1=9% --games 2000
  played simulate tictacdoh --games 11 --shard 2/3
  played simulate dorix:players=3 --rotate --seat random --seat greedy --seat random
}

test_tournaments() {
  played tournament tictacdoh --bot random --bot greedy --bot mcts:iterations=2 --games 3 --opening 1
  played tournament tictacdoh --bot random --bot greedy --pairs --sprt elo0=0,elo1=50 --games 60
}

test_experiments() {
  played sweep quoridor:size=3 --vary walls=0..4/2 --vary pawn_jump=true,false --games 10 --seed 3
  played sweep quoridor:size=3 --vary walls=0,1 --seat greedy --seat random --rotate --games 10 --max-plies 30
  played ladder tictacdoh --bot mcts:c=2 --double iterations=2 --levels 3 --games 10 --seed 5
  played tune quoridor:size=3 --vary walls=0..2 --goal seat1=45..55% --goal plies=12 --games 600 --first 100 --seed 4
  played tune quoridor:size=3 --vary walls=0,1 --bot random --bot greedy --goal plies=5..30 --games 800 --first 100
}

# Names that a shell would read otherwise.
test_names() {
  mkdir "o'dd"
  # shellcheck disable=SC2016 # nothing is meant to expand
  printf 'return { name = "x", choose = function(s) return s:random_move() end }\n' >'a $b; c.lua'
  # shellcheck disable=SC2016
  cp 'a $b; c.lua' again
  rm -rf it again/it
  # shellcheck disable=SC2016
  run 0 simulate tictacdoh --seat 'a $b; c.lua' --games 4 --out "it's" --quiet
  again "it's"
}

# A page is the same on the same day; the run's files know no date.
test_date() {
  run 0 simulate tictacdoh --games 5 --out day --quiet
  run 0 report day --out one.html
  run 0 report day --out two.html
  cmp -s one.html two.html || fail "two pages differ"
  [ "$(shows one.html data.date)" = 2001-09-09 ] || fail "SOURCE_DATE_EPOCH is not its date"
  unset SOURCE_DATE_EPOCH
  run 0 report day --out now.html
  export SOURCE_DATE_EPOCH=1000000000
  [ "$(shows now.html data.date)" = "$(date -u +%Y-%m-%d)" ] || fail "is not of today"
  local odd
  for odd in soon '' -1 1.5 1e9 0x10 253402300800 99999999999999999999; do
    SOURCE_DATE_EPOCH=$odd run 1 report day --out odd.html
    err "SOURCE_DATE_EPOCH is '$odd': set it to the page's date in seconds since 1970"
    [ ! -e odd.html ] || fail "writes a page"
  done
}

# What a script has defined has no command; the page says so.
test_scripts() {
  cat >script.lua <<'END'
local lab = require "boardlab"
local mine = lab.bot { name = "mine", choose = function(s) return s:random_move() end }
lab.simulate { game = "tictacdoh", games = 4, out = "mine", bots = { mine, "random" } }
END
  run 0 run script.lua
  run 0 report mine --sample 0
  [ "$(shows mine/report.html run.head.command)" = null ] || fail "has a command"
  [ "$(shows mine/report.html run.head.no_command)" = "only the script that played it can" ] || fail "does not say why"
}

# However a run is asked for, its files are the same: flags in any order and spelling, on any number of threads, in
# shards, or by a script.
test_spellings() {
  local bot=bots/montecarlo.lua:candidates=4 k
  run 0 simulate tictacdoh --seat "$bot" --seat random --rotate --games 12 --seed 7 --jobs 1 --out plain --quiet
  run 0 simulate --quiet --seed=7 -j8 --games=12 --rotate tictacdoh:players=2 --seat="$bot" --budget 10000000 --seat random --out spelled
  diff -r plain spelled >differences || fail "differs: $(head -n 3 differences)"
  for k in 1 2 3; do
    run 0 simulate tictacdoh --seat "$bot" --seat random --rotate --games 12 --seed 7 --shard "$k/3" --out "part$k" --quiet
  done
  run 0 merge part1 part2 part3 --out merged
  diff -r plain merged >differences || fail "differs: $(head -n 3 differences)"
  cat >spelled.lua <<END
require "boardlab".simulate { game = "tictacdoh", bots = { "$bot", "random" }, rotate = true, games = 12, seed = 7, out = "scripted" }
END
  run 0 run spelled.lua
  diff -r plain scripted >differences || fail "differs: $(head -n 3 differences)"
  ! grep -q -e '"--budget"' -e '"--jobs"' -e '"--out"' plain/run.json || fail "keeps more than what is played"
  run 0 sweep quoridor:size=3 --vary walls=0,2,4 --games 4 --out listed --quiet
  run 0 sweep quoridor:size=3 --games 4 --vary walls=0..4/2 --seed 1 --out ranged --quiet
  diff -r listed ranged >differences || fail "differs: $(head -n 3 differences)"
}

# A tuning whose limits were raised is played again by as many commands.
test_raised() {
  local games=(--vary "walls=7,8" --goal seat1=45..55% --out it --quiet --resume)
  rm -rf it again/it
  run 0 tune quoridor:size=5 "${games[@]}" --games 300 --first 100
  run 0 tune quoridor:size=5 "${games[@]}" --games 450 --first 100
  run 0 tune quoridor:size=5 "${games[@]}" --games 750 --first 100
  again it
  [ "$(grep -o "boardlab tune" pasted | wc -l)" = 3 ] || fail "are not three commands"
  # Where an earlier one was interrupted, its state is lost.
  sed -i '0,/"complete": true/s//"complete": false/' it/tune.json
  "$reseal" it/tune.json
  run 0 report it
  [ "$(shows it/report.html run.head.command)" = null ] || fail "has a command"
  [ "$(shows it/report.html run.head.no_command)" = "its limits were raised before it had ended" ] || fail "does not say why"
}

run_parts runs tournaments experiments names date scripts spellings raised
conclude
