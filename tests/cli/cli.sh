#!/usr/bin/env bash
# Tests of the command line: output, messages and exit codes of every command. Runs,
# saved games, stats, compare and tune have their own files. Argument: the path of
# boardlab.
library=$(realpath "$(dirname "$0")/../../lua")
. "$(dirname "$0")/../support/expect.sh"

rows() { [ "$(wc -l <out)" -eq "$1" ] || fail "stdout does not have $1 lines"; }

# Only examples may be wider than 80 columns.
fits() {
  if grep -v '^  boardlab' "$folder/out" | LC_ALL=C.UTF-8 grep -qE '^.{81}'; then fail "a line is longer than 80 columns"; fi
}

# Help goes to stdout if it was asked for, otherwise to stderr.
run 0 --help; out "Usage: boardlab COMMAND"; out "bench"; no_err
run 0 help; out "Usage"
run 0 help show; out "boardlab show GAME"
run 2 help shwo; err "did you mean 'show'?"
run 2 help frist-bot; err "there is no command and no chapter 'frist-bot'; did you mean 'first-bot'?"
# Chapters: links are their text, code is indented, tables that fit are aligned, others become lists.
run 0 help; sed -n '/^Chapters/,/^$/s/^  \([a-z-]*\) .*/\1/p' out >chapters
[ "$(wc -l <chapters)" -ge 18 ] || fail "boardlab help lists $(wc -l <chapters) chapters"
while read -r chapter; do
  run 0 help "$chapter" </dev/null; no_err
  head -n 1 out | grep -qE '^[A-Z]' || fail "the chapter has no title"
  ! grep -qE '\]\(|^```|^\|' out || fail "the chapter has marks of its source"
done <chapters
run 0 help first-bot; out "YOUR FIRST BOT"; out "    \$ boardlab check mybot.lua"
[ "$(grep -v '^    ' out | wc -L)" -le 80 ] || fail "lines are longer than 80 columns"
run 2; err "Usage"; no_out
run 0 --version; out "boardlab "; out "(commit "
run 0 -V; out "boardlab "
run 0 version; out "boardlab "

# The list of commands is grouped under headings.
commands_under() { awk -v heading="$1:" '!NF { here = 0 } here { print $1 } $0 == heading { here = 1 }' "$folder/out" | xargs; }
group() {
  run 0 --help
  [ "$(commands_under "$1")" = "$2" ] || fail "under $1: $(commands_under "$1"), not $2"
  for name in $2; do
    run 0 "$name" --help; out "boardlab $name"; out "Example:"; fits; no_err
  done
}
run 0 show -h; out "boardlab show GAME"; out "Example:"
group Games "games show perft solve"
group Play "play replay serve export engine"
group Experiments "study simulate tournament sweep tune ladder coverage learn plan"
group Results "collect stats report compare merge"
group Lua "run new check profile reference"
group Tools "bench"

# Messages about wrong usage name the offending argument and suggest a fix.
run 0 show dorix --isolation off --moves; out "legal moves"
run 0 simulate tictacdoh:small=0.005k --games 0.02k -q -j1
out "tictacdoh: 20 games"
run 2 show dorix --seed ''; err "--seed takes a whole number"
run 2 show ''; err "is not a game"
run 2 show $'\xff\xfe'; err "there is no game '??'"
run 2 serve nowhere; err "cannot serve 'nowhere': No such file or directory"; no_out
run 2 serve ''; err "cannot serve ''"; no_out
run 2 serve out; err "'out' is neither a folder nor a Lua file"; no_out
run 2 serve --port 65536; err "--port takes a whole number from 0 to 65535"; no_out
run 2 serve --token short; err "--token takes 8 to 63 letters, digits, - and _, not 'short'"; no_out
run 2 serve --token 'with/slash'; err "--token takes 8 to 63 letters"; no_out
run 1 serve --address nowhere.example; err "write it as numbers, as in 127.0.0.1"; no_out
run 1 serve --address 192.0.2.1; err "cannot listen on 192.0.2.1"; no_out

# games
run 0 games; out "dorix"; out "tictacdoh"; out "quoridor"; out "orbital"; no_err
out "variants/tictacdoh3.lua"; out "bots/random.lua"; out "games/nim.lua"
cp out every_game
for game in dorix tictacdoh quoridor orbital; do
  run 0 games $game; out "Options, as in $game:"; out "Moves:"; out "--set"; no_err
  out "The complete rules: boardlab games $game --rules"
  run 0 games $game --rules; out "In boardlab:"; out "What the options settle:"; no_err
done
run 0 games variants/quoridor_pie.lua --rules
out "seat 2 may swap sides"; out "A variant of quoridor; the other rules are unchanged:"; out "# Quoridor"; no_err
for game in $(grep -o 'games/[a-z_]*\.lua' every_game); do # the report quotes the line
  run 0 games "$game"; grep -q '^Moves: ' out || fail "no line of the rules begins with Moves:"
done
run 0 games games/nim.lua --rules; out "one heap"; no_err
for name in dorix tictacdoh quoridor:size=7 orbital mcts alphabeta perfect bots/montecarlo.lua; do
  run 0 games $name; fits
done
run 0 games quoridor:size=7; out "2*(columns*rows/8)/players"; out "here 6"
run 0 games mcts:c=0.5; out "mcts:c=0.5, a bot"; out "Options, as in mcts:name"; out "iterations"; out "here 0.5"
run 0 games perfect; out "perfect, a bot"; out "Try"
run 0 games casual; out "In quoridor it stands for mcts:iterations="
run 0 simulate tictacdoh --seat strong --seat random --games 2; out "(mcts:iterations="
run 2 simulate tictacdoh --seat strong:iterations=3 --games 2; err "strong takes no options: here it stands for mcts:"
run 0 games bots/balance.lua; out "It plays only quoridor."; out "style"
run 0 games quoridor:size=5; out "default 9; here 5"; out "--random 5"
run 0 games quoridor; out "--play 'e2 e8 e3h d5v'"
run 0 games games/hex.lua; out "  s.board  a grid of 11 columns and 11 rows of hexagons"
run 0 games games/nim.lua; out "  s.heap[i]"

# reference
run 0 reference; out "Random numbers"; out "lab.simulate(plan)"; out "Rng:pick(list)"; fits; no_err
run 0 reference lab.simulate; out "lab.simulate(plan)"; out "Returns"; out "Fields of RunPlan"; out "Example"; no_err
run 0 reference S:Moves; out "State:moves(into?)"; out "a list to use instead of a new one"; no_err
run 2 reference ''; err "there is no '' in the Lua reference"; no_out
mkdir reference # what lies in the current folder is not run
echo 'error "run"' | tee reference/main.lua read.lua page.lua >text.lua
run 0 reference -o page.html; out "page.html"; no_err
grep -q '<title>boardlab Lua reference</title>' page.html || fail "it is not a page"
run 0 reference --out page.html; no_err
: >empty.html; run 0 reference --out empty.html
echo mine >mine.html; run 1 reference --out mine.html; err "mine.html exists and is not a reference of boardlab"; no_out
run 1 reference --out reference; err "reference is not a file"; no_out
run 1 reference --out nowhere/page.html; err "could not create nowhere/page.html: No such file or directory"; no_out
[ "$(cat mine.html)" = mine ] || fail "another file was replaced"
rm -r reference read.lua page.lua text.lua
# A damaged library: the message names the file, and nothing waits for a pipe.
mkdir library; cp -r "$library/reference" "$library/types" library
damaged() { BOARDLAB_LUA=$PWD/library run 1 reference; err "$1"; no_out; rm -r library/types; cp -r "$library/types" library; }
echo '---@field x integer' >>library/types/grids.lua; damaged "$PWD/library/types/grids.lua:$(wc -l <library/types/grids.lua): there is no @class before @field"
: >library/types/games.lua; damaged "$PWD/library/types/games.lua: nothing is declared in it"
rm library/types/games.lua; damaged "could not read '$PWD/library/types/games.lua': No such file"
ln -sf . library/types/games.lua; damaged "could not read '$PWD/library/types/games.lua': it is a folder"
rm library/types/games.lua; mkfifo library/types/games.lua; damaged "could not read '$PWD/library/types/games.lua': it is not a regular file"
ln -sf /dev/zero library/types/games.lua; damaged "could not read '$PWD/library/types/games.lua': it is not a regular file"
printf '%s\n' '---@class AA: BB' 'AA = {}' '---@class BB: AA' >>library/types/grids.lua; damaged "$PWD/library/types/grids.lua:$(wc -l <library/types/grids.lua): BB inherits from itself"
: >library/reference/read.lua; damaged "boardlab: $PWD/library/reference/read.lua: it is empty"
cp "$library/reference/read.lua" library/reference; echo 'x x' >library/reference/main.lua; damaged "boardlab: $PWD/library/reference/main.lua:1: syntax error"
cp "$library/reference/main.lua" library/reference; : >library/reference/page.html
BOARDLAB_LUA=$PWD/library run 1 reference --out damaged.html; err "$PWD/library/reference/page.html: it is empty"; no_out
[ ! -e damaged.html ] || fail "an empty page was written"
rm -r library

# show
run 0 show quoridor --play "e2 e8 e3h" --moves
out "seat 2 to move"; out "-------"; out "128 legal moves"; out "e4v"; lacks "e3v"
run 0 show quoridor:size=3 --play "b2 a3 b3"; out "over: seat 1 wins"
run 0 show dorix --set "b2=112 hand1=13 hand2=14 seat=2"; out "3:112"; out "seat 2 to move"
run 0 show tictacdoh --play "Sc3 Md3" --random 3 --seed 7; out "played:"
out "played: Sc3 Md3 "
cp "$folder/out" "$folder/first"
run 0 show tictacdoh --play "Sc3 Md3" --random 3 --seed 7
cmp -s "$folder/out" "$folder/first" || fail "the same seed shows a different game"
run 2 show quoridor --play "e2 e8 e5"; err "move 3, 'e5' is not legal"; no_out
run 0 show games/mnk.lua --set "board=X../.O./... seat=1"; out " 3  X . ."; out " 2  . O ."
run 0 show games/reversi.lua:size=4 --set "board=X.../.O../..../...."; out " 1  X . . ."; out " 2  . O . ."
run 2 show games/mnk.lua --set "board=X../.O."
err "board takes 3 rows of 3 characters out of .XOABCDEF, from the top and separated by /, or 9 integers from a1 on"

# Long settings are not truncated.
walls=$(echo {a,c,e,g,i}{1..9}h {b,d,f,h}{1,3,5,7,9}v | tr ' ' ,)
run 0 show quoridor:size=11 --set "pawn1=k1 pawn2=k11 walls=$walls"
run 2 show quoridor:size=11 --set "pawn1=k1 pawn2=k11 walls=$walls,zzz"; err "not 'zzz'"
run 2 show dorix --set "hand1=$(printf '1%.0s' {1..5000})"; err "hand1 takes a number from 0 to 15"
run 2 show orbital --set "a1=B1 after=Ba1 a1=- seat=2"; err "no piece of seat 1 sends seat 2 there"
run 2 show orbital --set "a1=B1 after=Ba1 seat=1"; err "no piece of seat 2 sends seat 1 there"
run 2 show dorix --seed "$(printf '1%.0s' {1..5000})"; err "--seed takes a whole number"

# perft
run 0 perft quoridor --depth 2; out "16,677"; rows 3
run 0 perft tictacdoh --depth 3 --play Sc3; out " 25 "; rows 4
run 0 perft quoridor:size=3 --depth 3 --divide; out "total"; out "316"; rows 12

# solve: stdout is reproducible, the time is on stderr.
run 0 solve quoridor:size=3,walls=1; out "quoridor:size=3: seat 2 wins in 8 plies under perfect play"
out "loses     c1 a1 a2h b2h a1h b1h a2v b2v a1v b1v b2"; out "line      c1 b2 a1h a2h b1 c2 c1 b1"
out "solved    430 positions"; rows 4; err "took "
run 0 solve quoridor:size=3,walls=0 --moves --quiet
out "  c1           seat 2 wins in 4 plies"; out "  b2           seat 2 wins in 2 plies"
out "line      c1 b2 c2 b1"; rows 6; no_err
run 0 solve quoridor:size=3,walls=0 --play "c1 b2" --quiet; out "seat 2 wins in 2 plies"
run 0 solve quoridor:size=3,walls=0 --set "pawn1=a2 pawn2=c2" --quiet; out "seat 1 wins in 1 ply under"
run 0 solve dorix:size=3,pawns=2 --quiet; out "a draw under"; out ", then repeats forever"
run 0 solve dorix:size=3,pawns=1,players=4 --quiet; out "a draw under"
# If the rules fail, no result that depends on them is printed.
cat >"$folder/boom.lua" <<'EOF'
return require("boardlab").rules {
  options = { at = { default = 9, min = 1, max = 99 }, text = false, soon = false }, state = { n = 1 },
  moves = function(s) return { s.n + 1, s.n + 2 } end,
  play = function(s, m, _, o) s.n = m if m == o.at then error "boom" end end,
  text = function(_, m, o) if o.text and m == 2 then error "boom" end return "m" .. m end,
  outcome = function(s, _, o) if o.soon and s.n == 1 or s.n > 20 then return 1 end end,
}
EOF
for way in "" "--quick" "--quick --moves" "--within 50"; do
  # shellcheck disable=SC2086
  run 1 solve "$folder/boom.lua" --quiet $way; err "boom"; lacks "in 2"
done
run 1 solve "$folder/boom.lua:at=2,soon=true" --quick --moves --quiet; err "boom"; lacks "a draw"
run 1 solve "$folder/boom.lua:at=99,soon=true,text=true" --quick --moves --quiet; err "boom"
# A forced win longer than the solver can represent, in a strongly connected component.
cat >"$folder/chain.lua" <<'EOF'
return require("boardlab").rules {
  players = 1, max_plies = 100000, state = { at = 1 }, options = { n = { default = 9, min = 1, max = 99999 } },
  moves = function(s) return s.at > 0 and { s.at + 1, s.at - 1 } or { s.at + 1 } end,
  play = function(s, m) s.at = m end,
  outcome = function(s, _, o) if s.at >= o.n then return 1 end end,
}
EOF
run 0 solve "$folder/chain.lua:n=300" --quick --quiet; out "seat 1 wins in at most 300 plies"
run 0 solve "$folder/chain.lua:n=16382" --quick --quiet; out "in at most 16,382 plies"
for n in 16383 16384 16385; do
  run 1 solve "$folder/chain.lua:n=$n" --quick --quiet; err "a forced win takes more than 16382 plies"; no_out
done

run 0 solve quoridor:size=4,walls=1 --quick --quiet; out "seat 1 wins in at most "; rows 2
run 0 solve quoridor:size=4,walls=1 --quick --moves --quiet; out "seat 2 wins in at most "; out "line      "
run 2 solve games/nim.lua --resume "$folder/saved"; err "--resume needs --isolation=off"
run 2 solve quoridor --within 3 --resume "$folder/saved"; err "leave out --resume"
run 1 solve quoridor --quick --quiet --memory 1; err "raise --memory, or use --within N"
run 0 solve tictacdoh:small=1,medium=1,large=1 --plain --quiet; out "a draw"; out "solved    56 positions"
run 0 solve games/nim.lua:heaps=3,tokens=1 --quiet; out "seat 2 wins in 6 plies"
run 0 solve dorix:size=3 --within 13 --quiet; out "dorix:size=3: seat 1 wins in 13 plies"; out "line      b2 a1 b2"; rows 3
run 0 solve quoridor:size=3 --within 7 --quiet; out "neither side can force a win within 7 plies"
run 1 solve quoridor --memory 2; err "quoridor does not fit into 2 MB: "; err "positions so far"; no_out
run 1 solve tictacdoh:players=3; err "has 3 sides: only games of one or two"; no_out
run 1 solve tictacdoh --set "c3=S c4=S c5=S"; err "the game is over"; no_out
# Progress is reported elsewhere than in a terminal, too, but not at once.
run 0 solve quoridor:size=3; err "took "; contains err "positions/s" && fail "progress of a short solve"
start solve quoridor --memory 1000
until_true contains err " positions/s, "
kill -TERM "$running"
finish 143
err "stopped after "; no_out

# bench
# However slow the rules are: an iteration evaluates all moves, each of which takes longer than the row should.
printf '%s\n' 'return require "boardlab".variant { name = "slow", base = "quoridor:size=5",' \
  'evaluate = function() local x = 0 for i = 1, 1e5 do x = x + i end return { 0.5, 0.5 } end }' >slow.lua
run 0 bench slow.lua --rounds 1 --seconds 0.001 --csv
[ "$(mlr --icsv --onidx filter '$mode == "mcts_bot"' 'then' cut -f games out)" = 1 ] || fail "a slow search has many iterations"
run 0 bench "quoridor:size=3,walls=0" --rounds 1 --seconds 0.001 --json
mlr --ijson --ocsv head -n 1 'then' cut -o -f game,mode,rounds,ratio out >rows.csv
grep -q '^"*quoridor:size=3,walls=0"*,sampled,1,' rows.csv || fail "not the rows as JSON"
run 0 bench --rounds 1 --seconds 0.001 --csv
out "game,mode,best_games_per_second"
out '"orbital",read,'; out '"orbital",program,'; out '"orbital",lua_sampled_budget,'; out '"orbital",lua_run_off,'
for spec in dorix dorix:players=3 dorix:players=4 tictacdoh tictacdoh:players=3 \
  tictacdoh:players=4 quoridor quoridor:players=4 orbital; do
  out "\"$spec\",sampled,"; out "\"$spec\",listed,"
done
for spec in dorix tictacdoh quoridor orbital; do out "\"$spec\",lua_listed,"; done
out '"games/mnk.lua",sampled,'; out '"variants/tictacdoh_no_repeat.lua",listed,'
out '"games/mnk.lua",run_moves,'
grep -e '^game,' -e '^"games/mnk.lua",' out >old.csv
run 0 bench games/mnk.lua --rounds 2 --seconds 0.001 --against old.csv
out "games/s"; out "  sampled     playouts: a random legal move is generated directly"; no_err
out "truncated  "; out " ratio"; out "ratio: the best rate, divided by that of the earlier measurement"
run 0 bench games/mnk.lua --rounds 1 --seconds 0.001 --against old.csv --csv; out "rounds,ratio"; no_err
run 0 bench games/nim.lua --rounds 1 --seconds 0.001 --against old.csv
err "'old.csv' has no row in common with this measurement (the same game and mode), so there are no ratios"
: > empty.csv
run 0 bench games/nim.lua --rounds 1 --seconds 0.001 --csv --against empty.csv; err "'empty.csv' has no row in common"
printf 'a,b\n1,2\n' > other.csv
run 2 bench tictacdoh --against other.csv; err "other.csv"; err "column"
sed '2s/,sampled,[0-9]*/,sampled,nan/' old.csv > nan.csv
run 2 bench tictacdoh --against nan.csv; err "'nan' is not a number of games per second"

# check
run 0 check tictacdoh --games 3; out "tictacdoh: a built-in game for 2 players"
out "of them up again with their settings"; out "pairs of positions that count as the same (equal keys or hashes)"
out "no problems"; no_err
run 0 check mcts:iterations=5 --games 2; out "mcts:iterations=5: a bot, playing tictacdoh"; out "no problems"
run 0 check perfect --games 2; out "a bot, playing tictacdoh:small=2"
run 0 check greedy --game quoridor:size=5 --games 2; out "playing quoridor:size=5"
run 0 check variants/tictacdoh3.lua --games 3
out "a variant of tictacdoh:players=3 for 3"; out "3 random games"; out "rules: at most"
run 0 check variants/tictacdoh_small.lua --games 3; out "a variant of tictacdoh that only sets options for 2"
run 0 check games/nim.lua:heaps=4 --games 3; out "games/nim.lua:heaps=4: a game in Lua for 2"
printf 'return require "modifiers".pie "games/mnk.lua"\n' >"$folder/pie.lua"
run 0 games "$folder/pie.lua:m=4"; out "1..26; default 3; here 4"; out "cells in a row that win"; lacks "default ;"
run 0 check bots/random.lua --games 4 --game quoridor:size=5
out "bots/random.lua: the bot random, playing quoridor:size=5"; out "4 games against random"; out "bot: at most"
run 0 check bots/random.lua --games 2 --budget 0 --memory 1; out "of 1 MB"
run 1 check no/such/file.lua; err "there is no file 'no/such/file.lua'"
mkdir "$folder/folder.lua"
run 1 check "$folder/folder.lua"; err "it is a folder"
printf 'return {' >"$folder/half.lua"
run 1 check "$folder/half.lua"; err "half.lua:1: "
: >"$folder/empty.lua"
run 1 check "$folder/empty.lua"; err "returns nothing; a bot returns a table with 'choose'"
err "if this is a script, \`boardlab run $folder/empty.lua\` runs it"
printf 'local n = arg[1] or 10\n' >"$folder/script.lua"
run 1 check "$folder/script.lua"; err "boardlab: $folder/script.lua looks like a script, as only scripts have 'arg': \`boardlab run $folder/script.lua\` runs it; "
err "script.lua:1: attempt to index a nil value (global 'arg')"
printf 'require "boardlab".simulate { game = "dorix" }\n' >"$folder/script.lua"
run 1 check "$folder/script.lua"; err "only scripts have 'simulate'"
run 2 simulate dorix --seat "$folder/script.lua" --games 1; err "only scripts have 'simulate'"
echo 'return { choose = function(s) return s:no_such_thing() end }' >"$folder/bad.lua"
run 1 check "$folder/bad.lua" --games 3; out "problem: forfeited 3 games: "; out "bad.lua:1: attempt to call"
echo 'return { choose = function() while true do end end }' >"$folder/loop.lua"
run 1 check "$folder/loop.lua" --games 2 --budget 100000
out "loop.lua:1: exceeded its budget of 100000 instructions"
echo 'return { choose = function() local t = {} while true do t[#t + 1] = { 1, 2, 3 } end end }' >"$folder/hungry.lua"
run 1 check "$folder/hungry.lua" --games 2 --memory 1; out "hungry.lua: exceeded its memory limit of 1 MB (--memory sets it)"
echo 'return { choose = function() return ("x"):rep(1e6) end }' >"$folder/long.lua"
run 1 check "$folder/long.lua" --games 2; out "long.lua: created a string of more than 64 KB"
echo 'return { name = "x", chose = 1 }' >"$folder/typo.lua"
run 2 check "$folder/typo.lua"; err "'choose' is a nil"
echo 'return { choose = function() end, gmaes = {} }' >"$folder/typo.lua"
run 2 check "$folder/typo.lua"; err "a bot has no 'gmaes'; did you mean 'games'?"
cat >"$folder/rules.lua" <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s) return { 1 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, seat) if s.n == 3 then return nothing.at_all end end,
}
END
run 1 check "$folder/rules.lua"; out "rules.lua:6: attempt to index a nil value (global 'nothing')"
cat >"$folder/two.lua" <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s, move) s.n = s.n + move end,
  outcome = function(s, seat)
    if s.n == 5 then error("first") elseif s.n > 5 then error("second") end
  end,
}
END
run 1 check "$folder/two.lua" --games 20; out "two.lua:7: first"; out "two.lua:7: second"
run 1 show "$folder/rules.lua" --random 5; err "rules.lua:6: attempt to index"
run 2 show "$folder/rules.lua" --play "1 1 1"; err "move 3, '1': $folder/rules.lua:6: attempt to index"; no_out
run 1 check "$folder/rules.lua" --games 1; out "(in 1 of 1 game)"
sed 's/return { 1 }/if s.n == 1 then error("no moves") end return { 1 }/' "$folder/rules.lua" >"$folder/moves.lua"
for how in auto off; do
  run 2 show "$folder/moves.lua" --play "1 1" --isolation=$how; err "move 2, '1': $folder/moves.lua:4: no moves"; no_out
  run 2 show "$folder/moves.lua" --play "1 pass" --isolation=$how; err "move 2, 'pass': $folder/moves.lua:4: no moves"
done
# Files of the library have the same name as a base as when they are opened.
mkdir "$folder/based"
echo 'return require("boardlab").variant { base = "games/mnk.lua:m=4", vars = { a = 1 } }' >"$folder/based/mnk4.lua"
run 0 check "$folder/based/mnk4.lua" --games 2; out "mnk4.lua: a variant of games/mnk.lua:m=4 for 2 players"
run 0 games "$folder/based/mnk4.lua"; out "A variant of games/mnk.lua:m=4; the other rules are unchanged:"
# The name that a bot declares.
echo 'return { name = "Deep Thought", choose = function(s) return s:random_move() end }' >"$folder/dt.lua"
run 0 check "$folder/dt.lua" --games 2; out "dt.lua: the bot Deep Thought, playing tictacdoh"
run 0 games "$folder/dt.lua"; out "dt.lua, the bot Deep Thought"
echo 'return { choose = function(s) return s:random_move() end }' >"$folder/nameless.lua"
run 0 check "$folder/nameless.lua" --games 2; out "nameless.lua: a bot, playing tictacdoh"
run 0 games "$folder/nameless.lua"; out "nameless.lua, a bot"
mkdir -p "$folder/library/bots"
printf 'return { name = "Deep\\27 Thought", summary = "thinks", choose = function() end }\n' >"$folder/library/bots/dt.lua"
echo 'return { name = "same", summary = "plays", choose = function() end }' >"$folder/library/bots/same.lua"
export BOARDLAB_LUA="$folder/library"
run 0 games; out "bots/dt.lua                       Deep? Thought: thinks"; out "bots/same.lua                     plays"
unset BOARDLAB_LUA
run 1 perft "$folder/rules.lua" --depth 4; err "rules.lua:6: attempt to index"
run 0 check bots/runner.lua --against bots/random.lua --game quoridor:players=4 --games 4
out "4 games against bots/random.lua"
echo 'return require("boardlab").variant { base = "tictacdoh", allow = function() end }' >"$folder/none.lua"
run 1 check "$folder/none.lua" --games 3; out "no seat ever has a legal move: all plies are passes"
echo 'return require("boardlab").variant { base = "tictacdoh", max_plies = 3, example = "Lc3" }' >"$folder/three.lua"
run 1 check "$folder/three.lua" --games 3; out "no random game ended within 3 plies"
echo 'return require("boardlab").variant { base = "tictacdoh", chance = function() return { 1, 2 } end, roll = function() end }' >"$folder/nature.lua"
run 1 check "$folder/nature.lua" --games 3; out "nature moves in all of the first"; out "let 'chance' return nil once it has rolled"
echo 'return require("boardlab").variant { base = "tictacdoh", vars = { a = 1 }, example = "Ld4" }' >"$folder/example.lua"
echo 'return require("boardlab").variant { base = "quoridor:size=5" }' >"$folder/five.lua"
run 0 check "$folder/five.lua" --games 3; out "no problems"
cat >"$folder/corner.lua" <<'END'
return require("boardlab").variant {
  base = "tictacdoh",
  allow = function(s, move) return s:describe(move).to ~= "b2" end,
}
END
run 0 check "$folder/corner.lua" --games 100; out "no problems"
# An `allow` by values that depends on more than these; and the work of finding an answer, which no bot pays.
cat >"$folder/fickle.lua" <<'END'
local calls = 0
return require("boardlab").variant {
  base = "dorix", depends = { "to", "seat" },
  allow = function() calls = calls + 1 return calls % 3 > 0 end,
}
END
run 1 check "$folder/fickle.lua" --games 3
out "fickle.lua: 'allow' depends on more than 'depends' names: put the rest into vars, and name it there"
cat >"$folder/last.lua" <<'END'
local last
return require("boardlab").variant {
  base = "tictacdoh", depends = { "size" },
  allow = function(size) return size ~= last end,
  after = function(_, move, _, before) last = before:part(move, "size") end,
}
END
for how in auto off; do
  run 1 check "$folder/last.lua" --games 3 --isolation $how; out "last.lua: 'allow' depends on more than"
  out "(in 3 of 3 games)"
done
# A `score` that is another one once the game is over, which it has decided.
cat >"$folder/late.lua" <<'END'
return require("boardlab").rules {
  players = 2, state = { taken = { 2 }, left = 1 }, start = function(s) s.left = 4 end,
  moves = function() return { 0, 1, 2 } end,
  play = function(s, move, seat) s.taken[seat], s.left = s.taken[seat] + move, s.left - 1 end,
  score = function(s) return { s.taken[1], s.taken[2] + (s:outcome() and 9 or 0) } end,
  outcome = function(s) return s.left == 0 or nil end,
}
END
for how in auto off; do
  run 1 check "$folder/late.lua" --games 3 --isolation $how
  out "late.lua: 'outcome' left the decision to the score, "
  out "but once the game is over 'score' returns "
done
sed 's/ + (s:outcome() and 9 or 0)//' "$folder/late.lua" >"$folder/plain.lua"
run 0 check "$folder/plain.lua" --games 3; out "no problems"
sed 's/local last$//; s/depends/vars = { last = 0 }, depends/; s/{ "size" }/{ "size", "last" }/; s/(size) return size/(size, last) return size:byte()/
  s/(_, move, _, before) last = \(.*\) end/(s, move, _, before) s.last = (\1 or " "):byte() end/' "$folder/last.lua" >"$folder/named.lua"
run 0 check "$folder/named.lua" --games 3; out "no problems"
sed '/depends/s/depends.*//; s/(size) return size/(s, move) return s:part(move, "size")/' "$folder/last.lua" >"$folder/asked.lua"
run 1 check "$folder/asked.lua" --games 3; out "the list of moves depends on what was asked or played before"
sed '/depends/s/depends.*//; /allow/d; s/before:/_:/; s/(_, move, _, before)/(_, move)/' "$folder/last.lua" >"$folder/late.lua"
run 1 check "$folder/late.lua" --games 20; out "has already been played: ask the position before it"; out "1 problem"
cat >"$folder/slow.lua" <<'END'
return require("boardlab").variant {
  base = "dorix", depends = { "to" },
  allow = function(to) for _ = 1, 15000 do end return to ~= "b2" end,
}
END
echo 'return { choose = function(s) for _ = 1, 50 do s:count() end return s:moves()[1] end }' >"$folder/counts.lua"
run 0 simulate "$folder/slow.lua" --seat "$folder/counts.lua" --games 1 --budget 20000; out "forfeited 0.0%"
run 1 check orbital:bases=0,thrusters=0,antennas=0 --games 3
out "problem: the game is over before the first move"; out "1 problem"
cat >"$folder/endless.lua" <<'END'
return require("boardlab").rules {
  state = { kind = 1 },
  moves = function() return { 1, 2 } end,
  play = function(s, move) if s.kind == 0 then s.kind = move end end,
  outcome = function(s) if s.kind == 1 then return "draw" end end,
  max_plies = 40,
}
END
run 0 check "$folder/endless.lua" --games 100
out "warning: 46.0% of random games (46 of 100) did not end within 40 plies"; out "no problems, 1 warning"
run 1 check "$folder/example.lua" --games 3; out "its example cannot be played: move 1, 'Ld4' is not legal"
echo 'return { base = "dorix", setup = print }' >"$folder/plain.lua"
run 2 check "$folder/plain.lua" --games 3; err "pass it to lab.variant"
run 1 run "$folder/plain.lua"; err "boardlab check"
run 0 games bots/montecarlo.lua; out "playouts"; out "--seat bots/montecarlo.lua"
run 0 games variants/quoridor_dash.lua; out "A variant of quoridor; the other rules are unchanged:"
run 0 show variants/quoridor_opening.lua --seed 1; cp "$folder/out" "$folder/first"
run 0 show variants/quoridor_opening.lua --seed 2
cmp -s "$folder/out" "$folder/first" && fail "different seeds give the same random start"
run 0 show variants/quoridor_opening.lua:plies=0; out "seat 1 on e1"
run 0 show variants/quoridor_handicap.lua:fewer=7,handicapped=2; out "seat 2 on e9 goes down; walls left: 3"

# Lua files can be used wherever a game is expected.
run 0 show variants/quoridor_pie.lua:size=5 --play "c2 swap" --moves
out "seat 2 has swapped: it plays the side of seat 1"; out "seat 1 to move"
run 0 show games/mnk.lua:m=4,n=4,k=4,players=3 --play "a1 b1 c1"; out "X O A ."
run 2 show games/mnk.lua --play "a1 z9"; err "'z9' is not a legal move; the legal moves are b1"
run 0 perft games/mnk.lua --depth 4; out " 3,024 "
run 0 games variants/tictacdoh_no_repeat.lua; out "variants/tictacdoh_no_repeat.lua:name=value"; out "s:stash(size)"

# run
echo 'print(#arg, arg[0], arg[1], ...) return 7' >"$folder/script.lua"
run 7 run "$folder/script.lua" --help -x; out "2	$folder/script.lua	--help	--help	-x"
echo 'os.exit(5)' >"$folder/script.lua"
run 5 run "$folder/script.lua"
echo 'error("no good")' >"$folder/script.lua"
run 1 run "$folder/script.lua"; err "script.lua:1: no good"; err "stack traceback"
echo 'error("GAMES must be a number: not x", 0)' >"$folder/script.lua"
run 1 run "$folder/script.lua"; err "boardlab: GAMES must be a number"; [ "$(wc -l <"$folder/err")" = 1 ] || fail "a traceback"
# A game with the most moves there may be needs no large stack.
cat >"$folder/wide.lua" <<'EOF'
return require("boardlab").rules {
  max_moves = 32768, state = { taken = 1 },
  moves = function()
    local list = {}
    for i = 1, 32768 do list[i] = i end
    return list
  end,
  play = function(s, move) s.taken = move end,
  outcome = function(s) if s.taken > 1 then return "draw" end end,
}
EOF
cat >"$folder/script.lua" <<'EOF'
local lab = require "boardlab"
local s = lab.game("wide.lua"):start()
local _, moves = lab.search.mcts(s, { iterations = 3 })
print(#moves, #s:moves(), s:play(s:random_move()):outcome())
EOF
stack=$(ulimit -S -s)
ulimit -S -s 1024
run 0 run "$folder/script.lua"; out "32768	32768	draw"
ulimit -S -s "$stack"
echo 'print(require("boardlab").version, require("modifiers").pie ~= nil)' >"$folder/script.lua"
run 0 run "$folder/script.lua"; out "true"
echo 'local r = require("boardlab").match("tictacdoh", { arg[1], "random" })[1] print(r.outcome, r.reason)' >"$folder/script.lua"
run 0 run --budget 5000 "$folder/script.lua" "$folder/loop.lua"; out "exceeded its budget of 5000 instructions"
run 0 run --budget 70000 "$folder/script.lua" "$folder/loop.lua"; out "exceeded its budget of 70000 instructions"
run 2 run no_such.lua; err "there is no file 'no_such.lua'"; err "\`boardlab run\` lists the included scripts"
for name in bot_ladder bto_ladder.lua scripts/bot_lader.lua BOT_LADDER.LUA; do run 2 run $name; err "there is no file '$name'"; err "; did you mean 'scripts/bot_ladder.lua'?"; done
run 2 run ''; err "boardlab: the name of the file is empty: name a Lua file"; no_out
run 2 run ' '; err "there is no file ' '"
run 2 run $'no\xff.lua'; err "there is no file 'no?.lua'"
echo 'print "here"' >$'yes\xff.lua'; run 0 run $'yes\xff.lua'; out "here"
one_line() { [ "$(wc -l <"$folder/err")" = 1 ] || fail "more than a line"; no_out; }
mkdir place.lua; run 1 run place.lua; err "could not read 'place.lua': it is a folder"; one_line
mkdir place; run 1 run place; grep -qx "boardlab: could not read 'place': it is a folder" err || fail "more is said about a folder"
mkfifo pipe.lua; run 1 run pipe.lua; err "could not read 'pipe.lua': it is not a regular file"; one_line
ln -s ring.lua circle.lua; ln -s circle.lua ring.lua; run 1 run ring.lua; err "could not read 'ring.lua': Too many levels of symbolic links"; one_line
for file in ring place; do run 1 check $file.lua; err "boardlab: could not read '$file.lua': "; one_line; done
printf '\33Lua' >binary.lua; for command in run check; do run 1 $command binary.lua; err "boardlab: binary.lua: attempt to load a binary chunk"; one_line; done
{ printf 'return '; printf '%300s' '' | tr ' ' '('; } >deep.lua; for command in run check; do run 1 $command deep.lua; err "boardlab: deep.lua: C stack overflow"; one_line; done
# A byte order mark is skipped, as lua5.4 does, also before a line for the shell.
printf '\357\273\277#!/usr/bin/env boardlab run\n-- Says hello.\nprint "hello"\nerror "line 4"\n' >mark.lua
run 1 run mark.lua; out "hello"; err "mark.lua:4: line 4"
run 0 run mark.lua --help; [ "$(cat out)" = "Says hello." ] || fail "the comment after a byte order mark"
{ printf '\357\273\277'; cat "$library/variants/tictacdoh3.lua"; } >variant.lua; run 0 check variant.lua --games 2
echo 'plain words' >words.txt; run 1 run words.txt; err "boardlab: words.txt:1: syntax error near 'words'; is it a Lua script?"; one_line
echo 'return {' >cut.lua; run 1 run cut.lua; err "boardlab: cut.lua:2: unexpected symbol near <eof>"; one_line
run 1 run bots/walls.lua; err "bots/walls.lua returns a table, as files of bots and games do; try \`boardlab check bots/walls.lua\`"

# new
for kind in bot variant game script; do
  run 0 new $kind "$folder/my$kind"; out "Wrote $folder/my$kind.lua"
  [ -s "$folder/my$kind.lua" ] || fail "no file was written"
  grep -q '@' "$folder/my$kind.lua" && fail "a placeholder was not replaced"
  cp "$folder/my$kind.lua" "$folder/kept"
  run 1 new $kind "$folder/my$kind.lua"; err "File exists"
  cmp -s "$folder/kept" "$folder/my$kind.lua" || fail "a file was overwritten"
done
for kind in bot variant game; do run 0 check "$folder/my$kind.lua" --games 20; done
run 0 run "$folder/myscript.lua" 10; out "10 games of tictacdoh"
run 0 new game mine; out "boardlab check mine.lua   test it"; out "boardlab serve mine.lua   play it"
run 0 run; out "scripts/compare_variants.lua"; out "Is a variant fairer or shorter"
run 1 run scripts/compare_variants.lua; err "usage: boardlab run scripts/compare_variants.lua DIR"
run 0 run scripts/compare_variants.lua --help; out "  boardlab run scripts/compare_variants.lua DIR [GAMES"; no_err
[ "$(tail -n 1 "$folder/out")" = "Takes 3 seconds on two cores." ] || fail "the help does not end with the comment"
printf '#!/usr/bin/lua\n--What it\n--\n-- \033does\nprint(1)' >about.lua; run 0 run about.lua --help
printf 'What it\n\n?does\n' | cmp -s - "$folder/out" || fail "another comment is printed"
run 0 run about.lua --help more; out 1
echo 'print("asked", arg[1])' >about.lua; run 0 run about.lua --help; out "asked"$'\t'"--help"
run 0 new game bids --like auction; grep -q "go to the highest bidder" bids.lua || fail "no recipe in bids.lua"
run 2 new game other --like auctions; err "there is no recipe 'auctions'; the recipes are simultaneous, elimination, "
run 2 new bot other --like auction; err "--like is for games"
run 1 new game bids --like auction; err "could not create 'bids.lua': File exists"
run 1 new bot "$folder/no/folder"; err "No such file or directory"
run 2 new bot ''; err "'' is not a file name"

# tournament and sweep; runs.sh has more about runs.
run 0 tournament tictacdoh --bot random --bot bots/onestep.lua --games 5 --quiet
out "10 games between 2 bots in 2 seatings"; out "bots/onestep.lua"; out "advantage"; no_err
run 0 tournament dorix:players=3 --bot random --bot bots/onestep.lua --bot bots/guard.lua --games 1 --quiet
out "in 6 seatings"; out "Score of each bot by seat"; no_err
# The score in the sentence is the one in the table: for each seat.
run 0 tournament dorix:players=3 --bot random --bot greedy --games 5 --quiet
out "it scores 66.7% of the points per seat"; out "equals would score 33.3%"
grep -qE '^ *1 +greedy .* 66\.7% ' "$folder/out" || fail "another score in the table"
run 0 simulate dorix:players=4 --seat greedy --seat random --seat random --seat random --rotate --games 8 --quiet
out "A game counts once for each team that the bot plays in, whoever else is in it."
run 0 tournament dorix:players=4 --bot random --bot bots/diagonal.lua --games 2 --quiet
out "in 2 seatings"; out "1+3"; out "2+4"; no_err
run 0 tournament quoridor:players=4,size=5 --bot random --bot bots/runner.lua --games 1 --quiet
out "in 14 seatings"
tournament="tournament dorix:players=3 --bot random --bot bots/onestep.lua --bot bots/drawn.lua --games 4 --quiet --moves"
run 0 $tournament --jobs 1 --out "$folder/tournament1"
run 0 $tournament --jobs 7 --out "$folder/tournament7"
for part in 1 2 3; do
  run 0 $tournament --shard $part/3 --out "$folder/tournament_$part"
done
run 0 merge "$folder/tournament_2" "$folder/tournament_3" "$folder/tournament_1" --out "$folder/tournament"
out "between 3 bots in 6 seatings"
for other in tournament7 tournament; do
  same "$folder/tournament1" "$folder/$other"
done
for name in games moves summary ratings crosstable; do
  [ -s "$folder/tournament/$name.csv" ] || fail "there is no $name.csv"
done
mv "$folder/tournament" "$folder/again.writing"
run 1 merge "$folder/tournament_2" "$folder/tournament_3" "$folder/tournament_1" --out "$folder/again"; err "is in the way"
same "$folder/tournament1" "$folder/again.writing"
run 0 sweep quoridor:size=3 --vary walls=0..1 --games 1 --quiet; out "There is nothing to compare: one game each is too few."
echo 'return { choose = function() error("boom") end }' >"$folder/forfeits.lua"
run 1 sweep quoridor:size=3 --vary walls=0..1 --seat "$folder/forfeits.lua" --games 20 --quiet --out "$folder/forfeits"
out "Every game was forfeited: there is nothing to compare."; out "The first forfeit: "; out "boom"
err "every game was forfeited"; ! grep -q "do not show" "$folder/out" || fail "forfeited games are taken for results"
run 0 report "$folder/forfeits" --out "$folder/forfeits.html"
grep -q "Every game was forfeited: there is nothing to compare." "$folder/forfeits.html" ||
  fail "the report does not say that every game was forfeited"
run 0 sweep quoridor --vary walls=2..4 --vary size=3,5 --games 10 --quiet --out "$folder/sweep"
out "quoridor: 6 runs, seed 1"; no_err
out "These games do not show that anything depends on walls or size."; out "No run is shown to be the fairest"; out "(Holm)"
out "$folder/sweep/sweep_trends.csv    how the metrics depend on the options"
head -n 1 "$folder/sweep/sweep_trends.csv" | grep -qx "kind,option,value,base,step,metric,change,low,high,p_value,p_holm,games" ||
  fail "wrong columns in sweep_trends.csv"
[ "$(wc -l <"$folder/sweep/sweep.csv")" -eq 7 ] || fail "sweep.csv does not have 7 lines"
run 0 simulate quoridor:walls=3,size=5 --games 10 --quiet --out "$folder/alone"
cmp -s "$folder/alone/games.csv" "$folder/sweep/walls=3,size=5/games.csv" || fail "a run of a sweep differs from the same run alone"
for part in 1 2; do
  run 0 sweep quoridor --vary walls=2..4 --vary size=3,5 --games 10 --quiet --shard $part/2 --out "$folder/sweep$part"
done
run 0 merge "$folder/sweep2" "$folder/sweep1" --out "$folder/merged"; out "6 runs"; no_err
same "$folder/merged" "$folder/sweep"
run 1 merge "$folder/sweep2" --out "$folder/half"; err "1 of 2 shards is missing: 1"
run 0 sweep quoridor --vary walls=2..3 --vary size=3,5 --games 10 --quiet --shard 1/2 --out "$folder/other"
run 1 merge "$folder/sweep2" "$folder/other" --out "$folder/half"; err "are not shards of the same sweep"
[ ! -e "$folder/half" ] || fail "a failed merge left its folder"
run 1 sweep quoridor --vary walls=2..4 --games 10 --out "$folder/sweep"; err "already holds a sweep"
run 1 sweep quoridor --vary walls=2 --games 10 --out "$folder/alone" --resume; err "holds a run, not a sweep"
run 0 sweep quoridor --vary walls=2..4 --vary size=3,5 --games 10 --quiet --out "$folder/sweep" --resume
run 0 sweep quoridor:size=5 --vary walls=1,2 --seat alphabeta:depth=1 --games 20 --quiet
out "Both runs repeat their games; walls=1 has 1 distinct of 20."

# ladder
steps="ladder tictacdoh --bot bots/montecarlo.lua:candidates=3 --double playouts=1 --games 20 --quiet"
run 0 $steps --levels 3 --out "$folder/steps"
out "tictacdoh: bots/montecarlo.lua:candidates=3 at 3 doubling levels of playouts, seed 1"; no_err
out "Between equals:"; out "Against the level below:"; out "With playouts doubled, the bot scores "
out "Between equals the balance is "; out "% at "; out "(seat 1 wins "; out "$folder/steps/ladder.csv"
[ "$(wc -l <"$folder/steps/ladder.csv")" -eq 4 ] || fail "ladder.csv does not have 4 lines"
for name in 1 2 2-1 4 4-2; do
  [ -s "$folder/steps/playouts=$name/games.csv" ] || fail "there is no run playouts=$name"
done
run 0 simulate tictacdoh --seat bots/montecarlo.lua:candidates=3,playouts=4 --seat bots/montecarlo.lua:candidates=3,playouts=2 \
  --rotate --games 20 --seed "$(sed -n 's/.*"seed": \([0-9]*\).*/\1/p' "$folder/steps/playouts=4-2/run.json")" --quiet --out "$folder/step"
same "$folder/step" "$folder/steps/playouts=4-2"
run 0 $steps --levels 2 --out "$folder/short"
run 0 $steps --levels 3 --out "$folder/short" --resume; out "at 3 doubling levels"
same "$folder/steps" "$folder/short"
run 0 $steps; out "at 5 doubling levels"; out "Nothing was saved"
run 0 ladder dorix:players=4 --bot bots/montecarlo.lua --double playouts=1 --levels 2 --games 3 --quiet
out "seat 4 wins"; no_err
run 0 ladder tictacdoh --bot bots/montecarlo.lua --double playouts=64 --levels 2 --games 4 --quiet --budget 5000
out "At playouts=64 100.0% of the games between equals were forfeited; if the bot exceeds its budget, raise it with --budget N."
run 0 ladder quoridor:size=3 --bot alphabeta --double depth=1 --levels 2 --games 50 --quiet
out "All runs repeat their games; depth=1 has 1 distinct of 50."
run 1 $steps --levels 3 --out "$folder/steps"; err "already holds a ladder"
run 1 $steps --levels 2 --out "$folder/steps" --resume; err "holds a ladder of 3 levels"
run 1 $steps --out "$folder/sweep" --resume; err "holds a sweep, not a ladder"
run 1 $steps --out "$folder/step" --resume; err "holds a run, not a ladder"
run 2 ladder tictacdoh --bot bots/uct.lua --double rounds=10 --levels 20
err "rounds takes 1..100000, but 20 levels from 10 go up to 5242880; use 14 levels"; no_out
run 2 $steps --resume; err "--resume needs --out DIR"

# A full disk is reported.
if [ -w /dev/full ]; then
  command="games quoridor >/dev/full"
  "$boardlab" games quoridor >/dev/full 2>"$folder/err"
  [ $? -eq 1 ] || fail "a full disk is not reported"
  : >"$folder/out"
  err "could not write the output: No space left"
  command="perft >/dev/full"
  "$boardlab" perft tictacdoh >/dev/full 2>"$folder/err"
  [ $? -eq 1 ] || fail "a full disk is not reported"
  err "could not write the output: No space left"
fi

conclude
