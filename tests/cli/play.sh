#!/usr/bin/env bash
# Tests of boardlab play, replay and show with saved games: with piped input and on
# a pseudo-terminal; and of the progress of check there. Arguments: the paths of boardlab
# and of typist.
typist=$(realpath "$2")
. "$(dirname "$0")/../support/expect.sh"
input=in
export TERM=xterm HOME=$folder LC_ALL=C.UTF-8
unset NO_COLOR

# lines TEXT…: sets the input of the next command.
lines() { printf '%s\n' "$@" >in; }

# type_at CODE ARGUMENT…: like run, but on a terminal; "in" is the script of typist.
type_at() { program=$typist run "$1" "$boardlab" "${@:2}"; }

times() { [ "$(grep -cF -- "$2" out)" -eq "$1" ] || fail "stdout does not have $1 times: $2"; }
has() { grep -qxF -- "$2" "$1" || fail "$1 lacks: $2"; }

# A scripted game between two humans is saved as it was played.
lines b2 a3 b3 "save won.game" quit
run 0 play quoridor:size=3 --seat human --seat human --seed 4
out "quoridor:size=3, seed 4"; out "seat 2: human"; out "over: seat 1 wins"; out "saved in won.game"; no_err
has won.game "boardlab game"; has won.game "seed: 4"; has won.game "seat 2: human"; has won.game "b2 a3 b3"
grep -q '^game: quoridor:players=2,side_seat=2,size=3,columns=3,rows=3,' won.game || fail "the options are not spelled out"

# Moves are taken in letters of any case, and by a beginning that only one of them has.
lines sc3 mb mb2 quit
run 0 play tictacdoh --seat human --seat human
out "sc3 is taken as Sc3"; out "mb2 is taken as Mb2"; err "'mb' is not a move"
echo 'return require("boardlab").rules { moves = function() return { 1, 2 } end, play = function() end,
  text = function(_, m) return m == 1 and "north" or "south" end, state = { n = 1 } }' >words.lua
lines NO s x quit
run 0 play words.lua --seat human --seat human; out "NO is taken as north"; out "s is taken as south"; err "'x'"

# A bot whose memory is full says so, wherever it runs; by default it has what it needs.
lines quit
full="has reached its limit of memory, so its tree stopped growing: memory=MEGABYTES raises it"
run 0 play quoridor:size=5 --seat mcts:iterations=20000,memory=1 --seat human; out "seat 1 (mcts:iterations=20000,memory=1) $full"
run 0 play quoridor:size=5 --seat mcts:iterations=20000 --seat human; times 0 "$full"
run 0 play variants/quoridor_opening.lua:size=7 --seat mcts:iterations=20000,memory=1 --seat human --seed 1; out "$full"
run 0 simulate quoridor:size=5 --seat mcts:iterations=20000,memory=1 --seat random --games 3 --quiet
err "in 3 of 3 games a search ${full#has }"
run 0 ladder quoridor:size=5 --bot mcts:memory=1 --double iterations=10000 --levels 2 --games 2 --quiet
err "in 6 of 6 games a search ${full#has }"

# show and replay of the saved game agree with show --play of its moves.
: >in
run 0 show won.game; cp out last; no_err
run 0 show quoridor:size=3 --play "b2 a3 b3"; cmp -s out last || fail "show draws a different position"
run 0 replay won.game
out "0 of 3: the first position"; out "3 of 3: seat 1 plays b3"; times 4 "    a   b   c"; no_err
sed '/^$/,$!d' last | tail -n +2 >wanted
tail -n "$(wc -l <wanted)" out | cmp -s - wanted || fail "the replay ends elsewhere"
run 0 replay won.game --plain; times 4 " of 3: "
run 0 replay won.game --ply 2; out "2 of 3: seat 2 plays a3"; times 1 " of 3: "
run 2 replay won.game --ply 4; err "--ply takes a whole number from 0 to 3, not '4'"
run 0 show won.game --moves; out "0 legal moves"
run 2 show won.game --play b2; err "move 1, 'b2': the game is over"
run 2 show won.game --seed 3; err "--seed needs --random here"
run 2 show won.game --set pawn1=a1; err "won.game is a saved game"
run 2 show no.game; err "could not open no.game: No such file"
run 2 replay no.game; err "could not open no.game"
run 2 replay ''; err "boardlab: the name of the file is empty: name a game file"
run 2 replay .; err ". is not the folder of a run"
! grep -q -- --game err || fail "--game would not help"
run 2 replay won.game --game 1; err "--game needs the folder of a run, which won.game is not"
run 2 replay . --game 0; err "there is no run.json in it"

# Games of a run: from moves.csv, or played again where their moves were not kept. Each has the moves that a run of
# the same seed with --moves recorded.
# moves_shown: the moves that replay printed; moves_of RUN GAME: those that moves.csv has.
moves_shown() { sed -n 's/^[0-9]* of [0-9]*: .* plays //p' out; }
moves_of() { mlr --icsv --onidx filter "\$number == $2" 'then' cut -f move "$1/moves.csv"; }
for arguments in "tictacdoh --games 103" "quoridor:size=4 --seat random --seat bots/runner.lua --rotate --games 6" \
  "tictacdoh --seat greedy --seat random --rotate --pairs --opening 2 --games 6" "games/dice_race.lua --games 102" \
  "variants/quoridor_opening.lua:size=5 --games 102"; do
  # shellcheck disable=SC2086
  run 0 simulate $arguments --quiet --out kept
  # shellcheck disable=SC2086
  run 0 simulate $arguments --quiet --out all --moves
  for number in 0 3 $(($(wc -l <all/games.csv) - 2)); do
    run 0 replay kept --game "$number"
    cmp -s <(moves_shown) <(moves_of all "$number") || fail "other moves than those of game $number"
    run 0 show kept --game "$number"; cp out last
    run 0 show all --game "$number"; cmp -s out last || fail "another last position"
  done
  rm -r kept all
done
run 0 simulate tictacdoh --games 4 --max-plies 3 --quiet --out short
run 0 show short --game 3; out "truncated: the run has a limit of 3 plies"
run 0 show short --game 3 --ply 2; lacks truncated; out "seat 1 to move"
run 0 show short --game 3 --ply 0 --play Mc3; out "stash: 5 small, 4 medium, 5 large"
run 2 show short --game 3 --play Mc3; err "the game in short is over: truncated"
run 2 show short --game 4; err "the run has no game 4: its games are 0 to 3"
run 2 show short --game -1; err "--game takes a whole number from 0"
run 2 show short; err "short is a folder: --game N"
run 2 replay short; err "short is a folder: --game N names a game of the run in it, 0 for the first"
run 2 show short --game 3 --ply 4; err "--ply takes a whole number from 0 to 3, not '4'; the game has 3 moves"
run 2 show tictacdoh --ply 2; err "--ply needs a saved game or the folder of a run, which tictacdoh is not"

# A folder that is called like a game does not hide the game; with --game N it is the folder.
run 0 show tictacdoh --play Sc3; cp out last
mkdir quoridor quoridor:size=3 && mv short tictacdoh
run 0 show tictacdoh --play Sc3; cmp -s out last || fail "the folder hides the game"
run 0 show quoridor --set pawn1=a1; run 0 show quoridor:size=3 --moves; out "legal moves"
run 0 show tictacdoh --game 3; out "truncated: the run has a limit of 3 plies"
run 2 show tictacdoh --ply 2; err "--ply needs --game N here: without it tictacdoh is the game, not the folder"
run 2 show ./tictacdoh; err "./tictacdoh is a folder: --game N"
run 2 show quoridor --game 0; err "quoridor is not the folder of a run: there is no run.json in it"
rm -r quoridor quoridor:size=3 tictacdoh

# Other folders of results: what is in them, with --game and without.
run 0 sweep quoridor:size=3 --vary walls=0..1 --games 2 --quiet --out several
run 0 ladder quoridor:size=3 --bot mcts --double iterations=1 --levels 2 --games 2 --quiet --out steps
run 0 tune quoridor:size=3 --vary walls=0..1 --goal plies=7 --games 600 --quiet --out tuned
for verb in show replay; do
  for number in "" "--game 0"; do
    # shellcheck disable=SC2086
    run 2 $verb several $number; err "several is not the folder of a run"; err "it is the folder of a sweep: each folder in it is a run"
    # shellcheck disable=SC2086
    run 2 $verb steps $number; err "steps is not the folder of a run"; err "it is the folder of a ladder: each folder in it is a run"
    # shellcheck disable=SC2086
    run 2 $verb tuned $number; err "tuned is not the folder of a run"; err "it is the folder of a tuning, which keeps no games"
  done
done
rm -r several steps tuned
for verb in report stats; do
  run 1 $verb nothere; err "nothere is not the folder of a run: it does not exist"
done

# Without colour, play draws the board exactly as show does.
lines "save a.game"
run 0 play quoridor --play "e2 e8 e3h" --seat human --seat human --seed 1; sed '1,/^$/d' out | grep -v saved >first
: >in
run 0 show quoridor --play "e2 e8 e3h"; sed '1,/^$/d' out | cmp -s - first || fail "play and show draw differently"

# undo goes back to the last turn of a human, redo forward again.
lines Sc3 undo redo board undo Lc3 redo quit
run 0 play tictacdoh --seat human --seat random --seed 5
err "nothing to redo: no move was taken back"; times 2 "(random) plays"
lines a1 b1 undo c1 undo undo undo
run 0 play dorix --seat human --seat human --seed 1
err "nothing to undo: no human has moved yet"
lines undo "save u.game"
run 0 play tictacdoh --seat random --seat human --seed 1
err "nothing to undo"; times 1 "(random) plays"
lines a1 b1 undo c1 "save u.game"
run 0 play dorix --seat human --seat human --seed 1; has u.game "a1 c1"
lines a1 b1 c1 "undo 2" d1 "undo 0" "save u.game" "undo 9" "undo"
run 0 play dorix --seat human --seat human --seed 1; has u.game "a1 d1"
err "undo takes a number of turns, 1 or more, not '0'"; err "nothing to undo"

# Lua files named in a saved game are found relative to that game.
mkdir apart
echo 'return require("boardlab").variant { base = "tictacdoh:small=2" }' >apart/rules.lua
echo 'return { choose = function(s) return s:moves()[1] end }' >apart/first.lua
lines Sc3 "save x.game" quit
(cd apart && "$boardlab" play rules.lua --seat human --seat first.lua --seed 1 <../in >/dev/null)
run 0 show apart/x.game; out "apart/rules.lua"
run 0 replay apart/x.game --ply 2; out "2 of 2: seat 2 plays"
lines "save y.game"; run 0 play apart/x.game; out "seat 2: apart/first.lua"; has y.game "seat 2: apart/first.lua"

# A file that has changed since is noticed, and named; and if a move is no longer legal.
echo 'return require("boardlab").variant { base = "tictacdoh", evaluate = function() return 0 end }' >apart/own.lua
lines Sc3 "save own.game" quit; run 0 play apart/own.lua --seat human --seat random --seed 1
run 0 replay own.game --plain; lacks "other rules"
echo >>apart/own.lua
run 0 replay own.game --plain; out "the game was played with other rules: apart/own.lua, or a file that it requires, has changed since"
lines quit; run 0 play own.game; out "note: the game was played with other rules: apart/own.lua"
sed 's/Sc3/Sc9/' own.game >other.game
run 2 show other.game; err "move 1, 'Sc9'"; err "the game was played with other rules"

# What is known of the humans: names only if they are typed, times, moves taken back.
lines b2 undo b2 a3 b3 "save people.game" new b2 "save next.game" quit
run 0 play quoridor:size=3 --seat human --seat human --seed 4 --name "Ada #1"
out "seat 1: Ada #1"
has people.game 'name 1: Ada \#1'; has people.game "undos: 1"
grep -Eq '^milliseconds: [0-9]+ [0-9]+ [0-9]+$' people.game || fail "no times"
! grep -q 'name 2' people.game || fail "a name that nobody typed"
has next.game 'name 1: Ada \#1'; ! grep -q undos next.game || fail "the undos of another game"
run 0 replay people.game --plain; out "seat 1: human, Ada #1"; out "undos: 1"
grep -Eq '^3 of 3: seat 1 plays b3, after [0-9]+\.[0-9] s$' out || fail "no time"
# Moves of the command line, and of a game that was saved before, take no time of now.
sed '/^milliseconds/d; s/ b3$//' people.game >older.game
lines b3 "save newer.game" quit; run 0 play older.game
grep -Eq '^milliseconds: - - [0-9]+$' newer.game || fail "times of moves played before"
lines quit; run 2 play quoridor:size=3 --seat human --seat random --name a --name b; err "--name is given 2 times, but humans play 1 seats"

# hint lists moves with value and visits, and does not change the game.
lines "hint 3" hint "hint 0" "hint x" Mc3 "save hinted.game"
run 0 play tictacdoh --seat human --seat mcts:iterations=30 --seed 2
out "move   value  visits"; grep -Eq '^[SML]c3 +[0-9.]+% +[0-9]+' out || fail "no values"
err "hint takes a number from 1 to 100, not '0'"; err "not 'x'"
# The moves that were searched most, in the order of their values.
lines "hint 10"; run 0 play quoridor --seat human --seed 1
grep -Eo '^[^ ]+ +[0-9.]+% +[0-9]+$' out >hints
[ "$(wc -l <hints)" -eq 10 ] || fail "not ten hints"
sort --check --stable --key 2,2nr hints || fail "hints are not sorted by value"
lines Mc3 "save plain.game"
run 0 play tictacdoh --seat human --seat mcts:iterations=30 --seed 2
has hinted.game "hints: 2"
for f in hinted plain; do sed '/^hints: /d; /^milliseconds: /d' $f.game >$f.moves; done
cmp -s hinted.moves plain.moves || fail "hint changed the game"
lines hint; run 0 play quoridor:size=3 --play "b2 a3" --seat human --seed 1
out "proven"; out "100.0%"

# A line that is neither a legal move nor a command is explained, and the game continues.
lines e5 undp "moves x" "e2 e3" save load "load nothing.game" "  help  " "" e2 quit
run 0 play quoridor --seat human --seat random --seed 1
err "'e5' is not legal: "; err "type moves for the legal moves, or help"
err "did you mean 'undo'?"; err "moves takes no argument, but was given 'x'"
err "type one move at a time, without 'e3'"; err "save needs a file name"; err "load needs a file name"
err "could not open nothing.game"; out "hint [N]"; out "(random) plays"
# The beginning of a command is enough, from three letters on; a shorter one is suggested.
lines re ru MOV "hin 1" xes quit; run 0 play quoridor:size=3 --seat human --seed 1
out "move   value  visits"; err "did you mean 'redo'?"; err "did you mean 'rules'?"; out "a1"
lines res "save r.game"; run 0 play quoridor:size=3 --seat human --seat human --seed 1; out "seat 1 resigned"; no_err
lines rules quit; run 0 play variants/quoridor_dash.lua --seat human --seed 1
out "Write a dash as both cells"; out "A variant of quoridor; the other rules are unchanged:"; out "Moves: "; no_err
out "The complete rules: boardlab games quoridor --rules"
lines resign b1 moves hint resign undo a1 "save r.game"
run 0 play dorix --seat human --seat human --seed 1
out "seat 1 resigned: seat 2 wins"; err "'b1': the game is over; type undo, new"; err "the game is over; type undo, new or quit"
has r.game a1; times 2 "seat 1 to move"
lines a1 resign "save r.game" new "save s.game"
run 0 play dorix:players=3 --seat human --seat human --seat human --seed 1
out "seat 2 resigned: nobody wins"; has r.game "ended: seat 2 resigned"; has s.game "index: 1"
: >in
run 0 show r.game; out "seat 2 resigned: nobody wins"; lacks "to move"
run 0 replay r.game; times 1 "seat 2 resigned"; times 1 "to move"
type_at 0 show r.game; out $'\033[38;5;'; out "seat 2 resigned"; lacks "to move"
run 2 show r.game --play b1; err "the game in r.game is over: seat 2 resigned"
run 2 show r.game --random 2; err "the game in r.game is over: seat 2 resigned"
run 2 play r.game --play b1 --save s.game; err "the game in r.game is over: seat 2 resigned"

# save without a file name writes to the file last saved or loaded; a new game has none.
lines a1 "save t.game" b1 save new c1 save
run 0 play dorix --seat human --seat human --seed 1
has t.game "a1 b1"; times 2 "saved in t.game"; err "save needs a file name"

# A file that is not a saved game is not overwritten.
echo "my only poem" >poem
lines "save poem" "save no/folder.game" "save r.game"
run 0 play dorix --seed 1; err "poem exists and is not a game file"; err "could not create no/folder.game: No such file"; out "saved in r.game"
has poem "my only poem"

# The path of --save is checked before the game begins, and nothing is created.
mkdir place; mkfifo place/pipe; ln -s nowhere place/lost
lines a1
for path in "poem:poem exists and is not a game file" "no/folder.game:could not create no/folder.game" \
  "place:place is not a file" "place/pipe:place/pipe is not a file" "place/lost:a link to a file that does not exist" \
  "new/:new/ names a folder" ":the file name is empty"; do
  refuse 2 "${path#*:}" play dorix --seed 1 --save "${path%%:*}"
done
lines "save place/pipe" "save place/lost" "save place"
run 0 play dorix --seed 1; err "place/pipe is not a file"; err "place/lost is a link to a file that does not exist"; lacks "saved in"
echo "my own" >r.game.new
lines "save r.game"; run 0 play dorix --seed 1; has r.game.new "my own"

# If no named seat is human, the first unnamed one is; mcts plays the others.
: >in
run 0 play dorix:players=3 --seed 1; out "seat 1: human"; out "seat 2: mcts"; out "seat 3: mcts"
run 0 play dorix:players=3 --seat random --seat greedy --seed 1; out "seat 3: human"
run 0 play dorix:players=3 --seat human --seat random --seed 1; out "seat 3: mcts"
run 2 play dorix --seat human --seat human --seat human; err "dorix has 2 seats, but --seat is given 3 times"
run 2 play dorix --seat humna; err "there is no bot 'humna'"; err "or human"
run 2 play; err "boardlab play GAME, or --load FILE"
run 2 play dorix --load a.game; err "leave out either 'dorix' or --load"
run 2 play --load a.game --set seat=2; err "--set is for a new game"
run 2 play a.game --seed 3; err "--seed is for a new game"
run 2 play quoridor --play "e2 e5"; err "move 2, 'e5' is not legal"

# Bots alone play the same game as simulate.
run 0 play dorix --seat random --seat greedy --seed 3 --save bots.game; out "over: "; out "saved in bots.game"
"$boardlab" simulate dorix --seat random --seat greedy --seed 3 --games 1 --moves --quiet --out sim >/dev/null
sed '1,/^moves:/d' bots.game | tr ' ' '\n' >played
sed '1d; s/^[0-9,]*"\([^"]*\)".*/\1/' sim/moves.csv >simulated
cmp -s played simulated || fail "simulate plays a different game"
run 0 play variants/quoridor_opening.lua:size=5 --seat random --seat random --seed 8 --save start.game; tail -n 10 out >wanted
run 0 show start.game; grep -qxF "$(grep over: wanted)" out || fail "the saved game ends differently"
run 0 play quoridor:walls=0,size=11 --seat bots/random.lua --seat random --seed 1 --save long.game

# A saved game with a random start needs its seed.
sed '/^seed/d' start.game >seedless.game
run 2 replay seedless.game; err "seedless.game:"; err "is random, so the file needs a line"
sed '/^milliseconds/d; s/^moves:/moves: z9/' won.game >bad.game
run 2 replay bad.game; err "bad.game:6:8: move 1, 'z9'"
run 2 show bad.game; err "bad.game:6:8: move 1, 'z9'"
run 2 play bad.game; err "bad.game:6:8: move 1, 'z9'"

# load continues at the same position with the same players; settings are kept.
lines "save c.game"
run 0 play quoridor:size=5 --set "pawn1=c3" --play "c4 d5" --seat human --seat greedy --seed 6
has c.game "set: pawn1=c3"; has c.game "c4 d5"
lines c5 quit; run 0 play --load c.game; out "seat 2: greedy"; out "seed 6"; out "over: seat 1 wins"
lines undo undo c2 "save c.game" "load won.game" b1 "load c.game" quit
run 0 play c.game --seat human --seat human; out "over: seat 1 wins"; has c.game c2; times 2 "quoridor:size=5, seed 6"

# A bot that fails forfeits, and the reason is shown.
echo 'return { choose = function(s) return s:no_such_thing() end }' >bad.lua
lines Sc3 "save f.game" undo Lc3 "save g.game" undo "save h.game"
run 0 play tictacdoh --seat human --seat bad.lua --seed 1; no_err
out "seat 2 forfeited: seat 1 wins"; out "bad.lua failed: bad.lua:1: attempt to call"; times 2 "seat 2 forfeited"
has f.game "ended: seat 2 forfeited"; has g.game Lc3; ! grep -q Lc3 h.game || fail "undo left the move in the file"
lines undo; run 0 play tictacdoh --seat bad.lua --seat human --seed 1
err "nothing to undo: no human has moved yet"; times 1 "seat 1 forfeited"
cat >rules.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s) return { 1 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, seat) if s.n == 3 then return nothing.at_all end end,
}
END
lines 1 1 1; run 1 play rules.lua --seat human --seat human --save rules.game; err "rules.lua:6: attempt to index"
[ "$(wc -l <err)" -eq 1 ] || fail "the error is reported twice"
: >in; run 0 replay rules.game; out "2 of 2: seat 2 plays 1"
run 1 play rules.lua --seat random --seat random --save rules.game; err "rules.lua:6: attempt to index"
run 0 replay rules.game; lacks forfeited; out "2 of 2"
cat >value.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s) return { 1, 2 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, seat) if s.n == 3 then return { seat } end end,
  evaluate = function(s) return nothing.at_all end,
}
END
lines 1 hint; run 1 play value.lua --seat human --seat human --save value.game; err "value.lua:7: attempt to index"; lacks visits
has value.game 1

# A move takes precedence over a command of the same name.
cat >words.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s) return { 1, 2 } end,
  text = function(s, move) return ({ "quit", "#2" })[move] end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, seat) if s.n == 3 then return { seat } end end,
}
END
lines quit quit "save w.game" "#2" "save v.game"
run 0 play words.lua --seat human --seat human; has w.game "quit quit"
err "move 3 is '#2', which would be read as a comment"; [ ! -e v.game ] || fail "v.game was written"

# Control characters from a Lua file do not reach the terminal.
cat >escape.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s) return { 1, 2 } end,
  play = function(s) s.n = s.n + 1 end,
  outcome = function(s, seat) if s.n == 3 then return { seat } end end,
  draw = function(s) return "a\tb \27]0;title\7\rc\127" end,
}
END
lines moves hint
run 0 play escape.lua --seat human --seat human; out $'a\tb ?]0;title??c?'; lacks $'\033'
lines; run 0 play escape.lua --seat random --seat random --seed 1 --save e.game; lacks $'\033'
run 0 replay e.game; lacks $'\033'
run 0 show e.game --moves; lacks $'\033'
run 0 show escape.lua --random 9; lacks $'\033'
run 0 perft escape.lua --depth 1 --divide; lacks $'\033'

# The end of the input and signals end the game, which is saved.
printf Sc3 >in; run 0 play tictacdoh --seat human --seat human --seed 1 --save eof.game; has eof.game Sc3
for signal in INT:130 TERM:143 HUP:129; do
  mkfifo pipe
  # Background jobs start with SIGINT ignored; play catches it nevertheless.
  input=pipe start play tictacdoh --seat human --seat human --seed 1 --save "$signal.game"
  exec 3>pipe
  echo Mc3 >&3
  until [ "$(grep -c "to move" out)" -ge 2 ]; do sleep 0.05; done
  kill -"${signal%:*}" "$running"
  finish "${signal#*:}"
  exec 3>&-
  rm pipe
  has "$signal.game" Mc3
done

# Ctrl-C interrupts a hint, however slow the rules are.
cat >slow.lua <<'END'
local lab = require "boardlab"
return lab.rules {
  state = { n = 1 },
  moves = function(s) for _ = 1, 9999 do end return { 1, 2 } end,
  play = function(s) s.n = s.n % 7 + 1 end,
  outcome = function(s, seat) end,
}
END
rm -f pipe; mkfifo pipe
input=pipe start play slow.lua --seat human --seat human --seed 1 --save slow.game
exec 3>pipe
printf '%s\n' 2 hint >&3
until [ "$(grep -c "to move" out)" -ge 2 ]; do sleep 0.05; done
sleep 0.2
kill -INT "$running"
finish 130
exec 3>&-
has slow.game 2; lacks visits; no_err

# If the reader of stdout goes away, play ends and saves the game. The shell itself
# may hold the pipe open for a moment longer than the reader does.
lines Sc3 Lc3 board quit
command="play … | (exec <&-)"
(until [ -e closed ]; do sleep 0.05; done; sleep 0.3; cat in) |
  ("$boardlab" play tictacdoh --seat human --seat human --seed 1 --save pipe.game; echo $? >code) 2>err |
  (exec <&-; : >closed)
[ "$(cat code)" -eq 1 ] || fail "exit code $(cat code), not 1"
err "could not write the output"; grep -q '^Sc3' pipe.game || fail "the game is lost"

# A line that contains a NUL is skipped as a whole.
printf 'b2\0a3\nb1\n' >in
run 0 play quoridor:size=3 --seat human --seat human --seed 1 --save nul.game
err "skipped a line that contains a NUL: 'b2…'"; ! grep -q b2 nul.game || fail "part of the line was played"

# On a terminal, Tab completes moves, commands and files, the arrow keys recall
# earlier lines, and the board is in colour.
cat >in <<'END'
< seat 1> 
> Sc\t
< 3 
> \n
< plays
< seat 1> 
> und\t
< o 
> \n
< seat 1> 
> \e[A\e[A\n
< plays
< seat 1> 
> save seen\t
< .game
> \n
< saved in seen.game
< seat 1> 
> \t
< undo
< seat 1> 
> qui\t\n
END
cp won.game seen.game
type_at 0 play tictacdoh --seat human --seat random --seed 1
out $'\033[38;5;'; has seen.game "seat 2: random"; grep -q '^Sc3 ' seen.game || fail "Tab did not complete the move"

# NO_COLOR and dumb terminals; Ctrl-D and Ctrl-C end the game, which is saved.
printf '%s\n' '< seat 1> ' '> Sc3\n' '< seat 2> ' '> \x04' >in
NO_COLOR=1 type_at 0 play tictacdoh --seat human --seat human --seed 1 --save d.game; lacks $'\033[38;5;'; has d.game Sc3
printf '%s\n' '< seat 1> ' '> Sc3\n' '< is thinking' '> \x04' >in
type_at 0 play tictacdoh --seat human --seat mcts:iterations=2000 --seed 1 --save d.game; grep -q ^Sc3 d.game || fail "the game is lost"
printf '%s\n' '< seat 1> ' '> Sc3\n' '< seat 2> ' '> \x04' >in
TERM=dumb type_at 0 play tictacdoh --seat human --seat human --seed 1; lacks $'\033[38;5;'
printf '%s\n' '< seat 1> ' '> Sc3\n' '< plays' '< seat 1> ' '> \x04' >in
TERM=dumb type_at 0 play tictacdoh --seat human --seat random --seed 1; lacks thinking; lacks $'\033'
printf '%s\n' '< seat 1> ' '> Sc3\n' '< seat 2> ' '> \x03' >in
type_at 130 play tictacdoh --seat human --seat human --seed 1 --save c.game; has c.game Sc3; out $'\033[38;5;'
: >in
for spec in dorix quoridor orbital tictacdoh variants/quoridor_pie.lua; do
  type_at 0 show $spec --random 5; out $'\033[38;5;16;48;5;'; out "to move"
  NO_COLOR=1 type_at 0 show $spec --random 5; lacks $'\033'
done
run 0 show games/tricks.lua --as 1 --moves; out "seat 2: tricks 0; hand 5 cards; trick -"; out "not seen 2 cards"; out "5 legal moves"
run 0 show games/tricks.lua --as 2 --moves; out "seat 1: tricks 0; hand 5 cards; trick -"; lacks "5 legal moves"
out "the legal moves are not shown: it is not seat 2's turn"
run 0 show games/tricks.lua --random 99 --as 2; lacks "not seen"; out "over: "
run 0 show tictacdoh --as 2 --moves; out "3 legal moves"
# What is chosen at the same time is named when all have chosen.
lines 3 2 1; run 0 play games/goofspiel.lua:cards=3 --seat random --seat human --seed 1
out "seat 1 (random) makes a hidden move"; out "seat 1 has chosen"; out "seat 1 (random) has chosen "
run 2 show games/tricks.lua --as 3; err "there is no seat 3: games/tricks.lua has 2"
for seat in 0 17 x ""; do run 2 show games/tricks.lua --as "$seat"; err "--as takes a whole number from 1 to 16"; done
type_at 0 show games/mnk.lua --play "a1 b2"; out $'\033[38;5;16;48;5;75mX₁'; out "seat 1 to move"
NO_COLOR=1 type_at 0 show games/mnk.lua; lacks $'\033'; out "    a   b   c"
type_at 0 show words.lua; lacks $'\033'
type_at 0 show games/mnk.lua --play "a1 a2 b1 b2 c1"; out $'48;5;22m'; out "over: seat 1 wins"

# File names may contain blanks; Ctrl-Space is ignored.
mkdir "my games"; cp won.game "my games/old one.game"; cp won.game "my games/old two.game"
cat >in <<'END'
< seat 1> 
> loa\t
< d 
> \x00my\t
< games/
> \t
< old
> \t
< my games/old two.game
> t\t\n
< over: seat 1 wins
< over> 
> save\n
< saved in my games/old two.game
< over> 
> q\n
END
type_at 0 play tictacdoh --seat human --seat human --seed 1

# Stepping through a saved game.
cat >in <<'END'
< 0/3> 
> ne\t\n
< 1 of 3: seat 1 plays b2
< 1/3> 
> n\n
< 2 of 3
< 2/3> 
> p\n
< 1 of 3
< 1/3> 
> 3\n
< over: seat 1 wins
< 3/3> 
> 7\n
< '7' is not a command
< 3/3> 
> 0\n
< 0 of 3
< 0/3> 
> q\n
END
type_at 0 replay won.game; out $'\033[38;5;'
: >in
type_at 0 replay won.game --plain; lacks $'\033'; out "3 of 3"

# On a terminal, check says what it is doing, and removes that.
cat >in <<'END'
< playing random game 
< \x0d\e[K
< 5 random games: 
END
type_at 0 check games/hex.lua --games 5; out "no problems"
printf '%s\n' '< playing game 1 of 2' '< \x0d\e[K2 games against random' >in
type_at 0 check bots/random.lua --games 2; out "no problems"
: >in
type_at 0 check games/mnk.lua --games 3 --quiet; lacks $'\033'; lacks "checking"

# The examples in the help of play and replay work.
sed -n '/^Example:/{n;p;}' <("$boardlab" play --help) | grep -q 'boardlab play' || fail "no example"
lines Sc3; run 0 play tictacdoh --seat human --seat mcts:iterations=50 --seed 1 --save my.game
: >in; run 0 replay my.game --ply 2; out "2 of 2: seat 2 plays"

conclude
