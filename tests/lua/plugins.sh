#!/usr/bin/env bash
# Checks games, variants and bots in Lua, as a user would. Called with the path
# of the command and the files.
set -u
boardlab=$1
shift
failures=0
for file in "$@"; do
  if ! output=$("$boardlab" check "$file" --games 5 2>&1); then
    echo "FAILED: boardlab check $file --games 5"
    echo "$output"
    failures=$((failures + 1))
  fi
done
echo "$# files, $failures failed"
exit $((failures > 0))
