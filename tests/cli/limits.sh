#!/usr/bin/env bash
# Tests of what people meet at limits and after mistakes: the budget of check, and messages about
# files, flags and ranges. Takes the path of the command.
. "$(dirname "$0")/../support/expect.sh"

# A value without a declared mark; one without marks of its own may have any.
cat >"$folder/marks.lua" <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { board = lab.grid { columns = 2, rows = 2, marks = ".XO" } },
  moves = function(s) return s.board:empty() end,
  play = function(s, move) s.board[move] = 3 end,
  outcome = function(s, mover) return s.board:full() and mover or nil end,
}
END
run 1 check "$folder/marks.lua" --games 2
out "problem: board has the value 3, but its marks '.XO' are for 0 to 2; on b1; in $folder/marks.lua after 2 (in 2 of 2 games)"
sed 's/, marks = ".XO"//' "$folder/marks.lua" >"$folder/unmarked.lua"
run 0 check "$folder/unmarked.lua" --games 2; out "no problems"
# A card without a name, and cards that no seat can imagine.
cat >"$folder/names.lua" <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { hand = { 4, kind = "hand", names = { "ox", "cow" } } },
  start = function(s, rng) s.hand[1], s.hand[3] = rng(2), rng(2) end,
  moves = function() return { 1 } end,
  play = function(s) s.hand[2] = 3 end,
  outcome = function(s, mover) return s.hand[2] == 3 and mover or nil end,
}
END
run 1 check "$folder/names.lua" --games 2
out "problem: hand has the value 3, but its names are for 1 to 2; in $folder/names.lua after 1 (in 2 of 2 games)"
sed 's/= 3/= 2/; s/== 3/== 2/; s/{ 4, kind/{ memory = 2, kind/' "$folder/names.lua" >"$folder/named.lua"
run 0 check "$folder/named.lua" --games 2; out "no problems"
out "note: seats do not see everything, and there is no \`redraw\`, so searches take what a
seat sees for the position"
# By default rules that do much are checked within a budget, which counts what
# they do: drawings cost much and take little time.
cat >"$folder/long.lua" <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1, board = lab.grid { columns = 26, rows = 26 } },
  moves = function(s)
    for _ = 1, 50 do s.board:draw() end
    return { 1, 2 }
  end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, mover) return s.n == 40 and mover or nil end,
}
END
run 0 check "$folder/long.lua"
out "28 random games: "; out "checked 1,092 positions of 26 games, set 1,092 of them up again with their settings; --games for more"
run 0 check "$folder/long.lua" --games 2; out "2 random games: 40.0 plies"; out " positions of 2 games, set "; lacks "for more"
# Rules that fail in the first position.
printf 'return require("boardlab").rules { state = { n = 1 }, moves = function() error "oops" end, play = function() end }\n' >"$folder/oops.lua"
run 1 simulate "$folder/oops.lua" --games 1 --quiet; err "oops.lua:1: oops"; err "  at the start"

# Large numbers have separators, except in commands.
run 0 check "$folder/unmarked.lua" --games 1000; out "1,000 random games: "; out "of 1,000 games, set "; out "rules: at most 4,000 of 10,000,000 instructions"

# What was meant.
run 2 --hlp; err "there is no command '--hlp'; did you mean '--help'?"
run 2 simulate --hlp; err "did you mean --help?"
run 2 simulate quoridor --seat mcts:iter=50 --games 1; err "did you mean 'iterations'?"
run 2 simulate quoridor --seat bots/wall.lua --games 1; err "did you mean 'bots/walls.lua'?"
run 1 check "$folder/mark.lua"; err "there is no file '$folder/mark.lua'"; err "did you mean '$folder/marks.lua'?"
run 1 check bots/no_such_thing.lua; ! contains "$folder/err" "did you mean" || fail "a name that is like no other"
run 2 sweep dorix --vary teams; err "--vary teams needs values: its values are true or false, as in teams=false,true"
run 2 sweep dorix --vary teams=1..2; err "--vary teams takes no range: its values are true or false"
run 2 sweep dorix --vary tems; err "did you mean 'teams'?"
run 2 sweep quoridor --vary walls=9..3/2; err "--vary walls=9..3 goes from the higher value to the lower: write walls=3..9/2"
for goal in seat1=60..40% seat1=60%..40% plies=60..40 margin=1..-1; do
  run 2 tune games/kalah.lua --vary seeds=3..4 --goal "$goal" --games 2; err "--goal '$goal' goes from the higher value to the lower: write ${goal%%=*}="
done
echo "hello" >"$folder/junk.txt"
for command in play show replay; do run 2 $command "$folder/junk.txt"; err "junk.txt:1:1: this is not a game file: its first line is not 'boardlab game'"; done

# A shell can read the commands that are printed.
echo 'return { choose = function(s, me) local m = s:moves() return m[me.rng(#m)] end }' >"$folder/it's.lua"
run 0 tune tictacdoh --vary small=2..3 --goal seat1=50% --bot "$folder/it's.lua" --games 400 --quiet
command=$(sed -n 's/^To check it .*: boardlab \(simulate .*\) --games .*/\1/p' "$folder/out")
eval "run 0 $command --games 2 --quiet"; out ": 2 games"
run 0 games "$folder/it's.lua"
command=$(sed -n 's/^  boardlab \(simulate .*\) --games .*/\1/p' "$folder/out")
eval "run 0 $command --games 2 --quiet"; out ": 2 games"

# A file of the current folder is described in its place.
mkdir "$folder/games"
echo 'error "mine"' >"$folder/games/kalah.lua"
(cd "$folder" && "$program" games) >"$folder/listed" || fail "games"
contains "$folder/listed" "games/kalah.lua:1: mine" || fail "games lists another file"
contains "$folder/listed" "take tokens from one heap" || fail "games does not list the others"

conclude
