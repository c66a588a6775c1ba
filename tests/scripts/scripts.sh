#!/usr/bin/env bash
# Runs every experiment in scripts/ with few games and checks that it prints a table
# and documents its usage. Arguments: the path of boardlab, then the scripts.
set -u
boardlab=$(realpath "$1")
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
failures=0

# The arguments of each script; a new script needs an entry here.
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

# check NAME SCRIPT: runs a script.
check() {
  local arguments
  arguments=$(arguments "$1")
  if [ "$arguments" = none ]; then
    echo "FAILED: tests/scripts/scripts.sh has no arguments for $1"
    return 1
  fi
  # shellcheck disable=SC2086 # several words
  if ! "$boardlab" run "$2" $arguments >"$folder/got" 2>"$folder/errors" || [ -s "$folder/errors" ]; then
    cat "$folder/got" "$folder/errors"
    echo "FAILED: $1 $arguments"
    return 1
  fi
  if ! grep -q "boardlab run scripts/$1.lua" "$2" || [ "$(wc -l <"$folder/got")" -lt 3 ]; then
    cat "$folder/got"
    echo "FAILED: $1 does not document its usage, or prints too little"
    return 1
  fi
}

for script in "$@"; do
  check "$(basename "$script" .lua)" "$script" || failures=$((failures + 1))
done
"$boardlab" run "$(dirname "$1")/first_look.lua" 2>&1 | grep -q "usage:" || {
  echo "FAILED: first_look.lua without arguments does not print its usage"
  failures=$((failures + 1))
}

echo "$# scripts, $failures failed"
[ $# -gt 0 ] && [ "$failures" -eq 0 ]
