#!/usr/bin/env bash
# Makes reports of real runs of every kind, and looks at them in a browser. Called
# with the path of the command, and of node and chromium.
set -eu
boardlab=$(realpath "$1")
node=$2
export CHROMIUM=$3
tests=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# play COMMAND …: quietly; says what it was if it fails.
play() {
  "$boardlab" "$@" --quiet >out 2>&1 || {
    cat out
    echo "FAILED: boardlab $*"
    exit 1
  }
}

# look PAGE FEATURE…: the page is as it should be, and has these.
look() {
  "$node" "$tests/report_page.mjs" "$@" ${SHOTS:+--shots "$SHOTS/$(basename "$1" .html)"}
}

# The four games, with moves on file and played again.
play simulate tictacdoh --games 300 --moves --out tictacdoh
play simulate quoridor:size=5 --seat bots/walls.lua --seat random --rotate --games 60 --out quoridor
play simulate dorix:players=4 --games 60 --out dorix
play simulate orbital --games 200 --out orbital
play report tictacdoh quoridor dorix orbital --sample 60 --out games.html
look games.html replay seats bots lengths branching cells openings convergence

# Games in Lua: without a picture, and without cells; a variant; one game alone;
# games cut off; names that a page must not take for its own.
play simulate games/mnk.lua --games 30 --out mnk
play simulate games/nim.lua --games 30 --out nim
play simulate variants/quoridor_walled.lua --games 20 --out walled
play simulate tictacdoh --games 1 --out one
play simulate orbital --max-plies 9 --games 30 --out cut
cat >'<b>"x"&amp;.lua' <<'END'
return { name = "x", choose = function() error("</script><script>alert(1)</script>") end }
END
play simulate tictacdoh --seat '<b>"x"&amp;.lua' --seat random --games 10 --out "<script>"
play report mnk nim walled one cut "<script>" --tension 5 --out odd.html
look odd.html replay seats

# Runs that belong together.
play tournament quoridor:size=3 --bot random --bot bots/onestep.lua --bot bots/runner.lua --games 10 --out cup
play sweep quoridor:size=3 --vary walls=0..3 --vary pawn_jump=true,false --games 50 --out sweep
play ladder tictacdoh --bot bots/montecarlo.lua:candidates=4 --double playouts=1 --levels 3 --games 20 --out ladder
play tune quoridor:size=3 --vary walls=0..3 --goal seat1=50% --goal plies=12 --games 4000 --out tuned
play report cup sweep ladder tuned --out series.html
look series.html ratings sweep-seats sweep-length ladder-score ladder-balance tune

echo "all as it should be"
