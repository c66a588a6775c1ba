#!/usr/bin/env bash
# quickstart.sh BOARDLAB ROOT: scripts/quickstart with a command that is there already instead of one that it compiles: it
# runs the first experiment, writes the pages, can be repeated, and what it tells people to try next are commands.
set -euo pipefail
boardlab=$(realpath "$1") root=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/bin" "$folder/source/build/release"
cd "$folder/source"
cp -r "$root/scripts" .
ln -s "$boardlab" build/release/boardlab
printf '#!/bin/sh\necho "$@" >>%q\n' "$folder/built" >"$folder/bin/cmake"
chmod +x "$folder/bin/cmake"
PATH=$folder/bin:$PATH

fail() {
  echo "FAILED: $*"
  cat "$folder/out"
  exit 1
}

mkdir -p build/first_look/tiny/orbital # as if it had been run before
./scripts/quickstart >"$folder/out" || fail "quickstart ends with $?"
for game in quoridor dorix tictacdoh orbital; do
  [ -s "build/first_look/tiny/$game/report.html" ] || fail "there is no card of $game"
  grep -qx "$game" "$folder/out" || fail "it does not say what the card of $game says"
done
grep -q -- '--preset release' "$folder/built" || fail "nothing is built"
grep -q quoridor "$folder/out" || fail "the games are not listed"
sed -n '/^== Done/,$s/^  boardlab \([a-z][a-z]*\).*/\1/p' "$folder/out" >tried
[ "$(wc -l <tried)" -gt 10 ] || fail "it says too little of what to try next"
while read -r command; do
  "$boardlab" "$command" --help >"$folder/out" || fail "there is no command $command"
done <tried
echo "passed"
