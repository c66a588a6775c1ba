#!/usr/bin/env bash
# Bots and rules that try to carry values from one game to the next play the same
# games on one thread, on three, and in three shards that are merged; those with arrays also
# where everything is counted, and in a run that is resumed.
# Arguments: the path of the command, and the folder of the files.
set -u
boardlab=$(realpath "$1")
files=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
failures=0
fail() {
  echo "FAILED: $1"
  failures=$((failures + 1))
}

# play OUT GAME BOT FLAGS...: as many games as $games says. Two for each thread and shard
# show what is carried over; those that fill 40 MB in each move or game take long.
games=18
few=6
play() {
  local out=$1 game=$2 bot=$3
  shift 3
  "$boardlab" simulate "$game" --seat "$bot" --seat random --games "$games" --moves \
    --seed 3 --quiet --out "$out" "$@" >"$out.log" 2>&1 || fail "$out: $(tail -1 "$out.log")"
}

# same_games NAME GAME BOT
same_games() {
  local name=$1 game=$2 bot=$3 shard
  play "$name-1" "$game" "$bot" --jobs 1
  play "$name-3" "$game" "$bot" --jobs 3
  for shard in 1 2 3; do
    play "$name-s$shard" "$game" "$bot" --jobs 1 --shard "$shard/3"
  done
  "$boardlab" merge "$name-s1" "$name-s2" "$name-s3" --out "$name-m" >"$name.log" 2>&1 ||
    fail "$name: $(tail -1 "$name.log")"
  for other in 3 m; do
    for table in games.csv moves.csv; do
      cmp -s "$name-1/$table" "$name-$other/$table" || fail "$name: $table of $other differs"
    done
  done
}

for file in "$files"/bot_*.lua; do
  name=$(basename "$file" .lua)
  case $name in
  bot_garbage | bot_of_40_mb) games=$few same_games "$name" tictacdoh "$file" ;;
  *) same_games "$name" tictacdoh "$file" ;;
  esac
done
for file in "$files"/game_*.lua; do
  name=$(basename "$file" .lua)
  same_games "$name" "$file" random
done
for name in game_array game_kept_array; do
  play "$name-o" "$files/$name.lua" random --jobs 1 --isolation off
  games=7 play "$name-r" "$files/$name.lua" random --jobs 1
  play "$name-r" "$files/$name.lua" random --jobs 2 --resume
  for other in o r; do
    for table in games.csv moves.csv; do
      cmp -s "$name-1/$table" "$name-$other/$table" || fail "$name: $table of $other differs"
    done
  done
done
for name in bot_of_40_mb bot_garbage; do
  tail -n +2 "$name-1/games.csv" | grep -q forfeit && fail "$name: forfeits, although its memory suffices"
done
tail -n +2 bot_fails_sometimes-1/games.csv | grep -q forfeit || fail "bot_fails_sometimes never fails"
(cd "$files" && "$boardlab" run --isolation off --budget 20000 near_budget.lua) || fail "near_budget"
[ $failures = 0 ] && echo "all play the same games"
exit $((failures > 0))
