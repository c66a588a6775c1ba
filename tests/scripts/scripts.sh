#!/usr/bin/env bash
# Runs every experiment in scripts/ on a small count, as its first lines say it is
# to be run, and looks whether it prints a table. Called with the path of the
# command and the scripts.
set -u
boardlab=$(realpath "$1")
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# What each is given, and how many lines it prints.
arguments() {
  case $1 in
  bots_vs_random) echo "4 runner" ;;
  bot_ladder) echo "2" ;;
  compare_variants) echo "$folder/variants 10" ;;
  first_look) echo "$folder/look 20" ;;
  first_move_advantage) echo "10 tictacdoh orbital" ;;
  strength) echo "1 tictacdoh:small=2,medium=2,large=2" ;;
  solved) echo "tictacdoh small+medium+large=1..2" ;;
  three_player_tictacdoh) echo "30" ;;
  *) echo "none" ;;
  esac
}

# run NAME SCRIPT
run() {
  local given
  given=$(arguments "$1")
  if [ "$given" = none ]; then
    echo "FAILED: tests/scripts.sh does not know how to run $1"
    return 1
  fi
  # shellcheck disable=SC2086 # the arguments are words
  if ! "$boardlab" run "$2" $given >"$folder/got" 2>"$folder/errors" || [ -s "$folder/errors" ]; then
    cat "$folder/got" "$folder/errors"
    echo "FAILED: $1 $given"
    return 1
  fi
  if ! grep -q "boardlab run scripts/$1.lua" "$2" || [ "$(wc -l <"$folder/got")" -lt 3 ]; then
    cat "$folder/got"
    echo "FAILED: $1 does not tell its usage, or prints too little"
    return 1
  fi
}

for script in "$@"; do
  run "$(basename "$script" .lua)" "$script" || failures=$((failures + 1))
done
"$boardlab" run "$(dirname "$1")/first_look.lua" 2>&1 | grep -q "usage:" || {
  echo "FAILED: first_look.lua without arguments does not tell its usage"
  failures=$((failures + 1))
}

echo "$# scripts, $failures failed"
[ $# -gt 0 ] && [ "$failures" -eq 0 ]
