#!/usr/bin/env bash
# Plays every game, variant and bot that comes with boardlab, and plays the games again
# with --verify: nothing shipped may depend on anything but the position, its random
# numbers and its options. Arguments: the path of the command, and the Lua files.
set -u
boardlab=$1
shift
failures=0
runs=0

# verify GAME BOT…: the bots rotate through the seats of short games.
verify() {
  local game=$1 seats=() bot output
  shift
  for bot in "$@"; do seats+=(--seat "$bot"); done
  [ $# -eq 1 ] || seats+=(--rotate)
  runs=$((runs + 1))
  output=$("$boardlab" simulate "$game" "${seats[@]}" --games 4 --max-plies 12 --jobs 2 \
    --verify 4 --quiet 2>&1) &&
    grep -q '^verified: 4 games played again in other processes, all the same$' \
      <<<"$output" && ! grep -q '^the first forfeit' <<<"$output" && return
  echo "FAILED: $game $*"
  echo "$output"
  failures=$((failures + 1))
}

for game in dorix dorix:players=4 orbital quoridor quoridor:players=4 tictacdoh \
  tictacdoh:players=3; do
  verify "$game" random
  verify "$game" greedy
  verify "$game" mcts:iterations=20
  verify "$game" mcts:iterations=20,reuse=true,variety=0.5
  verify "$game" alphabeta:depth=2,table=1
done
verify quoridor:size=3 perfect random
for file in "$@"; do
  case $file in
  bots/*)
    game=$("$boardlab" games "$file" | sed -n 's/^It plays only \(.*\)\.$/\1/p')
    verify "${game:-tictacdoh}" "$file"
    ;;
  *)
    verify "$file" random
    verify "$file" mcts:iterations=10
    ;;
  esac
done
# Search that calls into Lua: rules, evaluations and bots in processes of their own.
verify games/mnk.lua bots/uct.lua alphabeta:depth=2,table=1
verify variants/quoridor_dash.lua greedy bots/planner.lua:depth=1
verify games/nim.lua perfect bots/onestep.lua
echo "$runs runs, $failures failed"
exit $((failures > 0))
