#!/usr/bin/env bash
# same_output.sh ONE OTHER: two builds of boardlab print the same and play the same
# games. Optimisation must not change results: a difference means undefined behaviour,
# or floating-point code that depends on the compiler. Of builds whose version or commit
# differ, nothing is ignored but these names, which every run.json has.
set -euo pipefail
one=$(realpath "$1") other=$(realpath "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# play BOARDLAB FOLDER: leaves the output of some commands in a new folder.
play() {
  local boardlab=$1 game
  mkdir "$2"
  cd "$2"
  "$boardlab" perft quoridor --depth 2 --divide >perft.txt
  "$boardlab" show dorix --random 20 --seed 3 --moves >show.txt
  "$boardlab" solve tictacdoh:small=2,medium=2,large=2 --quiet >solve.txt
  "$boardlab" solve dorix:size=3 --within 7 --quiet >forced_win.txt
  for game in tictacdoh dorix orbital quoridor; do
    "$boardlab" simulate "$game" --seat mcts:iterations=50 --seat alphabeta:depth=2 \
      --games 10 --max-plies 40 --moves --seed 7 --quiet --out "$game" >"$game.txt"
  done
}

# Removes the name of the build from every run.json, and the checksum of the file with it.
remove_names() {
  find "$folder" -name run.json -exec sed -Ei '/^  "(boardlab|commit|xxh64)": /d' {} +
}

(play "$one" "$folder/one")
(play "$other" "$folder/other")
one_name=$("$one" --version) other_name=$("$other" --version) apart=
if [ "$one_name" != "$other_name" ]; then
  remove_names
  apart=", apart from the names of the builds: $one_name, $other_name"
fi
diff -r "$folder/one" "$folder/other"
echo "the same output$apart"
