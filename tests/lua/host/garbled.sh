#!/usr/bin/env bash
# Children that send nonsense: whatever it is, the parent neither crashes nor hangs.
# Arguments: boardlab with the function of garble.c, and optionally a number of seeds.
seeds=${2:-3}
. "$(dirname "$0")/../../support/expect.sh"

cat >bot.lua <<'LUA'
return { choose = function(s) return s:random_move() end }
LUA

echo hint >commands

# try ARGUMENT…: the command must end by itself, with or without an error.
try() {
  command="$* (GARBLE=$GARBLE)"
  timeout 120 "$program" "$@" >out 2>err <commands
  code=$?
  [ "$code" -le 2 ] || fail "exit code $code"
  ! grep -q "Sanitizer\|runtime error" err || fail "a sanitizer's report"
}

for ((seed = 1; seed <= seeds; seed++)); do
  export GARBLE=$seed
  try show variants/quoridor_pie.lua --play "a1h" --moves
  try show games/mnk.lua:m=4 --random 5 --moves
  try games variants/quoridor_handicap.lua
  try check games/mnk.lua --games 3
  try check games/tricks.lua:cards=4,hand=1 --games 2
  try check variants/tictacdoh_no_repeat.lua --games 2
  try check bot.lua --games 2
  try perft games/nim.lua --depth 4
  try solve games/nim.lua --quiet
  try solve games/dice_race.lua:length=3 --quiet
  try play games/mnk.lua --seat human --seat random --seed "$seed"
  try solve games/mnk.lua --within 3 --play "a1 b2 a2" --quiet
  try play games/mnk.lua --seat mcts:iterations=20 --seat perfect:quick=true --seed "$seed"
  try play variants/orbital_misere.lua --seat bot.lua --seat random --seed "$seed"
  try simulate quoridor:size=5 --seat bot.lua --seat random --games 40 --quiet --moves --out "run$seed"
  # What was written can be read, whatever the children sent.
  [ ! -e "run$seed/run.json" ] || (unset GARBLE && run 0 stats "run$seed" --sample 0 && run 0 simulate quoridor:size=5 \
    --seat bot.lua --seat random --games 40 --quiet --moves --out "run$seed" --resume && [ "$failures" -eq 0 ]) || exit 1
  try simulate variants/tictacdoh3.lua --games 20 --quiet
  try coverage variants/tictacdoh_no_repeat.lua --games 20 --quiet
  try bench games/mnk.lua --rounds 1 --seconds 0.001
done
conclude
