#!/usr/bin/env bash
# Writes reports of real runs and experiments of every kind and tests them in a
# browser. Takes the paths of the command, of node and of chromium.
set -eu
boardlab=$(realpath "$1")
node=$2
export CHROMIUM=$3
tests=$(realpath "$(dirname "$0")")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# play COMMAND …: runs it quietly; prints its output if it fails.
play() {
  "$boardlab" "$@" --quiet >out 2>&1 || grep -q "every game was forfeited$" out || {
    cat out
    echo "FAILED: boardlab $*"
    exit 1
  }
}

# test_page PAGE FEATURE…: tests the page at the end, in the browser of all pages; it must have these features.
pages=()
test_page() { pages+=("$@"); }

# The four built-in games, with recorded moves and replayed from the seed.
play simulate tictacdoh --games 300 --moves --out tictacdoh
play simulate quoridor:size=5 --seat bots/walls.lua --seat random --rotate --games 60 --out quoridor
play simulate dorix:players=4 --games 60 --out dorix
play simulate orbital --games 200 --out orbital
play simulate quoridor --games 20 --out long
play report tictacdoh long quoridor dorix orbital --sample 60 --out games.html
# A page about several results leaves out what it has no room for: the games of one of them have 5,000 positions.
[ "$(stat -c %s games.html)" -lt 1000000 ] || { echo "FAILED: an overview of $(stat -c %s games.html) bytes"; exit 1; }
test_page games.html replay seats bots lengths branching cells walls openings convergence

# Lua games: on squares, on hexagons, without cells, without a scene; a variant; a run of one game;
# truncated games; names that must not become markup or end the script.
play simulate games/mnk.lua --games 30 --out mnk
play simulate games/reversi.lua:size=6 --games 30 --out reversi
play simulate games/nim.lua --games 30 --out nim
play simulate games/hex.lua:size=4 --games 10 --out hexagons
play simulate games/kalah.lua:houses=3 --games 10 --out kalah
play simulate variants/quoridor_walled.lua --games 20 --out walled
play simulate tictacdoh --games 1 --out one
play simulate orbital --max-plies 9 --games 30 --out truncated
cat >'<b>"x"&amp;.lua' <<'END'
return { name = "x", choose = function() error("</script><script>alert(1)</script>") end }
END
play simulate tictacdoh --seat '<b>"x"&amp;.lua' --seat random --games 10 --out "<script>"
cat >alone.lua <<'END'
return require "boardlab".rules {
  name = "alone", players = 1, max_moves = 2, state = function() return { sum = { 2 } } end,
  moves = function() return { 1, 2 } end,
  play = function(s, move) s.sum[1], s.sum[2] = s.sum[1] + 1, s.sum[2] + move end,
  outcome = function(s, seat) return s.sum[1] == 4 and (s.sum[2] > 6 and seat or "draw") or nil end,
}
END
play simulate alone.lua --games 30 --out alone
play report alone --out alone.html
test_page alone.html replay seats branching
play report mnk reversi nim hexagons kalah walled one truncated "<script>" --oracle playouts=4 --sample 12 --replays 4 --out odd.html
test_page odd.html replay seats lead lead-games

# Comparisons: of several runs with other numbers of seats, with scores and truncated games, and
# of runs that show little.
play simulate tictacdoh:large=4 --games 200 --out large4
play simulate tictacdoh:players=3 --games 100 --out three
play report tictacdoh large4 three --sample 60 --replays 0 --out compared.html
test_page compared.html differences compared-seats compared-lengths compared-branching compared-openings
play simulate games/reversi.lua:size=4 --games 60 --max-plies 11 --out reversi4
play report reversi reversi4 --replays 0 --out scored.html
test_page scored.html differences compared-lengths
play report one large4 --sample 1 --replays 0 --out single.html
test_page single.html differences compared-branching
play report one "<script>" --sample 0 --out little.html
test_page little.html differences

# Tournaments, sweeps, ladders and tunings.
play tournament quoridor:size=3 --bot random --bot bots/onestep.lua --bot bots/runner.lua --games 10 --out cup
play sweep quoridor:size=3 --vary walls=0..3 --vary pawn_jump=true,false --games 50 --out sweep
play ladder tictacdoh --bot bots/montecarlo.lua:candidates=4 --double playouts=1 --levels 3 --games 20 --out ladder
play tune quoridor:size=3 --vary walls=0..3 --vary pawn_jump=true,false --goal seat1=50% --goal plies=12 --games 8000 --out tuned
# Ratings with one bound only, shared and random openings, lengths up to a limit
# within a bin, and goals that no game says anything about.
play tournament quoridor:size=5 --bot random --bot bots/runner.lua --bot bots/walls.lua --games 4 --pairs --opening 2 --out shutout
play simulate quoridor:size=5 --games 100 --max-plies 90 --opening 1 --out limit
play tune quoridor:size=3 --vary walls=0..1 --goal balance=100% --goal plies=12 --max-plies 1 --games 400 --out unknown
play tune quoridor:size=3 --vary walls=0..2 --goal plies=8..14 --bot random --bot greedy --games 4000 --out levels
play tune quoridor:size=3 --vary walls=0..1 --goal plies=1..2 --games 400 --out missed
# Sweeps with more curves than a card has room for, and without a result.
play sweep dorix:players=3 --vary size=3,4 --vary pawns=3..7 --games 5 --out many
play sweep orbital --vary size=4,5 --games 5 --max-plies 2 --out nothing
play report cup shutout limit sweep many nothing ladder tuned unknown levels missed --out experiments.html
test_page experiments.html ratings sweep-seats sweep-balance sweep-length ladder-score ladder-balance tune

"$node" "$tests/report_page.mjs" "${pages[@]}" ${SHOTS:+--shots "$SHOTS"}
echo "all pages passed"
