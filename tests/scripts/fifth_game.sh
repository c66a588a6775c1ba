#!/bin/bash
# fifth_game.sh COMMAND: uses the example of core/games/README.md, with a command that
# was built with it.
. "$(dirname "$0")/../support/expect.sh"

run 0 games; out "dropfour    2         discs fall down the columns"
run 0 games dropfour; out "Options, as in dropfour:"; out "s:open_cells()"; no_err
run 0 check dropfour; out "200 random games"
run 0 show dropfour --play "d d c e" --moves; out "1 . . 1 1 2 ."; out "6 legal moves"
run 2 show dropfour --play "g"; err "write a column, a to f"
run 0 solve dropfour:size=4 --quiet; out "a draw under perfect play"
run 0 simulate dropfour --seat mcts:iterations=50 --seat random --rotate --games 40 --quiet
run 0 bench dropfour --rounds 1 --seconds 0.001; out "dropfour"
conclude
