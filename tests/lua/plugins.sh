#!/usr/bin/env bash
# Runs `boardlab check` on Lua games, variants and bots. Arguments: the path of
# the command, and the files.
set -u
boardlab=$1
shift
failures=0
fail() {
  echo "FAILED: boardlab check $1 --games 5"
  echo "$2"
  failures=$((failures + 1))
}
for file in "$@"; do
  if ! output=$("$boardlab" check "$file" --games 5 2>&1); then
    fail "$file" "$output"
  elif grep -q ", set 0 of them up again" <<<"$output"; then
    fail "$file" "no position can be written as settings"
  fi
done
echo "$# files, $failures failed"
exit $((failures > 0))
